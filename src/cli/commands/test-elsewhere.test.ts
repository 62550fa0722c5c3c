// `test` of hooks whose scripts lie elsewhere in the project, and of hooks in settings files.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Played, Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const guard = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command, timeout: 5 }] }] },
});
/** Denies with what stands in a file beside it, by a function of another file there. */
const writeGuard = (folder: string): void => {
  stage.write(
    `${folder}/block.sh`,
    '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\nrefuse "$(cat "$(dirname "$0")/reason.txt")"\n',
    0o755,
  );
  stage.write(`${folder}/lib.sh`, 'refuse() { echo "$1" >&2; exit 2; }\n');
  stage.write(`${folder}/reason.txt`, 'not today');
};
const TEST = `title: bash is denied
event: { hook_event_name: PreToolUse, tool_name: Bash, tool_input: { command: ls } }
expect: { permission: deny, reason: not today, ran: { block: 1 } }
`;
const IN_PROJECT = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/block.sh';
const passes = ({ code, stdout, stderr }: Played): void =>
  expect({ code, stderr, stdout: stdout.split('\n').at(-2) }).toEqual({
    code: 0,
    stderr: '',
    stdout: '1 passed, 0 failed in <s>',
  });

describe('hooks of the project', () => {
  it.each([
    ['a variable', '"$CLAUDE_PROJECT_DIR"/.claude/hooks/block.sh', '.claude/hooks'],
    ['a variable in braces', `\${CLAUDE_PROJECT_DIR}/tools/my hooks/block.sh`, 'tools/my hooks'],
    ['a relative path', 'sh tools/block.sh', 'tools'],
  ])('whose scripts lie elsewhere in it, named by %s', async (_title, command, folder) => {
    writeGuard(`project/${folder}`);
    const quoted = command.includes('my hooks') ? `"${command}"` : command;
    stage.write('project/.amplifier/hooks/hooks.json', guard(quoted));
    stage.write('project/.amplifier/hooks/block.hooktest.yaml', TEST);
    passes(await stage.play(['test']));
  });

  it('of a plugin in the hooks directory too', async () => {
    writeGuard('project/.claude/hooks');
    stage.write('project/.amplifier/hooks/mine/hooks.json', guard(IN_PROJECT));
    stage.write('project/.amplifier/hooks/mine/block.hooktest.yaml', TEST);
    passes(await stage.play(['test']));
  });

  it('that were moved here', async () => {
    writeGuard('project/.claude/hooks');
    stage.write('project/.claude/settings.json', guard(IN_PROJECT));
    expect((await stage.play(['migrate', '--from', 'claude', '--yes'])).code).toBe(0);
    stage.write('project/.amplifier/hooks/block.hooktest.yaml', TEST);
    passes(await stage.play(['test']));
  });

  it('a script at the root of the project comes alone', async () => {
    stage.write('project/block.sh', '#!/bin/sh\nls >&2; exit 2\n', 0o755);
    stage.write('project/other.txt', '');
    stage.write('project/.amplifier/hooks/hooks.json', guard('"$CLAUDE_PROJECT_DIR/block.sh"'));
    stage.write(
      'project/.amplifier/hooks/block.hooktest.yaml',
      TEST.replace('reason: not today', 'reason: block.sh'),
    );
    passes(await stage.play(['test']));
  });
});

describe('hooks of settings files', () => {
  it.each([
    ['beside them', 'settings.json', '.claude/block.hooktest.yaml'],
    ['in a folder for tests', 'settings.json', '.claude/tests/block.hooktest.yaml'],
    ['beside the scripts', 'settings.json', '.claude/hooks/block.hooktest.yaml'],
    ['beside those of one person', 'settings.local.json', '.claude/block.hooktest.yaml'],
  ])('with a test %s', async (_title, settings, test) => {
    writeGuard('project/.claude/hooks');
    stage.write(`project/.claude/${settings}`, guard(IN_PROJECT));
    stage.write(`project/${test}`, TEST);
    passes(await stage.play(['test']));
  });

  it('of the user, in a home of its own', async () => {
    writeGuard('home/.claude/hooks');
    stage.write('home/.claude/settings.json', guard('"$HOME"/.claude/hooks/block.sh'));
    stage.write('home/.claude/block.hooktest.yaml', TEST);
    passes(await stage.play(['test', '../home/.claude'], { strange: true }));
  });

  it('that nobody approved are not run', async () => {
    writeGuard('project/.claude/hooks');
    stage.write('project/.claude/settings.json', guard(IN_PROJECT));
    stage.write('project/.claude/block.hooktest.yaml', TEST);
    const { code, stdout, stderr } = await stage.play(['test'], { strange: true });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('their tests are not run, because nobody sits at a terminal');
    const [, line = ''] = /approve them: amplifier-hooks (.*)/.exec(stderr) ?? [];
    const argv = [...line.replace('<root>', stage.root).split(' '), '--yes'];
    await stage.play(argv, { strange: true, stdin: { text: '', terminal: true } });
    passes(await stage.play(['test'], { strange: true }));
  });
});
