// The plugin formatter: the script alone, and through the engine.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addProgram,
  decisionOn,
  eachReader,
  makeProject,
  needs,
  PROGRAMS_DIR,
  pathWith,
  runScript,
  values,
  write,
} from './testing.js';

const SCRIPT = 'formatter/format-ts.sh';
const UGLY = 'const  a={b:1}';
const NICE = 'const a = { b: 1 };\n';
const edited = (file_path: unknown) => ({ tool_name: 'Edit', tool_input: { file_path } });
const read = (project: string, name: string) => readFileSync(join(project, name), 'utf8');

/** How the script ends that formatted a file: with a message that the user is shown. */
const formatted = (file: string) => ({
  code: 0,
  stdout: `${JSON.stringify({ systemMessage: `✓ Formatted ${file}` })}\n`,
  stderr: '',
});

/** Gives a project the prettier of this repository. */
function withPrettier(project: string): string {
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(PROGRAMS_DIR, join(project, 'node_modules', '.bin'));
  return project;
}

describe('format-ts.sh', () => {
  eachReader((path) => {
    const run = (event: unknown, project: string) => runScript(SCRIPT, event, { project, path });

    needs('prettier')('with the prettier of the project', () => {
      it.each(['a.ts', 'src/deep/a.d.ts', 'with blank.ts', '[id].ts', '-w.ts', 'src/../up.ts', "o'ne$x.ts"])(
        'formats %j',
        async (name) => {
          const project = withPrettier(makeProject());
          mkdirSync(join(project, 'src'), { recursive: true });
          write(project, name, UGLY);
          const ended = await run(edited(`${project}/${name}`), project);
          expect(ended).toEqual(formatted(`${project}/${name}`));
          expect(read(project, name)).toBe(NICE);
        },
      );

      it('takes a relative path from the working directory of the event', async () => {
        const project = withPrettier(makeProject());
        write(project, 'sub/a.ts', UGLY);
        const ended = await run({ cwd: join(project, 'sub'), ...edited('a.ts') }, project);
        expect(ended).toEqual(formatted(`${project}/sub/a.ts`));
        expect(read(project, 'sub/a.ts')).toBe(NICE);
      });

      it('reports a file that prettier cannot read, and does not block', async () => {
        const project = withPrettier(makeProject());
        const file = write(project, 'a.ts', 'const = {');
        const ended = await run(edited(file), project);
        expect(ended.code).toBe(1);
        expect(ended.stdout).toBe('');
        expect(ended.stderr).toContain(`formatter: prettier did not format ${file}`);
        expect(ended.stderr).toContain('SyntaxError');
      });

      it('does not claim to have formatted a file that prettier ignores', async () => {
        const project = withPrettier(makeProject());
        write(project, '.prettierignore', 'a.ts\n');
        const file = write(project, 'a.ts', UGLY);
        expect(await run(edited(file), project)).toEqual({ code: 0, stdout: '', stderr: '' });
        expect(read(project, 'a.ts')).toBe(UGLY);
      });

      it.each([
        ['another language', 'a.py'],
        ['another project', '../a.ts'],
        ['a link', 'link.ts'],
        ['a folder', 'folder.ts'],
        ['a missing file', 'missing.ts'],
      ])('leaves alone: %s', async (_case, name) => {
        const outer = makeProject();
        const project = withPrettier(makeProjectIn(outer));
        mkdirSync(join(project, 'folder.ts'));
        write(project, 'a.py', UGLY);
        symlinkSync(write(outer, 'a.ts', UGLY), join(project, 'link.ts'));
        expect(await run(edited(join(project, name)), project)).toEqual({ code: 0, stdout: '', stderr: '' });
        expect(read(outer, 'a.ts')).toBe(UGLY);
        expect(read(project, 'a.py')).toBe(UGLY);
      });
    });

    it('uses the prettier on the PATH where the project has none', async () => {
      const project = makeProject();
      addProgram(join(project, 'bin'), 'prettier', 'echo "$@"; echo formatted >"$2"');
      const file = write(project, 'a.ts', UGLY);
      const ended = await runScript(SCRIPT, edited(file), {
        project,
        path: `${path}${delimiter}${join(project, 'bin')}`,
      });
      expect(ended).toEqual(formatted(file));
      expect(read(project, 'a.ts')).toBe('formatted\n');
    });

    it('says so where there is no prettier at all', async () => {
      const project = makeProject();
      const file = write(project, 'a.ts', UGLY);
      const ended = await run(edited(file), project);
      expect(ended.code).toBe(0);
      expect(JSON.parse(ended.stdout)).toEqual({
        systemMessage: expect.stringContaining('prettier is not installed'),
      });
      expect(read(project, 'a.ts')).toBe(UGLY);
    });

    it.each([{}, { tool_input: [] }, edited(7), edited(''), edited('a\n.ts'), { cwd: 7, ...edited('a.ts') }])(
      'has nothing to do for %j',
      async (event) => {
        expect(await run(event, makeProject())).toEqual({ code: 0, stdout: '', stderr: '' });
      },
    );

    it.each(['', 'no json', '[]', '{} {}'])('never blocks because of a broken event: %j', async (event) => {
      const ended = await run(event, makeProject());
      expect(ended.code).toBe(1);
      expect(ended.stdout).toBe('');
      expect(ended.stderr).toContain('formatter: nothing was formatted');
    });
  });
});

function makeProjectIn(folder: string): string {
  const project = join(folder, 'project');
  mkdirSync(project);
  return project;
}

describe('through the engine', () => {
  const written = (file_path: string) => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path, content: UGLY },
    tool_response: { success: true },
  });

  needs('prettier')('with prettier', () => {
    it('formats the file, and the agent goes on', async () => {
      const project = withPrettier(makeProject('formatter'));
      const file = write(project, 'a.ts', UGLY);
      const decision = await decisionOn(project, written(file));
      expect(read(project, 'a.ts')).toBe(NICE);
      expect(decision).toMatchObject({
        blocked: false,
        feedback: [],
        context: [],
        failures: [],
        diagnostics: [],
      });
      expect(values(decision.systemMessages)).toEqual([`✓ Formatted ${file}`]);
    });
  });

  it('tells the user where prettier is missing', async () => {
    const project = makeProject('formatter');
    const decision = await decisionOn(project, written(write(project, 'a.ts', UGLY)), {
      PATH: pathWith(['sh', 'cat', 'dirname', 'node']),
    });
    expect(values(decision.systemMessages)).toEqual([expect.stringContaining('prettier is not installed')]);
    expect(decision.failures).toEqual([]);
  });
});
