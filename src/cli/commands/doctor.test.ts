// `doctor`.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PlayOptions, Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

/** What differs from machine to machine. */
const MACHINE: NonNullable<PlayOptions['replace']> = [
  [/Node \d+\.\d+\.\d+/g, 'Node <version>'],
  [/\[pass\] bash: .*/g, '[pass] bash: <bash>'],
  [/\[pass\] home: .*/g, '[pass] home: <home>'],
  [/\/bin\/sh is \w+/g, '/bin/sh is <shell>'],
  [/PATH has \d+ folders/g, 'PATH has <n> folders'],
  [/temporary files: [^,]+,/g, 'temporary files: <folder>,'],
];

const play = (argv: readonly string[], options: Partial<PlayOptions> = {}) => {
  const env = { PATH: process.env['PATH'], HOME: stage.home, XDG_RUNTIME_DIR: stage.home };
  return stage.play(argv, { replace: MACHINE, env, ...options });
};

/** One of each kind. */
function troubled(): void {
  stage.write('project/.amplifier/hooks/guard/guard.sh', '#!/bin/sh\necho no >&2\nexit 2\n', 0o755);
  stage.write('project/.amplifier/hooks/guard/hooks.json', {
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/guard.sh"` }] },
      ],
    },
  });
  stage.hooks({
    PreToolUse: [`"$CLAUDE_PROJECT_DIR/gone.sh"`],
    SessionStart: ['echo hello'],
    Notification: [{ type: 'http', url: 'http://127.0.0.1:1/' }],
    Nope: ['true'],
  });
}

it('a project without hooks', async () => {
  expect(await play(['doctor'])).toMatchSnapshot();
});

it('a project with troubles', async () => {
  troubled();
  const state = join(stage.home, '.local', 'state', 'amplifier-hooks');
  mkdirSync(state, { recursive: true });
  chmodSync(state, 0o755);
  expect(await play(['doctor'])).toMatchSnapshot();
});

it('has an object for programs', async () => {
  stage.hooks({ SessionStart: ['echo hello'] });
  const { stdout, code } = await play(['doctor', '--json']);
  const { version, findings, probe } = JSON.parse(stdout);
  expect([code, version, probe]).toEqual([0, 1, null]);
  expect(findings.filter(({ area }: { area: string }) => area === 'hooks')).toMatchSnapshot();
});

it('--probe starts the hooks and says how they are', async () => {
  stage.hooks({
    PreToolUse: ['echo broken >&2; exit 5', 'cat /no-such-place/data; exit 0'],
    SessionStart: ['echo hello'],
    Notification: [{ type: 'http', url: 'http://127.0.0.1:1/' }],
  });
  const { stdout, stderr, code } = await play(['doctor', '--probe', '--yes']);
  expect([code, stderr, stdout.slice(stdout.indexOf('\nprobe\n'))]).toMatchSnapshot();
});

it('--probe has an object for programs', async () => {
  stage.hooks({ SessionStart: ['echo hello'] });
  const { stdout, code } = await play(['doctor', '--probe', '--yes', '--json']);
  expect([code, JSON.parse(stdout).probe]).toMatchSnapshot();
});

it('--probe without anybody to ask is refused, and nothing is started', async () => {
  stage.hooks({ SessionStart: [`touch '${stage.root}/started'`] });
  expect(await play(['doctor', '--probe'])).toMatchSnapshot();
});

it('--probe asks at a terminal; no answer is a no', async () => {
  stage.hooks({ SessionStart: ['echo hello'] });
  const { stdout, stderr, code } = await play(['doctor', '--probe'], { stdin: 'terminal' });
  expect(code).toBe(0);
  expect(stderr).toMatch(/Start them\? \[y\/N\] Nothing was started\.\n$/);
  expect(stdout).not.toContain('\nprobe\n');
});

it('stays within a terminal of 80 columns', async () => {
  troubled();
  const { stdout } = await play(['doctor'], { terminal: { columns: 80 } });
  expect(stdout).toContain('\u001b[31m[fail]\u001b[39m');
  const lines = stdout.replace(/\u001b\[\d+m/g, '').split('\n');
  expect(lines.filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([]);
});

it('has help with examples', async () => {
  expect(await play(['doctor', '--help'])).toMatchSnapshot();
});
