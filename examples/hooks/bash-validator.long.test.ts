// The plugin bash-validator: the script alone, and through the engine.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionOn, eachReader, makeProject, pathWith, runScript, values } from './testing.js';

const SCRIPT = 'bash-validator/validate.sh';
const bash = (command: unknown) => ({ tool_name: 'Bash', tool_input: { command } });
const verdict = (pattern: string) => ({
  decision: 'block',
  reason: `Dangerous command blocked: ${pattern}`,
  systemMessage: '⛔ Security: Blocked dangerous operation',
});

const RM = 'rm -rf /';
const DD = 'dd if=';
const MKFS = 'mkfs';
const BOMB = ':(){ :|:& };:';

const DANGEROUS: readonly (readonly [pattern: string, command: string])[] = [
  [RM, 'rm -rf /'],
  [RM, 'rm  -rf   /'],
  [RM, 'rm\t-rf\t/'],
  [RM, 'rm -fr /'],
  [RM, 'rm -r -f /'],
  [RM, 'rm -f -v -R /'],
  [RM, 'rm --recursive --force /'],
  [RM, 'rm -rf --no-preserve-root /'],
  [RM, 'rm -rf -- /'],
  [RM, 'rm / -rf'],
  [RM, 'rm -rf build /'],
  [RM, 'rm -rf /*'],
  [RM, 'rm -rf "/"'],
  [RM, "'rm' -r\\f /"],
  [RM, 'rm \\\n  -rf \\\n  /'],
  [RM, 'sudo /bin/rm -rf /'],
  [RM, 'true;rm -rf /;true'],
  [RM, 'echo $(rm -fr /)'],
  [RM, "bash -c 'rm -fr /'"],
  [RM, 'rm -rf 2>/dev/null /'],
  [RM, 'rm -rf /tmp/x'],
  [RM, 'rm -fr   /tmp/x'],
  [DD, 'dd if=/dev/zero of=/dev/sda'],
  [DD, 'dd  if=/dev/zero'],
  [DD, 'dd of=/dev/sda bs=1M if=/dev/zero'],
  [MKFS, 'mkfs.ext4 /dev/sda1'],
  [MKFS, 'sudo mk"fs" /dev/sda1'],
  [BOMB, ':(){ :|:& };:'],
  [BOMB, ':(){:|:&};:'],
  [BOMB, ': ( ) {  : | : & } ; :'],
  [BOMB, 'bomb() {\n  bomb | bomb &\n}\nbomb'],
  [BOMB, 'sudo bash -c ":(){ :|:& };:"'],
];

const HARMLESS: readonly string[] = [
  'ls -la',
  'rm -rf build',
  'rm -rf ./build ../other',
  'rm -rf build > /dev/null 2>&1',
  'rm -rf build && ls /',
  'rm -rf build\nls /',
  'rm -r /tmp/x',
  'rm -f /tmp/x',
  'git add if.txt',
  'npm run format',
  'f() { echo hi | cat & }; f',
  'echo "$(date)" # ⛔ \\ " \' `',
  '',
];

describe('validate.sh', () => {
  eachReader((path) => {
    const run = (event: unknown) => runScript(SCRIPT, event, { project: makeProject(), path });

    it.each(DANGEROUS)('blocks as "%s": %j', async (pattern, command) => {
      const ended = await run(bash(command));
      expect(JSON.parse(ended.stdout)).toEqual(verdict(pattern));
      expect(ended.stderr).toBe(`Dangerous command blocked: ${pattern}\n`);
      expect(ended.code).toBe(2);
    });

    it.each(HARMLESS)('lets pass: %j', async (command) => {
      expect(await run(bash(command))).toEqual({ code: 0, stdout: '', stderr: '' });
    });

    it.each([
      ['no tool_input', {}],
      ['tool_input is null', { tool_input: null }],
      ['tool_input is a string', { tool_input: 'rm -rf /' }],
      ['tool_input is an array', { tool_input: ['rm -rf /'] }],
      ['no command', { tool_input: {} }],
      ['command is a number', bash(7)],
      ['command is an object', bash({ rm: '-rf /' })],
    ])('has nothing to say where a field is missing: %s', async (_case, event) => {
      expect(await run(event)).toEqual({ code: 0, stdout: '', stderr: '' });
    });

    it.each(['', 'rm -rf /', '{"tool_input":', '[]', '"text"', 'null', '{} {}'])(
      'never blocks because of a broken event: %j',
      async (event) => {
        const ended = await run(event);
        expect(ended.code).toBe(1);
        expect(ended.stdout).toBe('');
        expect(ended.stderr).toContain('bash-validator: nothing was checked');
      },
    );

    it('finds each pattern wherever it stands in a command', async () => {
      const text = fc.string({ unit: 'grapheme', maxLength: 20 });
      const pattern = fc.constantFrom(RM, DD, MKFS, BOMB);
      await fc.assert(
        fc.asyncProperty(text, pattern, text, async (before, dangerous, after) => {
          expect((await run(bash(before + dangerous + after))).code).toBe(2);
        }),
        { numRuns: 20 },
      );
    });

    it('reads a command of a megabyte', async () => {
      expect((await run(bash(`${'echo hello;'.repeat(100_000)}rm -fr /`))).code).toBe(2);
    });
  });

  it('says what is missing where there is neither jq nor node', async () => {
    const ended = await runScript(SCRIPT, bash('rm -rf /'), {
      project: makeProject(),
      path: pathWith(['cat']),
    });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('neither jq nor node');
  });
});

describe('through the engine', () => {
  const decide = (tool: string, command: string) =>
    decisionOn(makeProject('bash-validator'), {
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: { command },
    });

  it('denies a dangerous command, with the reason for the agent and a message for the user', async () => {
    const decision = await decide('Bash', 'rm -fr /');
    expect(decision.permission).toBe('deny');
    expect(decision.reason).toBe('Dangerous command blocked: rm -rf /');
    expect(values(decision.systemMessages)).toEqual(['⛔ Security: Blocked dangerous operation']);
    expect(decision.failures).toEqual([]);
  });

  it('leaves a harmless command to the host', async () => {
    const decision = await decide('Bash', 'ls');
    expect(decision).toMatchObject({ permission: null, reason: null, systemMessages: [], failures: [] });
    expect(decision.runs).toHaveLength(1);
  });

  it('does not run for another tool', async () => {
    expect((await decide('Read', 'rm -rf /')).runs).toEqual([]);
  });
});
