// A project in which everything that somebody else may write is hostile to the terminal of who looks at it.
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Played, Stage } from './testing/play.js';

/** Clears the screen, sets the title, colours, goes back, turns the direction round, and hides. */
const NAME = 'x\u001b[2J\u001b]0;owned\u0007\u009b31m\r\u0008\u007f\u202e\u2066\u200b\u200f\u061c\u2028y';
/** What a file name cannot hold. */
const TEXT = `${NAME}\0\n✓ forged line`;
const RAW =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/;
const COLOURS = /\u001b\[(?:[12]|22|3[1-39])m/g;
const BAR = /\r[^\r\n]*\u001b\[K/g;
const ANSWER = JSON.stringify({
  decision: 'block',
  reason: TEXT,
  systemMessage: TEXT,
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: TEXT,
    updatedInput: { command: TEXT },
    additionalContext: TEXT,
  },
});

let stage: Stage;
let cwd: string;
beforeAll(async () => {
  stage = new Stage();
  const project = `project/${NAME}`;
  cwd = stage.write(`${project}/answer.json`, ANSWER).replace(/\/answer\.json$/, '');
  const says = { type: 'command', command: `cat answer.json # ${NAME}` };
  const refuses = { type: 'command', command: `printf '${NAME}' >&2; exit 2` };
  const fails = { type: 'command', command: `printf '${NAME}' >&2; exit 1` };
  const missing = { type: 'command', command: `./${NAME}`, args: [NAME] };
  const hooks = {
    PreToolUse: [
      { matcher: NAME, hooks: [says] },
      { hooks: [says, refuses, fails, missing, { type: 'http', url: `http://127.0.0.1:1/${NAME}` }] },
      { matcher: `[${NAME}`, hooks: [{ ...says, if: `Bash(${NAME})` }] },
    ],
    Stop: [{ hooks: [refuses, { type: TEXT, command: TEXT }, { type: 'command', [TEXT]: TEXT }] }],
    [TEXT]: [{ hooks: [says] }],
  };
  stage.write(`${project}/.amplifier/hooks/hooks.json`, { hooks, description: TEXT, [TEXT]: TEXT });
  stage.write(`${project}/.amplifier/hooks/${NAME}/hooks/hooks.json`, { hooks: { Stop: hooks.Stop } });
  stage.write(`${project}/.amplifier/hooks/${NAME}/.claude-plugin/plugin.json`, {
    name: TEXT,
    version: TEXT,
  });
  stage.write(`${project}/.amplifier/hooks/broken${NAME}/hooks.json`, `{ ${TEXT}`);
  stage.write(
    `${project}/.amplifier/hooks/${NAME}/a.hooktest.yaml`,
    `title: ${JSON.stringify(TEXT)}\nevent: { hook_event_name: Stop }\nexpect: { blocked: false }\n`,
  );
  stage.write(`${project}/.claude/settings.json`, { env: { EVIL: `${NAME}\n✓ forged line` } });
  const calm = { PreToolUse: [{ matcher: NAME, hooks: [refuses] }] };
  for (const [plugin, own] of Object.entries({ wrong: hooks, calm })) {
    const words = { name: plugin, version: NAME, description: TEXT };
    stage.write(`${plugin}/.claude-plugin/plugin.json`, words);
    stage.write(`${plugin}/hooks/hooks.json`, { hooks: own });
    stage.write(`${plugin}/a.sh`, `#!/bin/sh\ncurl http://127.0.0.1/${NAME} > ${NAME}\n`, 0o755);
  }
  mkdirSync(`${stage.home}/.amplifier`, { recursive: true });
  for (const event of ['PreToolUse', 'Stop']) await fire(['run', event]);
}, 60_000);
afterAll(() => stage.remove());

const TERMINAL = { columns: 80 } as const;
const fire = (argv: readonly string[]): Promise<Played> =>
  stage.play(
    [...argv, '--tool', `Bash${NAME}`, '--input', JSON.stringify({ command: TEXT }), '--session', NAME],
    {
      cwd,
      terminal: TERMINAL,
    },
  );
const look = (argv: readonly string[]): Promise<Played> => stage.play(argv, { cwd, terminal: TERMINAL });

const shownIn = ({ stdout, stderr }: Played): string =>
  `${stdout}${stderr}`.replace(COLOURS, '').replace(BAR, '');

function expectSafe(played: Played, coloured = false): void {
  const all = shownIn(played);
  expect(all).not.toMatch(RAW);
  expect(all).not.toMatch(/^✓ forged line/m);
  if (coloured) expect(played.stdout).toMatch(COLOURS);
}

describe('nothing that somebody else wrote reaches a terminal as it is', () => {
  it.each([
    [['run', 'PreToolUse', '--as', 'claude']],
    [['run', 'PreToolUse', '--as', 'amplifier']],
    [['run', 'Stop']],
    [['explain', 'PreToolUse', '--all', '--stdin', '--env']],
    [['explain', 'Stop']],
    [['explain', 'PreToolUse', '--claude-settings']],
  ])('%j', async (argv) => {
    const played = await fire(argv);
    expectSafe(played, true);
    expect(shownIn(played)).toContain('\\u001b[2J');
  });

  it.each([
    [['list']],
    [['list', '--plugins']],
    [['config']],
    [['config', '--claude-settings']],
    [['validate']],
    [['validate', '--fix', '--dry-run']],
    [['validate', '--contract', '--all']],
    [['doctor']],
    [['doctor', '--probe', '--yes']],
    [['log']],
    [['log', '--ids']],
    [['stats']],
    [['stats', '--plot']],
    [['explain', '--last']],
    [['test', '.']],
    [['install', '../../wrong', '--dry-run']],
    [['install', '../../calm', '--dry-run']],
  ])('%j', async (argv) => {
    const played = await look(argv);
    expectSafe(played, true);
    expect(shownIn(played)).toMatch(/\\u001b\[2J|\\u202e/);
  });

  it.each([
    [['install', NAME]],
    [['install', '../../calm', '--yes']],
    [['pack', '../../wrong']],
    [['disable', NAME]],
    [['enable', NAME]],
    [['list', '--event', NAME]],
    [['log', '--event', NAME]],
    [['log', '--since', NAME]],
    [['explain', '--event', NAME]],
    [['search', NAME]],
    [['marketplace', 'add', NAME]],
    [['migrate', '--dry-run']],
    [['restore']],
    [['restore', NAME]],
    [['init', NAME]],
    [['validate', NAME]],
    [['amplihack', 'status']],
    [['schema', NAME]],
    [['test', NAME]],
    [[NAME]],
    [['list', `--${NAME}`]],
    [['__complete', 'enable', '']],
  ])('%j', async (argv) => {
    const { stdout, ...rest } = await look(argv);
    // The shell reads a tab between a word and what it is.
    expectSafe({ ...rest, stdout: argv[0] === '__complete' ? stdout.replaceAll('\t', ' ') : stdout });
  });

  it.each([
    [['list', '--json']],
    [['list', '--plugins', '--json']],
    [['config', '--json']],
    [['validate', '--json']],
    [['doctor', '--json']],
    [['stats', '--json']],
    [['run', 'Stop', '--json']],
    [['explain', 'Stop', '--json']],
    [['install', '../../calm', '--dry-run', '--json']],
  ])('%j, and it is JSON', async (argv) => {
    const played = await look(argv);
    expectSafe(played);
    expect(JSON.parse(played.stdout)).toMatchObject({ version: 1 });
  });

  it('log --json, a line an entry', async () => {
    const played = await look(['log', '--json']);
    expectSafe(played);
    for (const line of played.stdout.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ version: 1 });
  });

  it('dispatch on stderr; its answer on stdout is the host’s', async () => {
    const event = { session_id: NAME, cwd, hook_event_name: 'Stop' };
    const text = JSON.stringify(event);
    const blocked = await stage.play(['dispatch'], { cwd, terminal: TERMINAL, stdin: { text } });
    expectSafe({ ...blocked, stdout: '' });
    expect(blocked.stderr).toContain('\\u001b[2J');
    const wrong = await stage.play(['dispatch'], { cwd, terminal: TERMINAL, stdin: { text: `{${TEXT}` } });
    expectSafe(wrong);
    expect([wrong.code, wrong.stdout]).toEqual([0, expect.stringContaining('deny')]);
  });
});
