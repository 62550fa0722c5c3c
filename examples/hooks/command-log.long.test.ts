// The plugin command-log: the script alone, and through the engine.
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionOn, eachReader, makeProject, pathWith, runScript, write } from './testing.js';

const SCRIPT = 'command-log/log-command.sh';
const bash = (command: unknown) => ({ tool_name: 'Bash', tool_input: { command } });
const logOf = (project: string) => join(project, 'bash-commands.log');
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** The command a record stands for: quotes are the only thing a record writes otherwise than JSON does. */
const restored = (record: string): unknown =>
  JSON.parse(`"${record.replace(/\\.|"/g, (piece) => (piece === '"' ? '\\"' : piece))}"`);

const PLAIN: readonly string[] = [
  'ls -la',
  'echo "a b" \'c\' `d` $HOME *',
  'for i in 1 2; do\n  echo $i\ndone',
  'printf "a\\nb\\\\" \\"',
  'ends with newlines\n\n',
  'tab\there, return\rthere, escape \u001b[31m, delete \u007f, nul \u0000.',
  'grüße ⛔ 😀',
  'EOF\nRECORD\n$(touch pwned) `touch pwned`',
  '-n',
];

const SECRET: readonly (readonly [command: string, record: string])[] = [
  ['PASSWORD=hunter2 ./deploy', 'PASSWORD=*** ./deploy'],
  ['export GITHUB_TOKEN="a b"; make', 'export GITHUB_TOKEN=***; make'],
  ["mysql --password 'a b' -e 1", 'mysql --password *** -e 1'],
  ['tool --api-key=abc --verbose', 'tool --api-key=*** --verbose'],
  ['curl -H "Authorization: Bearer abc.def" x', 'curl -H "Authorization: Bearer ***" x'],
  ['curl -H "authorization: basic YWJj" x', 'curl -H "authorization: basic ***" x'],
  ['git clone https://me:hunter2@host/x', 'git clone https://me:***@host/x'],
  ['curl -d "{\\"password\\": \\"a b\\"}" x', 'curl -d "{\\\\"password\\\\": ***}" x'],
  ['git commit -m "token handling"', 'git commit -m "token handling"'],
];

describe('log-command.sh', () => {
  eachReader((path) => {
    const run = (event: unknown, project: string) => runScript(SCRIPT, event, { project, path });

    it.each(PLAIN)('writes one line from which the command can be restored: %j', async (command) => {
      const project = makeProject();
      expect(await run(bash(command), project)).toEqual({ code: 0, stdout: '', stderr: '' });
      const [record, ...rest] = readFileSync(logOf(project), 'utf8').split('\n');
      expect(rest).toEqual(['']);
      expect(restored(record ?? '')).toBe(command);
      expect(record).not.toMatch(/[\u0000-\u001f\u007f]/);
      expect(existsSync(join(project, 'pwned'))).toBe(false);
    });

    it.each(SECRET)('keeps secrets out of the log: %j', async (command, record) => {
      const project = makeProject();
      await run(bash(command), project);
      expect(readFileSync(logOf(project), 'utf8')).toBe(`${record}\n`);
    });

    it('appends, in the order of the commands, to a file only the user can read', async () => {
      const project = makeProject();
      write(project, 'bash-commands.log', 'first\n');
      chmodSync(logOf(project), 0o644);
      await run(bash('second'), project);
      await run(bash('third\nline'), project);
      expect(readFileSync(logOf(project), 'utf8')).toBe('first\nsecond\nthird\\nline\n');
      expect(modeOf(logOf(project))).toBe(0o600);
    });

    it('creates the log for the user alone, whatever the umask', async () => {
      const project = makeProject();
      const before = process.umask(0);
      try {
        await run(bash('ls'), project);
      } finally {
        process.umask(before);
      }
      expect(modeOf(logOf(project))).toBe(0o600);
    });

    it('does not mix the records of hooks that run at once', async () => {
      const project = makeProject();
      const commands = Array.from('abcdefghijkl', (letter) => letter.repeat(30_000));
      await Promise.all(commands.map((command) => run(bash(command), project)));
      expect(readFileSync(logOf(project), 'utf8').trimEnd().split('\n').sort()).toEqual(commands);
    });

    it.each([{}, { tool_input: null }, { tool_input: 'x' }, bash(7), bash('')])(
      'writes nothing where there is no command: %j',
      async (event) => {
        const project = makeProject();
        expect(await run(event, project)).toEqual({ code: 0, stdout: '', stderr: '' });
        expect(existsSync(logOf(project))).toBe(false);
      },
    );

    it.each(['', 'no json', '[]', 'null', '{} {}'])(
      'never blocks because of a broken event: %j',
      async (event) => {
        const project = makeProject();
        const ended = await run(event, project);
        expect(ended.code).toBe(1);
        expect(ended.stdout).toBe('');
        expect(ended.stderr).toContain('command-log: nothing was logged');
        expect(existsSync(logOf(project))).toBe(false);
      },
    );

    it('does not write through a link', async () => {
      const project = makeProject();
      const other = write(project, 'other', 'untouched');
      symlinkSync(other, logOf(project));
      const ended = await run(bash('ls'), project);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('not an ordinary file');
      expect(readFileSync(other, 'utf8')).toBe('untouched');
    });

    it('says so when the log cannot be written', async () => {
      const project = makeProject();
      writeFileSync(join(project, 'file'), '');
      const ended = await runScript(SCRIPT, bash('ls'), {
        project,
        path,
        env: { AMPLIFIER_PROJECT_DIR: join(project, 'file') },
      });
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('cannot be written');
    });
  });

  it('says what is missing where there is neither jq nor node', async () => {
    const ended = await runScript(SCRIPT, bash('ls'), { project: makeProject(), path: pathWith(['cat']) });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('neither jq nor node');
  });
});

describe('through the engine', () => {
  it('logs the command and leaves the decision to the host', async () => {
    const project = makeProject('command-log');
    const decision = await decisionOn(project, {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'echo one\necho two' },
    });
    expect(decision).toMatchObject({ permission: null, context: [], systemMessages: [], failures: [] });
    expect(readFileSync(logOf(project), 'utf8')).toBe('echo one\\necho two\n');
    expect(modeOf(logOf(project))).toBe(0o600);
  });

  it('logs a command that another plugin blocks', async () => {
    const project = makeProject('command-log', 'bash-validator');
    const decision = await decisionOn(project, {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf /' },
    });
    expect(decision.permission).toBe('deny');
    expect(readFileSync(logOf(project), 'utf8')).toBe('rm -rf /\n');
  });
});
