// The plugin format-validator: the script alone with every reader, and through the engine.
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
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

const SCRIPT = 'format-validator/check-format.sh';
const SHELL = ['cat', 'dirname'];
const edited = (file_path: unknown) => ({ tool_name: 'Edit', tool_input: { file_path } });
const QUIET = { code: 0, stdout: '', stderr: '' };

/** A file that does not parse, where, and words of the reason; empty: whatever the reader says. */
type Broken = readonly [name: string, content: string | Uint8Array, place: string, reason: string];

const BROKEN_JSON: readonly Broken[] = [
  ['a.json', '{"a": 1 "b": 2}', '1:9', 'expected "," or "}", found a string'],
  ['a.json', "{'a': 1}", '1:2', 'expected a name in double quotes'],
  ['a.json', '{\n  "a": [1, 2\n}', '3:1', 'expected "," or "]", found "}"'],
  ['a.json', '[1, 2', '1:6', 'found the end of the file'],
  ['a.json', '', '1:1', 'found the end of the file'],
  ['a.json', '{"a": 1}}', '1:9', 'expected the end of the file'],
  ['a.json', '{} // why', '1:4', 'expected the end of the file'],
  ['a.json', '{"grüße 😀": tru}', '1:13', 'found "tru"'],
  ['a.json', '["NaN",\n NaN]', '2:2', 'found "NaN"'],
  ['a.json', '{"a": "\\q"}', '1:8', 'this escape is not one of'],
  ['a.json', '["a\tb"]', '1:4', 'control character'],
  ['a.json', '{"a": undefined}', '1:7', 'found "undefined"'],
  ['a.json', Buffer.from('[\n"\xff"]', 'latin1'), '2:2', 'not valid UTF-8'],
  ['a.jsonc', '{\n  // "a": 1,\n  "b": }', '3:8', ''],
  ['a.jsonc', '{ /* never closed', '1:3', ''],
  ['tsconfig.json', '{ /* é */ "a" 1 }', '1:15', ''],
];

const GOOD_JSON: readonly (readonly [name: string, content: string])[] = [
  ['a.json', '{"a": [1, -2.5e3, true, null, "x\\u00e9\\n"], "b": {}}\n'],
  ['a.json', '"only a string"'],
  ['a.json', '\uFEFF{}'],
  ['a.jsonc', '{ // one\n "a": [1, 2,], /* two\n lines */ "b": "// no /* comment", }'],
  ['tsconfig.build.json', '{ "a": 1, } // end'],
  ['.vscode/settings.json', '// first\n{}'],
];

const BROKEN_YAML: readonly Broken[] = [
  ['a.yaml', 'a: 1\nb: [1, 2\nc: 3\n', '3:2', ''],
  ['a.yml', 'a: "b\n', '2:1', ''],
];

const GOOD_YAML: readonly (readonly [name: string, content: string])[] = [
  ['a.yaml', 'a: &x [1, 2]\nb: *x\n---\nsecond: document\n'],
  ['a.yml', 'Resource: !Ref Bucket\nRule: !Sub "a-b"\n'],
  ['a.yaml', ''],
];

const BROKEN_TOML: readonly Broken[] = [
  ['a.toml', '[a]\nb = \n', '2:5', ''],
  ['a.toml', 'a = 1\na = 2\n', '2:6', ''],
  ['a.toml', 'a = [1,', '1:8', ''],
];

/** The reason and message of an answer that asks the agent to look again. */
function reasonOf(stdout: string): string {
  const answer = JSON.parse(stdout);
  expect(answer).toEqual({
    decision: 'block',
    reason: expect.any(String),
    systemMessage: expect.stringContaining('does not parse'),
  });
  return answer.reason;
}

async function expectBroken(path: string, [name, content, place, reason]: Broken) {
  const project = makeProject();
  const file = write(project, name, content);
  const ended = await runScript(SCRIPT, edited(file), { project, path });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(reasonOf(ended.stdout)).toContain(`${file}:${place}: not valid `);
  expect(reasonOf(ended.stdout)).toContain(reason);
}

async function expectGood(path: string, name: string, content: string, project = makeProject()) {
  const file = write(project, name, content);
  expect(await runScript(SCRIPT, edited(file), { project, path })).toEqual(QUIET);
}

/** Gives a project the package `yaml` of this repository. */
function withYamlPackage(project: string): string {
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(join(dirname(PROGRAMS_DIR), 'yaml'), join(project, 'node_modules', 'yaml'));
  return project;
}

