// Who did what, and why, as a person reads it: hooks of a settings file, at 80 and 120 columns and in a pipe.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutColours } from '../../text/index.js';
import { type PlayOptions, Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const REASON = `/some${'/project'}/.env holds what no agent may read, whoever asks for it and for whatever purpose; page twelve of the handbook says why`;
const SED =
  "sed 's/  */ /g' > /dev/null; echo 'a command that is longer than any line that people look at' >&2";

function settings(hooks: Readonly<Record<string, readonly string[]>>): void {
  const entries = Object.entries(hooks).map(([event, commands]) => [
    event,
    [{ matcher: 'Bash', hooks: commands.map((command) => ({ type: 'command', command })) }],
  ]);
  stage.write('project/.claude/settings.json', { hooks: Object.fromEntries(entries) });
}

function script(name: string, text: string): string {
  stage.write(`project/.claude/hooks/${name}`, `#!/bin/sh\n${text}\n`, 0o755);
  return `"$CLAUDE_PROJECT_DIR"/.claude/hooks/${name}`;
}

const answer = (more: Readonly<Record<string, unknown>>): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } })}'`;
const deny = answer({ permissionDecision: 'deny', permissionDecisionReason: REASON });

const run = (options: Partial<PlayOptions> = {}, tool = 'Bash') =>
  stage.play(['run', 'PreToolUse', '--tool', tool, '--claude-settings'], options);

describe('who denied', () => {
  beforeEach(() => settings({ PreToolUse: [script('fine.sh', 'exit 0'), script('block-env.sh', deny)] }));

  it('is marked by run, though it ended with 0', async () => {
    const { stdout } = await run();
    expect(stdout).toMatch(/✓ fine\.sh .*exit 0\n {3}✗ block-env\.sh .*exit 0 \(deny\)\n/);
  });

  it('is marked by explain and log', async () => {
    await run();
    const { stdout } = await stage.play(['explain', '--last']);
    expect(stdout).toMatch(/✗ block-env\.sh \(\w+\) {2}exit 0, <ms>, contributed deny/);
    expect(stdout).toMatch(/✓ fine\.sh \(\w+\) {2}exit 0, <ms>, contributed nothing/);
    expect(stdout).toMatch(/verdict: deny by block-env\.sh \(\w+\)/);
    expect((await stage.play(['log'])).stdout).toMatch(/✗ block-env\.sh {2}✓ fine\.sh/);
  });

  it('is marked where it exits with 2, ends the turn or asks', async () => {
    settings({
      PreToolUse: [
        script('two.sh', 'echo no >&2; exit 2'),
        script('stop.sh', `echo '{"continue":false,"stopReason":"enough"}'`),
      ],
    });
    expect((await run()).stdout).toMatch(/✗ two\.sh .*exit 2 \(block\)\n {3}✗ stop\.sh .*exit 0 \(stop\)\n/);
    expect((await stage.play(['explain', '--last'])).stdout).toMatch(/✗ two\.sh[^✗]*✗ stop\.sh/);
    settings({ PostToolUse: [script('late.sh', 'echo "too late" >&2; exit 2')] });
    await stage.play(['run', 'PostToolUse', '--tool', 'Bash', '--claude-settings']);
    const { stdout } = await stage.play(['explain', '--last']);
    expect(stdout).toMatch(/✗ late\.sh \(\w+\) {2}exit 2, <ms>, contributed feedback for the model/);
    settings({ PreToolUse: [script('ask.sh', answer({ permissionDecision: 'ask' }))] });
    expect((await run()).stdout).toMatch(/\? ask\.sh .*exit 0 \(ask\)/);
  });
});

it('the reason is what the hook said, in every width', async () => {
  settings({ PreToolUse: [script('block-env.sh', deny)] });
  for (const columns of [80, 120]) {
    const text = withoutColours((await run({ terminal: { columns } })).stdout);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(text.replace(/\s+/g, ' ')).toContain(REASON);
  }
  expect((await run()).stdout.replace(/\s+/g, ' ')).toContain(REASON);
  for (const argv of [['log'], ['explain', '--last']])
    expect((await stage.play(argv)).stdout.replace(/\s+/g, ' ')).toContain(REASON);
});

it('why a hook did not run is said to its end', async () => {
  settings({ PreToolUse: [script('fine.sh', 'exit 0')] });
  const { stdout } = await run({ terminal: { columns: 80 } }, 'bash');
  expect(withoutColours(stdout).replace(/\s+/g, ' ')).toContain('"Bash" differs in case');
});

