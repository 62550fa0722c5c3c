import { homedir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NATIVE_TOOLS } from '../../events/index.js';
import { knownCalls, nativeInput } from './tool-names.js';

const shown = (native: string, input: unknown) => knownCalls(native, input, '/p');

describe('a tool call as hooks know it', () => {
  it.each<[string, unknown, string, unknown]>([
    ['bash', { command: 'ls', timeout: 30 }, 'Bash', { command: 'ls', timeout: 30_000 }],
    ['bash', { command: 'ls', timeout: 'soon' }, 'Bash', { command: 'ls', timeout: 'soon' }],
    ['read_file', { file_path: 'a', limit: 3 }, 'Read', { file_path: '/p/a', limit: 3 }],
    ['write_file', { file_path: '.env', content: 'x' }, 'Write', { file_path: '/p/.env', content: 'x' }],
    ['write_file', { file_path: 'a/../../.env' }, 'Write', { file_path: '/.env' }],
    ['write_file', { file_path: '/x/./y' }, 'Write', { file_path: '/x/y' }],
    ['write_file', { file_path: '~/.ssh/config' }, 'Write', { file_path: join(homedir(), '.ssh/config') }],
    ['read_file', { file_path: '@bundle:docs/a.md' }, 'Read', { file_path: '@bundle:docs/a.md' }],
    ['read_file', { file_path: 7 }, 'Read', { file_path: 7 }],
    [
      'edit_file',
      { file_path: 'a', old_string: 'x', new_string: 'y' },
      'Edit',
      { file_path: '/p/a', old_string: 'x', new_string: 'y' },
    ],
    ['grep', { pattern: 'x', path: '.' }, 'Grep', { pattern: 'x', path: '.' }],
    ['glob', { pattern: '*' }, 'Glob', { pattern: '*' }],
    ['web_fetch', { url: 'u' }, 'WebFetch', { url: 'u' }],
    ['web_search', { query: 'q' }, 'WebSearch', { query: 'q' }],
    [
      'delegate',
      { agent: 'a', instruction: 'i', context_depth: 'none' },
      'Agent',
      { subagent_type: 'a', prompt: 'i', context_depth: 'none' },
    ],
    ['task', { agent: 'a', instruction: 'i' }, 'Agent', { subagent_type: 'a', prompt: 'i' }],
    ['todo', { action: 'update', todos: [] }, 'TodoWrite', { action: 'update', todos: [] }],
    ['load_skill', { skill_name: 's' }, 'Skill', { skill: 's' }],
    ['mcp_memory_create_entities', { x: 1 }, 'mcp__memory__create_entities', { x: 1 }],
    ['mcp__memory__create', {}, 'mcp__memory__create', {}],
    ['something_else', { timeout: 3 }, 'something_else', { timeout: 3 }],
    ['bash', 'not an object', 'Bash', 'not an object'],
    ['apply_patch', {}, 'Edit', {}],
  ])('%s %o', (native, input, name, known) => {
    expect(shown(native, input)).toEqual([{ name, input: known }]);
  });

  it('a rewritten input is the tool’s own again, whatever is in it', () => {
    const native = fc.constantFrom(
      ...NATIVE_TOOLS.map((tool) => tool.native).filter((name) => name !== 'apply_patch'),
    );
    const fields = fc.constantFrom(
      'command',
      'timeout',
      'agent',
      'instruction',
      'skill_name',
      'file_path',
      'constructor',
    );
    const input = fc.dictionary(
      fields,
      fc.oneof(fc.string(), fc.integer({ min: 1, max: 10_000 }), fc.boolean()),
    );
    fc.assert(
      fc.property(native, input, (tool, own) => {
        const [call] = shown(tool, own);
        expect(nativeInput(tool, Object(call.input), call, own)).toEqual(own);
      }),
    );
  });
});

describe('the path of a file', () => {
  const [call] = shown('write_file', { file_path: 'a', content: 'x' });

  it('is the one of the model again where hooks left it alone', () => {
    const written = { file_path: '/p/a', content: 'y' };
    expect(nativeInput('write_file', written, call, { file_path: 'a', content: 'x' })).toEqual({
      file_path: 'a',
      content: 'y',
    });
  });

  it('is what hooks wrote where they changed it', () => {
    const written = { file_path: '/p/b', content: 'x' };
    expect(nativeInput('write_file', written, call, { file_path: 'a', content: 'x' })).toEqual(written);
  });
});

describe('a patch', () => {
  const PATCH = [
    '*** Begin Patch',
    '*** Add File: src/new.ts',
    '+one',
    '+two',
    '*** Update File: src/old.ts',
    '@@ function f()',
    ' keep',
    '-gone',
    '+come',
    '*** Delete File: /abs/dead.ts',
    '*** Update File: here.ts',
    '*** Move to: there.ts',
    '-a',
    '+b',
    '*** End Patch',
  ].join('\n');

  it('is shown file by file, with absolute paths', () => {
    const patch = { patch: PATCH };
    expect(shown('apply_patch', patch)).toEqual([
      { name: 'Write', input: { ...patch, file_path: '/p/src/new.ts', content: 'one\ntwo' } },
      {
        name: 'Edit',
        input: { ...patch, file_path: '/p/src/old.ts', old_string: 'keep\ngone', new_string: 'keep\ncome' },
      },
      { name: 'Edit', input: { ...patch, file_path: '/abs/dead.ts', old_string: '', new_string: '' } },
      { name: 'Edit', input: { ...patch, file_path: '/p/here.ts', old_string: 'a', new_string: 'b' } },
      { name: 'Write', input: { ...patch, file_path: '/p/there.ts', content: 'b' } },
    ]);
  });

  it.each([
    [{ type: 'create_file', path: 'a.ts', diff: '+x\n+y' }, 'Write', { content: 'x\ny' }],
    [{ type: 'create_file', path: 'a.ts', diff: 'x\ny' }, 'Write', { content: 'x\ny' }],
    [{ type: 'update_file', path: 'a.ts', diff: '@@\n-x\n+y' }, 'Edit', { old_string: 'x', new_string: 'y' }],
    [{ type: 'delete_file', path: 'a.ts' }, 'Edit', { old_string: '', new_string: '' }],
  ])('of one file: %o', (input, name, fields) => {
    expect(shown('apply_patch', input)).toEqual([
      { name, input: { ...input, file_path: '/p/a.ts', ...fields } },
    ]);
  });

  it('names its files itself, whatever else the call carries', () => {
    const [call] = shown('apply_patch', { patch: '*** Add File: .env\n+x', file_path: '/p/harmless' });
    expect(call.input).toMatchObject({ file_path: '/p/.env' });
  });

  it('can be rewritten as a text, and not through what was read out of it', () => {
    const [call] = shown('apply_patch', { patch: '*** Add File: a\n+x' });
    const known = Object(call.input);
    expect(nativeInput('apply_patch', { ...known, patch: 'other' }, call, {})).toEqual({ patch: 'other' });
    expect(nativeInput('apply_patch', { ...known, content: 'y' }, call, {})).toBeNull();
  });
});
