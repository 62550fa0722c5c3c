// The plugin as opencode loads it: one file, made from our source, that asks a program of its own for each hook.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleOpencodePlugin } from '../../../scripts/bundle.mjs';
import { Folder } from '../../testing/index.js';
import { asker } from './plugin/asking.js';
import { hooksWith } from './plugin/hooks.js';
import type { PluginHooks, PluginHost } from './plugin/host.js';
import { withCommand } from './plugin-file.js';
import { callTool, submit, systemOf } from './testing/session.js';

/** Answers each hook with what `answers.json` has for it: a text as it is, else JSON; and writes down what it was asked. */
const ENGINE = `
import { appendFileSync, readFileSync, existsSync } from 'node:fs';
const here = (name) => new URL(name, import.meta.url);
const payload = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(here('asked.jsonl'), JSON.stringify({ ...payload, words: process.argv.slice(2), pid: process.pid }) + '\\n');
const answer = JSON.parse(readFileSync(here('answers.json'), 'utf8'))[payload.opencode_hook];
if (answer === 'never') setInterval(() => undefined, 1000);
else if (answer === 'fail') { console.error('out of order'); process.exitCode = 1; }
else if (answer !== undefined) process.stdout.write(typeof answer === 'string' ? answer : JSON.stringify(answer) + '\\n');
if (answer?.stays) { const wait = setInterval(() => { if (existsSync(here('go'))) clearInterval(wait); }, 20); }
`;

let built: Folder;
let made: string;
beforeAll(async () => {
  built = new Folder();
  await bundleOpencodePlugin(built.root);
  made = built.read('opencode-plugin.js');
});
afterAll(() => built.remove());

let folder: Folder;
let toasts: string[];
beforeEach(() => {
  folder = new Folder();
  toasts = [];
  folder.write('engine.mjs', ENGINE);
});
afterEach(() => folder.remove());

const host = (): PluginHost => ({
  directory: folder.root,
  client: {
    tui: {
      showToast: async ({ body }) => {
        toasts.push(body.message);
      },
    },
  },
});