it('a command is shown whole, with its blanks', async () => {
  settings({ PreToolUse: [SED] });
  await run();
  const everywhere = [
    ['list', '--claude-settings'],
    ['explain', '--last'],
    ['doctor', '--claude-settings'],
  ];
  for (const argv of everywhere.slice(0, 2)) expect((await stage.play(argv)).stdout).toContain(SED);
  const { stdout } = await stage.play(['explain', 'PreToolUse', '--tool', 'bash', '--claude-settings'], {
    terminal: { columns: 80 },
  });
  expect(withoutColours(stdout).replaceAll(/\n +↪ /g, '')).toContain(SED);
});

it('hooks are called by their scripts, and no two alike', async () => {
  settings({
    PreToolUse: [script('guard.sh', 'exit 0'), `${script('guard.sh', 'exit 0')} --strict`],
    PostToolUse: [script('guard.sh', 'exit 0')],
  });
  const { stdout } = await run();
  expect(stdout.match(/✓ guard\.sh \(\w{10}\)/g)).toHaveLength(2);
  await stage.play(['run', 'PostToolUse', '--tool', 'Bash', '--claude-settings']);
  const plot = (await stage.play(['stats', '--plot'])).stdout;
  const bars = plot.split('p50')[0]?.match(/^guard\.sh\S* .*$/gm) ?? [];
  const names = bars.map((line) => line.replace(/ *#.*/, '').trim());
  expect(new Set(names).size).toBe(3);
  expect(plot).not.toContain('CLAUDE_PROJECT_DIR');
  expect((await stage.play(['doctor', '--claude-settings'])).stdout).toMatch(
    /guard\.sh \(\w{10}\), PreToolUse "Bash"/,
  );
  expect((await stage.play(['trust', '--claude-settings'], { strange: true })).stdout).toContain(
    'guard.sh (',
  );
});

it('a hook can be switched off by its script, and an unlike name suggests nothing', async () => {
  settings({ PreToolUse: [script('guard.sh', 'exit 0'), 'r'] });
  expect((await stage.play(['disable', 'guard.sh', '--claude-settings'])).stdout).toContain(
    'disabled for you',
  );
  expect((await stage.play(['disable', '8', '--claude-settings'])).stderr).not.toContain('Did you mean');
});

it('what a hook contributed beside a verdict is said', async () => {
  settings({ PreToolUse: [script('talk.sh', answer({ additionalContext: 'mind the gap' }))] });
  await run();
  expect((await stage.play(['explain', '--last'])).stdout).toMatch(/contributed context for the model/);
});

describe('what a hook printed that nobody reads', () => {
  it.each([
    ['text before an answer', 'SessionStart', `echo hello; ${deny}`, 'stands beside other text'],
    ['text at exit 0', 'PostToolUse', 'echo hello', 'nobody is shown what it printed'],
    ['stdout at exit 2', 'PreToolUse', "echo '{not json'; exit 2", 'stdout is not read: "{not json"'],
    ['a broken answer', 'PreToolUse', `echo '{"continue": 7}'`, 'said: {"continue": 7}'],
  ])('%s: run says so, and whose it is', async (_title, event, text, said) => {
    stage.write('project/.claude/settings.json', {
      hooks: { [event]: [{ hooks: [{ type: 'command', command: script('odd.sh', text) }] }] },
    });
    const { stdout } = await stage.play(['run', event, '--tool', 'Bash', '--claude-settings']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(said);
    expect(stdout).toMatch(/odd\.sh/);
  });
});

describe('times and counts', () => {
  beforeEach(async () => {
    stage.hooks({ Stop: ['exit 0'] });
    await stage.play(['run', 'Stop']);
  });

  it('every command tells the time of who looks', async () => {
    const [log, list, explain] = await Promise.all(
      [['log'], ['list'], ['explain', '--last']].map(
        async (argv) =>
          (await stage.play(argv, { hints: 'not tried', replace: [[/(\d) (\d\d:)/g, '$1T$2']] })).stdout,
      ),
    );
    const [day] = log?.split('\n') ?? [];
    const clock = log?.match(/^\d\d:\d\d:\d\d/m)?.[0];
    expect(list).toContain(`last: ${day}T${clock}`);
    expect(explain).toContain(`${day}T${clock}`);
  });

  it('nothing asked for is nothing said, and a session that is none is named', async () => {
    expect(await stage.play(['log', '-n', '0'])).toEqual({ code: 0, stdout: '', stderr: '' });
    for (const command of ['log', 'stats'])
      expect((await stage.play([command, '--session', 'nope'])).stderr).toBe(
        'no session "nope" is recorded for <root>/project\n',
      );
  });

  it('one is not many', async () => {
    expect((await stage.play(['doctor'])).stdout).toContain('1 event of 1 session is recorded');
    expect((await stage.play(['stats'])).stdout).toContain('1 event with hooks');
  });
});
