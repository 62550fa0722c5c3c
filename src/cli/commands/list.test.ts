// `list`.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withoutColours } from '../../text/index.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

/** Hooks in every state. */
function fill(): void {
  const long = `"\${AMPLIFIER_HOOKS_DIR}/guard/check.sh" --with --many=options --that-do not --fit on one line`;
  stage.write('project/.amplifier/hooks/hooks.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            { type: 'command', command: long, if: 'Bash(git *)' },
            { type: 'command', command: 'off', enabled: false },
          ],
        },
        {
          matcher: 'Write|Edit',
          hooks: [{ type: 'http', url: 'http://localhost:1/hook' }, { type: 'command' }],
        },
      ],
      SessionStart: [{ hooks: [{ type: 'prompt', prompt: 'Is this\nfine?' }] }],
      Stopp: [{ hooks: [{ type: 'command', command: 'x' }] }],
    },
  });
  stage.write('home/.amplifier/hooks/linter/hooks.json', {
    hooks: { PostToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command: 'lint' }] }] },
  });
}

it('shows every hook, in the order of events', async () => {
  fill();
  await stage.play(['disable', 'linter']);
  expect(await stage.play(['list'])).toMatchSnapshot();
});

it('says type and target of every type, without secrets, and what runs in the background', async () => {
  const long = 'Judge whether this command is safe for production, and be strict about it, always.';
  stage.hooks({
    PreToolUse: [
      { type: 'http', url: 'https://ann:secret@example.com:8443/hook?key=secret' },
      { type: 'mcp_tool', server: 'guard', tool: 'check_command' },
      { type: 'prompt', prompt: long },
      { type: 'agent', prompt: 'Every module\nhas a test.' },
      { command: './tests.sh', async: true },
      { command: './watch.sh', asyncRewake: true },
    ],
  });
  const { stdout } = await stage.play(['list']);
  expect(stdout).toMatchSnapshot();
  expect(stdout).not.toContain('secret');
  const { hooks } = JSON.parse((await stage.play(['list', '--json'])).stdout);
  expect(hooks.map(({ background }: { background: boolean }) => background)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(hooks[0].runs).toBe('http https://example.com:8443/hook?…');
});

it('shows how each hook ended the last time', async () => {
  stage.hooks({ Stop: ['exit 0', 'echo no >&2; exit 2', 'exit 1'] });
  await stage.play(['dispatch'], { stdin: { text: '{"hook_event_name":"Stop","session_id":"s"}' } });
  expect((await stage.play(['list'])).stdout).toMatchInlineSnapshot(`
    "Stop
      exit 0 (b9f19540f9)  armed  *
        exit 0
        .amplifier/hooks/hooks.json:1 (project)
        last: <time>, <ms>, 1 run recorded, exit 0
      echo no >&2; exit 2 (c1d37073da)  armed  *
        echo no >&2; exit 2
        .amplifier/hooks/hooks.json:1 (project)
        last: <time>, block, <ms>, 1 run recorded, exit 2
      exit 1 (84d8ad4973)  armed  *
        exit 1
        .amplifier/hooks/hooks.json:1 (project)
        last: <time>, failed, <ms>, 1 run recorded, exit 1

    3 hooks: 3 armed
    "
  `);
  const { hooks } = JSON.parse((await stage.play(['list', '--json'])).stdout);
  expect(hooks[1].last).toMatchObject({ outcome: 'finished', exitCode: 2, verdict: 'block', count: 1 });
});

it('is readable at 80 columns', async () => {
  fill();
  const { stdout } = await stage.play(['list'], { terminal: { columns: 80 } });
  const lines = withoutColours(stdout).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

it('has colours on a terminal', async () => {
  stage.hooks({ Stop: ['a'] });
  expect((await stage.play(['list'], { terminal: { columns: 80 } })).stdout).toContain('\u001b[32marmed');
  const quiet = { terminal: { columns: 80 }, env: { HOME: stage.home, NO_COLOR: '1' } };
  expect((await stage.play(['list'], quiet)).stdout).not.toContain('\u001b');
});

it('says so when there is nothing', async () => {
  expect(await stage.play(['list'])).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "No hooks are configured for <root>/project
    \`amplifier-hooks config\` shows where they are looked for; \`amplifier-hooks init\` makes one.
    ",
    }
  `);
});

it('has an object for programs', async () => {
  fill();
  const { stdout, code } = await stage.play(['list', '--json', '--event', 'PostToolUse']);
  expect([code, JSON.parse(stdout)]).toMatchSnapshot();
});

it.each([
  ['an event', ['--event', 'PreToolUse'], 4],
  ['a plugin', ['--owner', 'linter'], 1],
  ['a state', ['--state', 'quarantined'], 2],
  ['all three', ['--event', 'PreToolUse', '--state', 'disabled'], 1],
  ['nobody', ['--owner', 'nobody'], 0],
])('can be asked for %s', async (_title, argv, count) => {
  fill();
  const { stdout } = await stage.play(['list', ...argv, '--json']);
  expect(JSON.parse(stdout).hooks).toHaveLength(count);
  expect((await stage.play(['list', ...argv])).stdout).toContain(`${7 - count} not shown`);
});

it.each([
  ['an unknown event', ['--event', 'PreTolUse']],
  ['an unknown state', ['--state', 'happy']],
  ['an unknown option', ['--bogus']],
])('refuses %s', async (_title, argv) => {
  expect(await stage.play(['list', ...argv])).toMatchSnapshot();
});
