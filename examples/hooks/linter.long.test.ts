// The plugin linter: the script alone, with a stand-in for pylint and with pylint itself, and through the engine.
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addProgram, decisionOn, makeProject, needs, pathWith, runScript, values, write } from './testing.js';

const SCRIPT = 'linter/pylint-feedback.py';
const BAD = '"""Doc."""\nimport os\n';
const GOOD = '"""Doc."""\n\nVALUE = 1\n';
const edited = (file_path: unknown) => ({ tool_name: 'Edit', tool_input: { file_path } });
const message = (line: number) => ({
  line,
  column: 0,
  'message-id': 'W0611',
  message: 'Unused import "os"',
  symbol: 'unused-import',
});

/** Gives the project's virtual environment a program named pylint. */
function standIn(project: string, body: string): string {
  addProgram(join(project, '.venv', 'bin'), 'pylint', body);
  return project;
}

const printing = (value: unknown, exitCode: number) =>
  `cat <<'ANSWER'\n${JSON.stringify(value)}\nANSWER\nexit ${exitCode}`;

needs('python3')('pylint-feedback.py', () => {
  const run = (event: unknown, project: string) =>
    runScript(SCRIPT, event, { project, path: pathWith(['python3', 'cat']) });

  it('passes what pylint found on to the agent', async () => {
    const project = standIn(makeProject(), printing([message(2), message(4)], 4));
    const file = write(project, 'a.py', BAD);
    const ended = await run(edited(file), project);
    expect(JSON.parse(ended.stdout)).toEqual({
      decision: 'approve',
      contextInjection: [
        `Linting errors in ${file}:`,
        '2:1: W0611 Unused import "os" (unused-import)',
        '4:1: W0611 Unused import "os" (unused-import)',
      ].join('\n'),
      systemMessage: '⚠️ Linting issues detected',
    });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('tells the user when all is well', async () => {
    const project = standIn(makeProject(), printing([], 0));
    const ended = await run(edited(write(project, 'a.py', GOOD)), project);
    expect(JSON.parse(ended.stdout)).toEqual({ decision: 'approve', systemMessage: '✓ Lint check passed' });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('does not flood the agent', async () => {
    const many = Array.from({ length: 80 }, (_, index) => message(index + 1));
    const project = standIn(makeProject(), printing(many, 4));
    const ended = await run(edited(write(project, 'a.py', BAD)), project);
    const lines = JSON.parse(ended.stdout).contextInjection.split('\n');
    expect(lines).toHaveLength(1 + 50 + 1);
    expect(lines.at(-1)).toBe('... and 30 more');
  });

  it('gives pylint the real path of one file, and no option a file name could smuggle in', async () => {
    const project = standIn(makeProject(), 'printf "%s\\n" "$@" >arguments; echo "[]"');
    const file = write(project, '--init-hook=x.py', GOOD);
    const ended = await run({ cwd: project, ...edited('--init-hook=x.py') }, project);
    expect(ended.code).toBe(0);
    expect(readFileSync(join(project, 'arguments'), 'utf8').trimEnd().split('\n').at(-1)).toBe(file);
  });

  it.each([
    ['ends with a usage error', 'echo "no such option" >&2; exit 32', 'exit code 32: no such option'],
    ['prints something else', 'echo "Traceback"; exit 1', 'cannot be read: Traceback'],
    ['prints other JSON', 'echo "[{}]"; exit 4', 'cannot be read'],
    ['ends with 2 and says nothing', 'exit 2', 'exit code 2'],
  ])('reports a pylint that %s, and does not block', async (_case, body, expected) => {
    const project = standIn(makeProject(), body);
    const ended = await run(edited(write(project, 'a.py', BAD)), project);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('linter: ');
    expect(ended.stderr).toContain(expected);
  });

  it('says so where pylint is not installed', async () => {
    const project = makeProject();
    const ended = await run(edited(write(project, 'a.py', BAD)), project);
    expect(JSON.parse(ended.stdout)).toEqual({
      decision: 'approve',
      systemMessage: expect.stringContaining('pylint is not installed'),
    });
    expect(ended.code).toBe(0);
  });

  it.each([
    ['another language', 'a.ts'],
    ['a file outside of the project', '../outside.py'],
    ['a link that leads out of the project', 'link.py'],
    ['a missing file', 'missing.py'],
    ['a folder', '.venv'],
    ['a path that cannot be', 'a\0.py'],
  ])('leaves alone: %s', async (_case, name) => {
    const outer = makeProject();
    const project = standIn(join(outer, 'project'), 'echo "it was run" >&2; exit 2');
    symlinkSync(write(outer, 'outside.py', BAD), join(project, 'link.py'));
    write(project, 'a.ts', '');
    expect(await run({ cwd: project, ...edited(name) }, project)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it.each([{}, { tool_input: null }, edited(7), edited(''), { cwd: 7, ...edited('a.py') }])(
    'has nothing to say for %j',
    async (event) => {
      expect(await run(event, makeProject())).toEqual({ code: 0, stdout: '', stderr: '' });
    },
  );

  it.each(['', 'no json', '[]', 'null'])('reports a broken event: %j', async (event) => {
    const ended = await run(event, makeProject());
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^linter: nothing was checked: .*\n$/);
  });
});

needs('python3')('through the engine', () => {
  const written = (file_path: string) => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path },
    tool_response: { success: true },
  });

  it('injects what pylint found as context, and the agent goes on', async () => {
    const project = standIn(makeProject('linter'), printing([message(2)], 4));
    const file = write(project, 'a.py', BAD);
    const decision = await decisionOn(project, written(file));
    expect(values(decision.context)).toEqual([
      `Linting errors in ${file}:\n2:1: W0611 Unused import "os" (unused-import)`,
    ]);
    expect(values(decision.systemMessages)).toEqual(['⚠️ Linting issues detected']);
    expect(decision).toMatchObject({ blocked: false, continues: true, failures: [] });
  });

  it('only tells the user when all is well', async () => {
    const project = standIn(makeProject('linter'), printing([], 0));
    const decision = await decisionOn(project, written(write(project, 'a.py', GOOD)));
    expect(values(decision.systemMessages)).toEqual(['✓ Lint check passed']);
    expect(decision).toMatchObject({ context: [], feedback: [], failures: [] });
  });
});

needs('python3', 'pylint')('with pylint itself', () => {
  it.each([
    ['an unused import', BAD, /^2:1: W0611 .*\(unused-import\)$/m],
    ['a syntax error', 'def (:\n', /^1:\d+: E0001 .*\(syntax-error\)$/m],
  ])('reports %s', async (_case, content, expected) => {
    const project = makeProject('linter');
    const file = write(project, 'a.py', content);
    const decision = await decisionOn(project, {
      hook_event_name: 'PostToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: file },
      tool_response: {},
    });
    expect(values(decision.context).join('\n')).toMatch(expected);
    expect(decision.failures).toEqual([]);
  });

  it('finds nothing in a good file', async () => {
    const project = makeProject();
    const ended = await runScript(SCRIPT, edited(write(project, 'a.py', GOOD)), { project });
    expect(JSON.parse(ended.stdout)).toEqual({ decision: 'approve', systemMessage: '✓ Lint check passed' });
  });
});