const command = () => [process.execPath, folder.path('engine.mjs')];
const answers = (table: Readonly<Record<string, unknown>>) => folder.write('answers.json', table);
const asked = (): readonly Readonly<Record<string, unknown>>[] =>
  (existsSync(folder.path('asked.jsonl')) ? folder.read('asked.jsonl') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const hooksAsked = () => asked().map((payload) => payload['opencode_hook']);

/** What opencode has after loading the plugin from a file. */
async function loaded(program = command()): Promise<PluginHooks> {
  const file = folder.write('plugin/amplifier-hooks.js', withCommand(made, program));
  folder.write('plugin/package.json', { type: 'module' });
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
  const [plugin, ...others] = Object.values(module);
  if (typeof plugin !== 'function' || others.length > 0) throw new Error('not one function');
  return plugin(host());
}

const created = (sessionID: string, parentID?: string) => ({
  event: {
    type: 'session.created',
    properties: { sessionID, info: { id: sessionID, parentID, agent: 'general' } },
  },
});

it('is one file of plain JavaScript that loads nothing but Node', () => {
  const imports = [...made.matchAll(/\bfrom\s*["']([^"']+)["']|\bimport\(|\brequire\(/g)].map(
    ([, name]) => name,
  );
  expect(imports).toEqual(['node:child_process']);
  expect(made.match(/^export /gm)).toHaveLength(1);
  expect(made.length).toBeLessThan(30_000);
});

it('asks `dispatch --host opencode` with the hook as it was called', async () => {
  answers({});
  const hooks = await loaded();
  expect(await callTool(hooks, 'bash', { command: 'ls' })).toEqual({
    ranWith: { command: 'ls' },
    result: 'ran',
  });
  const words = ['dispatch', '--host', 'opencode', '--host-timeout', '900'];
  expect(asked()).toMatchObject([
    { opencode_hook: 'tool.execute.before', words, directory: folder.root, input: { tool: 'bash' } },
    { opencode_hook: 'tool.execute.after', words, output: { output: 'ran' } },
  ]);
});

describe('does what it is answered', () => {
  it('denies a call, and does not tell of it as of one that failed', async () => {
    answers({ 'tool.execute.before': { deny: 'not here' } });
    const hooks = await loaded();
    expect(await callTool(hooks, 'bash', { command: 'ls' })).toEqual({
      ranWith: null,
      result: 'Error: not here',
    });
    await hooks.dispose();
    expect(hooksAsked()).toEqual(['tool.execute.before']);
  });

  it('gives the tool another input, and the model another result with what was said beside it', async () => {
    answers({
      'tool.execute.before': { args: { command: 'ls -l' }, text: 'before' },
      'tool.execute.after': { output: 'other', text: 'after' },
    });
    const hooks = await loaded();
    expect(await callTool(hooks, 'bash', { command: 'ls', timeout: 3 })).toEqual({
      ranWith: { command: 'ls -l' },
      result: 'other\n\nbefore\n\nafter',
    });
    const mcp = await callTool(hooks, 'a_b', {}, () => ({ content: [{ type: 'text', text: 'ran' }] }));
    expect(mcp.result).toBe('other\nbefore\nafter');
  });

  it('adds to a prompt, or stops it', async () => {
    answers({ 'chat.message': { text: 'more' }, 'session.resumed': { system: 'rules' } });
    const hooks = await loaded();
    expect(await submit(hooks, 'hi')).toEqual({ text: 'hi\n\nmore' });
    expect(await systemOf(hooks)).toEqual(['rules']);
    answers({ 'chat.message': { deny: 'no' } });
    expect(await submit(hooks, 'hi')).toEqual({ error: 'Error: no' });
    expect(toasts).toEqual(['no']);
    expect(hooksAsked()).toEqual(['session.resumed', 'chat.message', 'chat.message']);
  });

  it('tells each session what its start said, and asks about no prompt of a subagent', async () => {
    answers({
      'event:session.created': { system: 'rules', message: 'hello' },
      'chat.message': { deny: 'no' },
    });
    const hooks = await loaded();
    await hooks.event(created('ses_1'));
    await hooks.event(created('ses_2', 'ses_1'));
    expect(await submit(hooks, 'do it', 'ses_2')).toEqual({ text: 'do it' });
    expect(await systemOf(hooks, 'ses_2')).toEqual(['rules']);
    await callTool(hooks, 'bash', {}, undefined, 'ses_2');
    expect(asked().at(-1)).toMatchObject({ parentID: 'ses_1', agent: 'general' });
    expect(toasts).toContain('hello');
  });

  it('adds to what a compaction keeps', async () => {
    answers({ 'experimental.session.compacting': { text: 'keep this' } });
    const context: string[] = [];
    await (await loaded())['experimental.session.compacting']({ sessionID: 'ses_1' }, { context });
    expect(context).toEqual(['keep this']);
  });
});

it('tells of what opencode only tells, and of the end of its sessions, but not of every part of an answer', async () => {
  answers({});
  const hooks = await loaded();
  await hooks.event(created('ses_1'));
  const sessionID = 'ses_1';
  const part = (state: unknown) => ({ type: 'tool', tool: 'read', callID: 'c9', state });
  for (const [type, more] of [
    ['message.part.updated', { part: { type: 'text', text: 'x' } }],
    ['message.part.updated', { part: part({ status: 'running' }) }],
    ['message.part.updated', { part: part({ status: 'error', error: 'no file' }) }],
    ['session.status', {}],
    ['session.idle', {}],
    ['permission.asked', {}],
  ] as const)
    await hooks.event({ event: { type, properties: { sessionID, ...more } } });
  await hooks.dispose();
  expect(hooksAsked().slice(0, -1).toSorted()).toEqual([
    'event:message.part.updated',
    'event:permission.asked',
    'event:session.created',
    'event:session.idle',
  ]);
  expect(hooksAsked().at(-1)).toBe('dispose');
});

describe('where nobody can be asked', () => {
  it.each<readonly [string, unknown]>([
    ['it fails', 'fail'],
    ['it says nothing that can be read', 'hello\n'],
    ['it says something that is no object', '[]\n'],
  ])('%s, a call is denied, and all else goes on', async (_, answer) => {
    const hooks_ = ['tool.execute.before', 'tool.execute.after', 'chat.message', 'session.resumed'];
    answers(Object.fromEntries(hooks_.map((name) => [name, answer])));
    const hooks = await loaded();
    const { ranWith, result } = await callTool(hooks, 'bash', { command: 'ls' });
    expect(ranWith).toBeNull();
    expect(result).toContain('could not be asked, so it did not run');
    expect(await submit(hooks, 'hi')).toEqual({ text: 'hi' });
    const output = { output: 'ran' };
    await hooks['tool.execute.after']({ tool: 'bash', sessionID: 's', callID: 'c' }, output);
    expect(output).toEqual({ output: 'ran' });
    // The same fault is told once.
    expect(toasts).toHaveLength(1);
  });

  it('a call is denied where the program is gone', async () => {
    const hooks = await loaded([folder.path('gone')]);
    const { ranWith, result } = await callTool(hooks, 'bash', { command: 'ls' });
    expect(ranWith).toBeNull();
    expect(result).toMatch(/cannot be started: .*ENOENT.*remove its plugin/);
  });

  it('a call is denied where an input cannot be written as JSON', async () => {
    answers({});
    const args: Record<string, unknown> = {};
    args['self'] = args;
    expect(await callTool(await loaded(), 'bash', args)).toMatchObject({ ranWith: null });
  });

  it('a deny of a strange kind is a deny', async () => {
    answers({ 'tool.execute.before': { deny: null } });
    expect(await callTool(await loaded(), 'bash', {})).toMatchObject({ ranWith: null });
  });
});

describe('nothing holds the host', () => {
  const gone = (pid: unknown) => {
    try {
      process.kill(Number(pid), 0);
      return false;
    } catch {
      return true;
    }
  };

  it('not a program that never answers: the call is denied, and the program ended', async () => {
    answers({ 'tool.execute.before': 'never' });
    const limits = { workMs: 1500, startMs: 1500, endMs: 100 };
    const hooks = hooksWith(host(), asker(command(), folder.root), limits);
    const { ranWith, result } = await callTool(hooks, 'bash', { command: 'ls' });
    expect(ranWith).toBeNull();
    expect(result).toContain('did not answer within 2 seconds');
    // It may have been ended before it had begun.
    const [payload] = asked();
    await expect.poll(() => gone(payload?.['pid'])).toBe(true);
  });

  it('not one that goes on after its answer', async () => {
    answers({ 'tool.execute.before': { deny: 'no', stays: true } });
    const result = await callTool(await loaded(), 'bash', { command: 'ls' });
    const [payload] = asked();
    expect(gone(payload?.['pid'])).toBe(false);
    expect(result).toEqual({ ranWith: null, result: 'Error: no' });
    folder.write('go', '');
    await expect.poll(() => gone(payload?.['pid'])).toBe(true);
  });

  it('not the end of a session whose hooks never end', async () => {
    answers({ dispose: 'never' });
    const hooks = hooksWith(host(), asker(command(), folder.root), {
      workMs: 60_000,
      startMs: 60_000,
      endMs: 1500,
    });
    await hooks.event(created('ses_1'));
    await systemOf(hooks);
    await hooks.dispose();
    const pid = asked().find((payload) => payload['opencode_hook'] === 'dispose')?.['pid'];
    await expect.poll(() => gone(pid)).toBe(true);
  });
});

it('stands in a folder of plugins as text that says where it is from', () => {
  const text = withCommand(made, ['/usr/bin/node', '/a "b"/amplifier-hooks.cjs']);
  expect(text.split('\n').slice(0, 3)).toEqual([
    '// Runs the hooks of amplifier-hooks for opencode. Written by `amplifier-hooks connect opencode`.',
    'const AMPLIFIER_HOOKS = ["/usr/bin/node","/a \\"b\\"/amplifier-hooks.cjs"];',
    'const AMPLIFIER_HOOKS_WORDS = [];',
  ]);
  expect(readFileSync(built.path('opencode-plugin.js'), 'utf8')).not.toContain('const AMPLIFIER_HOOKS =');
});