describe('check-format.sh', () => {
  eachReader((path) => {
    it.each(BROKEN_JSON)('tells where %s is broken: %j', (...broken) => expectBroken(path, broken));
    it.each(GOOD_JSON)('has nothing to say about %s: %j', (name, content) => expectGood(path, name, content));

    it.each(BROKEN_YAML)('tells where %s is broken, with the package yaml: %j', async (name, content) => {
      const project = withYamlPackage(makeProject());
      const file = write(project, name, content);
      const ended = await runScript(SCRIPT, edited(file), { project, path });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(reasonOf(ended.stdout)).toMatch(/a\.ya?ml:\d+:\d+: not valid YAML: [^\n]+$/);
    });
    it.each(GOOD_YAML)('has nothing to say about %s, with the package yaml: %j', (name, content) =>
      expectGood(path, name, content, withYamlPackage(makeProject())),
    );

    it.each([
      ['yaml', 'a: ['],
      ['toml', 'a ='],
    ])('tells the user where nothing reads %s', async (kind, content) => {
      const project = makeProject();
      const ended = await runScript(SCRIPT, edited(write(project, `a.${kind}`, content)), { project, path });
      expect(JSON.parse(ended.stdout)).toEqual({
        systemMessage: expect.stringContaining(`nothing here reads ${kind}`),
      });
      expect(ended.code).toBe(0);
    });

    it('runs no package of a folder above the project', async () => {
      const outer = withYamlPackage(makeProject());
      const project = join(outer, 'project');
      const file = write(project, 'a.yaml', 'a: [');
      const ended = await runScript(SCRIPT, edited(file), { project, path });
      expect(ended.stdout).toContain('nothing here reads yaml');
    });

    it.each([
      ['another kind of file', 'a.txt'],
      ['a dependency', 'node_modules/x/a.json'],
      ['a file outside of the project', '../a.json'],
      ['a link', 'link.json'],
      ['a folder', 'folder.json'],
      ['a missing file', 'missing.json'],
      ['a name with a newline', 'a\n.json'],
    ])('leaves alone: %s', async (_case, name) => {
      const outer = makeProject();
      const project = join(outer, 'project');
      for (const file of ['a.txt', 'node_modules/x/a.json', 'folder.json/x', 'a\n.json', '../a.json']) {
        write(project, file, '{');
      }
      symlinkSync(join(outer, 'a.json'), join(project, 'link.json'));
      expect(await runScript(SCRIPT, edited(join(project, name)), { project, path })).toEqual(QUIET);
    });

    it('takes a relative path from the working directory of the event', async () => {
      const project = makeProject();
      write(project, 'sub/a.json', '{');
      const event = { cwd: join(project, 'sub'), ...edited('a.json') };
      const ended = await runScript(SCRIPT, event, { project, path });
      expect(reasonOf(ended.stdout)).toContain(`${project}/sub/a.json:1:2: `);
    });

    it.each([{}, { tool_input: 'x' }, edited(7), edited('')])('has nothing to say for %j', async (event) => {
      expect(await runScript(SCRIPT, event, { project: makeProject(), path })).toEqual(QUIET);
    });

    it.each(['', 'no json', '[]', '{} {}'])('never blocks because of a broken event: %j', async (event) => {
      const ended = await runScript(SCRIPT, event, { project: makeProject(), path });
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toContain('format-validator: nothing was checked');
    });
  });

  needs('python3')('with python3 alone', () => {
    const path = () => pathWith([...SHELL, 'python3']);

    it.each(BROKEN_JSON)('tells where %s is broken: %j', (name, content, place) =>
      expectBroken(path(), [name, content, place, '']),
    );
    it.each(GOOD_JSON)('has nothing to say about %s: %j', (name, content) =>
      expectGood(path(), name, content),
    );
    it.each(['', 'no json', '[]'])('never blocks because of a broken event: %j', async (event) => {
      const ended = await runScript(SCRIPT, event, { project: makeProject(), path: path() });
      expect(ended).toMatchObject({ code: 1, stdout: '' });
    });
    it('has nothing to say where fields are missing', async () => {
      for (const event of [{}, { tool_input: 'x' }, edited(7), { cwd: 7, ...edited('') }]) {
        expect(await runScript(SCRIPT, event, { project: makeProject(), path: path() })).toEqual(QUIET);
      }
    });
  });

  needs('PyYAML')('with PyYAML', () => {
    const path = () => pathWith([...SHELL, 'node', 'python3']);
    it.each(BROKEN_YAML)('tells where %s is broken: %j', (...broken) => expectBroken(path(), broken));
    it.each(GOOD_YAML)('has nothing to say about %s: %j', (name, content) =>
      expectGood(path(), name, content),
    );
  });

  needs('tomllib')('with tomllib', () => {
    const path = () => pathWith([...SHELL, 'node', 'python3']);
    it.each(BROKEN_TOML)('tells where %s is broken: %j', (...broken) => expectBroken(path(), broken));
    it('has nothing to say about a good file', () =>
      expectGood(path(), 'a.toml', '[a]\nb = "c"\nd = 2026-01-01\n'));
  });
});

describe('through the engine', () => {
  const written = (file_path: string) => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path },
    tool_response: { success: true },
  });

  it('feeds the place and the problem back to the agent', async () => {
    const project = makeProject('format-validator');
    const file = write(project, 'a.json', '{\n  "a": 1,\n}\n');
    const decision = await decisionOn(project, written(file));
    expect(values(decision.feedback)).toEqual([
      `${file}:3:1: not valid JSON: expected a name in double quotes, found "}"`,
    ]);
    expect(values(decision.systemMessages)).toEqual([`⚠️ JSON does not parse: ${file}`]);
    expect(decision.failures).toEqual([]);
  });

  it('has nothing to say about a good file', async () => {
    const project = makeProject('format-validator');
    const decision = await decisionOn(project, written(write(project, 'a.json', '{}')));
    expect(decision).toMatchObject({
      blocked: false,
      feedback: [],
      context: [],
      systemMessages: [],
      failures: [],
    });
    expect(decision.runs).toHaveLength(1);
  });
});
