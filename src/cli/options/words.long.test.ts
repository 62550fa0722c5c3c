// Every option of every command with words that cannot be meant so.
import { Command, type Option } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../program.js';
import { type Played, Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

/** At a terminal no gate waits for an answer of `dispatch`. */
const play = (...argv: readonly string[]): Promise<Played> => stage.play(argv, { stdin: 'terminal' });

const commands = await Promise.all(
  COMMANDS.map(async ({ name, load }) => {
    const command = new Command(name);
    (await load()).define(command);
    return [name, command] as const;
  }),
);

const longOf = ({ long, flags }: Option): string => long ?? flags;
const withValue = (command: Command): readonly Option[] => command.options.filter(({ required }) => required);

/** One line that says what is wrong, one that says what to do and where to read on. */
async function refused(name: string, argv: readonly string[], why: string | RegExp): Promise<void> {
  const { code, stdout, stderr } = await play(name, ...argv);
  expect([name, ...argv, code, stdout]).toEqual([name, ...argv, 1, '']);
  const [first = '', second = '', ...more] = stderr.split('\n');
  expect(first).toMatch(/^amplifier-hooks: /);
  expect(first).toMatch(why);
  expect(second).toContain(`See amplifier-hooks ${name} --help.`);
  expect(more).toEqual(['']);
}

describe.each(commands)('%s', (name, command) => {
  it('has one help, with examples, however it is asked for', async () => {
    const asked = await play(name, '--help');
    expect(asked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Examples:') });
    for (const argv of [
      ['help', name],
      [name, '-h'],
      ['help', name, 'more'],
    ])
      expect(await play(...argv)).toEqual(asked);
  });

  it('refuses an option that there is not, and says which one is near', async () => {
    await refused(name, ['--no-such-thing-here'], `${name} has no option "--no-such-thing-here"`);
    const known = command.options.map(longOf);
    for (const long of known) {
      const near = `${long.slice(0, 4)}${long.slice(5)}`;
      if (long.length < 7 || known.includes(near)) continue;
      const { stderr } = await play(name, near);
      expect([long, stderr]).toEqual([long, expect.stringMatching(/Did you mean --[\w-]+\? See/)]);
    }
  });

  it('refuses an option without its value', async () => {
    for (const option of withValue(command)) {
      const long = longOf(option);
      await refused(name, [long], `${long} needs a value`);
      const other = command.options.map(longOf).find((one) => one !== long) ?? '';
      await refused(name, [long, other], `${long} needs a value, and ${other} is an option`);
    }
  });

  it('refuses an empty value, unless that means something', async () => {
    for (const option of withValue(command)) {
      const long = longOf(option);
      if (long === '--prompt' || long === '--matcher') continue;
      await refused(name, [long, ''], `the value of ${long} is empty`);
      await refused(name, [`${long}=`], `the value of ${long} is empty`);
    }
  });

  // A client of dispatch has words of its own, and its caller's count more.
  it.each(name === 'dispatch' ? [] : [name])('refuses a second value for what has one', async () => {
    for (const option of withValue(command)) {
      const [long, value] = [longOf(option), option.argChoices?.[0] ?? 'x'];
      if (option.parseArg !== undefined && option.argChoices === undefined) continue;
      await refused(name, [long, value, `${long}=${value}`], `${long} is given twice`);
    }
  });

  it('refuses what is none of the choices, and says which one is near', async () => {
    for (const option of command.options) {
      const [choice] = option.argChoices ?? [];
      if (choice === undefined) continue;
      const long = longOf(option);
      await refused(name, [long, 'zzzzzz'], `"zzzzzz" is not a valid ${long}: it is one of ${choice}`);
      const { stderr } = await play(name, long, `${choice}s`);
      expect(stderr).toContain('Did you mean ');
    }
  });

  it('refuses an empty argument, and one too many', async () => {
    const all = command.registeredArguments;
    await refused(name, [''], /is empty$/);
    await refused(name, ['--', ''], /is empty$/);
    if (all.some(({ variadic }) => variadic)) return;
    const usual = all.map(({ argChoices }) => argChoices?.[0] ?? 'x');
    await refused(
      name,
      [...usual, 'extra'],
      /^amplifier-hooks: (\w+ takes .*; "extra" is too much|(?:migrate|trace) needs)/,
    );
  });
});

describe('before a command', () => {
  it.each([
    [['lst'], 'there is no command "lst"\nDid you mean list? `amplifier-hooks --help` lists them.\n'],
    [['help', 'nope'], 'there is no command "nope"\n`amplifier-hooks --help` lists them.\n'],
    [
      ['help', 'expalin'],
      'there is no command "expalin"\nDid you mean explain? `amplifier-hooks --help` lists them.\n',
    ],
    [['--colour'], 'there is no option "--colour"\nDid you mean --color? See amplifier-hooks --help.\n'],
    [['--vresion'], 'there is no option "--vresion"\nDid you mean --version? See amplifier-hooks --help.\n'],
    [
      ['--color=pink', 'list'],
      '"pink" is not a valid --color: it is one of always, auto, never\nSee amplifier-hooks list --help.\n',
    ],
    [
      ['list', '--color='],
      '"" is not a valid --color: it is one of always, auto, never\nSee amplifier-hooks list --help.\n',
    ],
  ])('%j', async (argv, text) => {
    expect(await play(...argv)).toEqual({ code: 1, stdout: '', stderr: `amplifier-hooks: ${text}` });
  });

  it('the help is grouped, has examples, and says where the documentation is', async () => {
    const { code, stdout, stderr } = await play('--help');
    expect([code, stderr]).toEqual([0, '']);
    for (const { group, name, summary } of COMMANDS) {
      const [, section = ''] = stdout.split(`\n${group}\n`);
      expect(section.split('\n\n')[0]).toContain(`  ${name} `);
      expect(stdout.replace(/\s+/g, ' ')).toContain(summary);
    }
    expect(stdout).toContain('\nExamples:\n');
    expect(stdout).toMatch(/^The documentation is in .*\/docs\.$/m);
    expect(await play('help')).toEqual({ code, stdout, stderr });
    expect(await play('help', '--help')).toEqual({ code, stdout, stderr });
  });
});

describe('colours', () => {
  const ESCAPE = '\u001b[';
  const listed = async (
    argv: readonly string[],
    env: Readonly<Record<string, string>>,
    isTerminal: boolean,
  ) => {
    const { stdout } = await stage.play(argv, {
      env: { PATH: process.env['PATH'], HOME: stage.home, ...env },
      ...(isTerminal ? { terminal: { columns: 80 } } : {}),
    });
    return stdout.includes(ESCAPE);
  };

  it.each<
    readonly [readonly string[], Readonly<Record<string, string>>, inPipe: boolean, atTerminal: boolean]
  >([
    [[], {}, false, true],
    [[], { NO_COLOR: '1' }, false, false],
    [[], { NO_COLOR: '' }, false, true],
    [[], { TERM: 'dumb' }, false, false],
    [[], { FORCE_COLOR: '1' }, true, true],
    [[], { FORCE_COLOR: '0' }, false, false],
    [[], { FORCE_COLOR: '' }, false, true],
    [[], { FORCE_COLOR: '1', NO_COLOR: '1' }, true, true],
    [['--color'], {}, true, true],
    [['--color'], { NO_COLOR: '1' }, true, true],
    [['--color', 'always'], {}, true, true],
    [['--color=auto'], {}, false, true],
    [['--color=never'], { FORCE_COLOR: '1' }, false, false],
    [['--no-color'], { FORCE_COLOR: '1' }, false, false],
    [['--color=always', '--color=never'], {}, false, false],
  ])('%j with %j', async (argv, env, inPipe, atTerminal) => {
    stage.hooks({ Stop: ['a'] });
    for (const line of [
      ['list', ...argv],
      [...argv, 'list'],
    ]) {
      expect(await listed(line, env, false)).toBe(inPipe);
      expect(await listed(line, env, true)).toBe(atTerminal);
    }
  });
});
