import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../events/index.js';
import { sampleWords } from '../explain/index.js';
import { HANDED_ON, hintsOf } from './hints.js';
import { COMMANDS } from './program.js';
import { hintsIn, tryHints } from './testing/hints.js';
import { Stage } from './testing/play.js';

const given = { claudeSettings: true, plugin: ['my plugin', 'other'], project: '../p' };

it.each([
  [
    'see `amplifier-hooks validate`.',
    "see `amplifier-hooks validate --project ../p --plugin 'my plugin' --plugin other --claude-settings`.",
  ],
  ['  amplifier-hooks stats', '  amplifier-hooks stats --project ../p'],
  ['`amplifier-hooks log --project x`', '`amplifier-hooks log --project x`'],
  [
    '`amplifier-hooks trust --export > trusted.json`',
    "`amplifier-hooks trust --export --project ../p --plugin 'my plugin' --plugin other > trusted.json`",
  ],
  ['`amplifier-hooks restore`', '`amplifier-hooks restore`'],
  ['of amplifier-hooks run there', 'of amplifier-hooks run there'],
])('%s', (text, expected) => {
  expect(hintsOf(given)(text)).toBe(expected);
  expect(hintsOf({})(text)).toBe(text);
});

it('what is handed on is what commands take', async () => {
  for (const { name, load } of COMMANDS) {
    const command = new Command(name);
    (await load()).define(command);
    const takes = new Map(
      command.options.map((option) => [option.attributeName(), option.required || option.isBoolean()]),
    );
    for (const option of HANDED_ON[name] ?? [])
      expect([name, option, takes.get(option)]).toEqual([name, option, true]);
    // A folder, not a scope.
    const loads = command.options.some(({ long }) => long === '--claude-settings');
    if (loads && !['dispatch', 'test'].includes(name)) expect(Object.keys(HANDED_ON)).toContain(name);
  }
});

describe('with the options of the call', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
    // One entry that cannot be read, and one whose event is not one.
    stage.write('project/.claude/settings.json', {
      hooks: {
        PreToolUse: [{ hooks: [{ type: 'command' }, { type: 'command', command: 'true' }] }],
        PreTolUse: [{ hooks: [{ type: 'command', command: 'true' }] }],
      },
    });
  });
  afterEach(() => stage.remove());

  it('run names the command that shows the problems of the same files', async () => {
    const { stderr } = await stage.play(['run', 'Stop', '--claude-settings']);
    expect(stderr).toContain('`amplifier-hooks validate --claude-settings` shows');
  });

  it('list says how many there are, and validate finds no fewer', async () => {
    const { stdout } = await stage.play(['list', '--claude-settings']);
    expect(stdout).toMatch(/While loading hooks: [1-9] errors? and \d warnings?\./);
  });

  it('doctor names an event with every field that it needs', async () => {
    stage.write('project/.claude/settings.json', {
      hooks: {
        PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command: 'true' }] }],
        UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'exit 0', if: 'Bash(x)' }] }],
      },
    });
    await stage.play(['run', 'PreToolUse', '--tool', 'Bash', '--claude-settings']);
    await stage.play(['run', 'UserPromptSubmit', '--prompt', 'x', '--claude-settings']);
    const { stdout } = await stage.play(['doctor', '--claude-settings']);
    expect(stdout).toContain('`amplifier-hooks explain PreToolUse --tool Write --claude-settings`');
  });

  it.each(EVENT_NAMES)('%s can be tried by hand as it is told', async (event) => {
    const places = { project: stage.dir, home: stage.home, rulesRoot: stage.dir };
    const words = sampleWords({ event, matcher: null, condition: null }, places);
    const place = {
      root: stage.path(),
      env: { HOME: stage.home },
      call: (argv: readonly string[]) => stage.play(argv, { hints: 'not tried' }),
    };
    await tryHints(`\`amplifier-hooks explain ${words}\``, place);
  });

  it('a command is never broken, so that it can be copied', async () => {
    const dir = 'a-folder-with-a-rather-long-name/and-another-below-it';
    stage.write(`project/${dir}/.claude/settings.json`, {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] },
    });
    const { stdout } = await stage.play(['list', '--claude-settings', '--project', dir], {
      terminal: { columns: 80 },
    });
    expect(stdout).toContain(`\`amplifier-hooks validate --project ${dir} --claude-settings\``);
  });
});

describe('the trial of commands that are printed', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
  });
  afterEach(() => stage.remove());

  it('finds them in backticks, and alone on a line', () => {
    const text = 'Undo: `amplifier-hooks enable x`\n  amplifier-hooks list\nthe amplifier-hooks run of today';
    expect(hintsIn(text).map(({ command }) => command)).toEqual([
      'amplifier-hooks enable x',
      'amplifier-hooks list',
    ]);
  });

  it.each([
    ['an unknown option', 'see `amplifier-hooks list --nope`', /has no option/],
    ['an unknown command', 'see `amplifier-hooks lits`', /there is no command/],
    ['a field that is missing', 'see `amplifier-hooks explain PreToolUse`', /tool_name/],
    ['an option that a template has not', 'see `amplifier-hooks enable <id> --nope`', /--nope/],
    ['a count that is not found', '2 errors and 0 warnings: `amplifier-hooks validate`', /it finds 0 errors/],
  ])('%s is refused', async (_title, text, why) => {
    const call = async (argv: readonly string[]) => stage.play(argv, { hints: 'not tried' });
    const env = { PATH: process.env['PATH'], HOME: stage.home };
    await expect(tryHints(text, { root: stage.path(), env, call })).rejects.toThrow(why);
  });

  it('nothing of a trial stays', async () => {
    stage.hooks({ Stop: ['exit 0'] });
    const { stdout } = await stage.play(['disable', 'exit 0']);
    expect(stdout).toContain('Undo: `amplifier-hooks enable');
    expect((await stage.play(['list'])).stdout).toContain('disabled');
  });
});
