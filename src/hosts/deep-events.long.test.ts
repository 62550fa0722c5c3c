// An event deeper or larger than hooks can be told is denied by whoever asks in this process. The attacks themselves: test/attacks/deep-events.long.test.ts.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestProject } from '../engine/testing/project.js';
import { DEEPEST, parseInput, readInput } from '../events/index.js';
import { HookRegistry } from '../kernel/index.js';
import { compiled, ended } from '../testing/index.js';
import { mountHooks } from './index.js';
import { LONGEST_LINE } from './sidecar/peer.js';
import { Desk } from './sidecar/testing/desk.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.userHooks({ PreToolUse: ['exit 0'] });
});
afterEach(() => project.remove());

const DEPTHS = [201, 5_000, 100_000, 1_000_000];

/** `{"command":"rm -rf /","x":{"a":{"a":…}}}` */
const deepJson = (depth: number): string =>
  `{"command":"rm -rf /","x":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
const deep = (depth: number): unknown => JSON.parse(deepJson(depth));
/** Lists and objects cost a stack in different places. */
const deepList = (depth: number): unknown =>
  JSON.parse(`{"command":"rm -rf /","x":${'['.repeat(depth)}${']'.repeat(depth)}}`);

it.each(DEPTHS)('a registry denies a call nested %i deep', async (depth) => {
  const registry = new HookRegistry();
  const unmount = mountHooks(registry, project.engine(), { cwd: project.dir });
  for (const input of [deep(depth), deepList(depth), deepJson(depth)]) {
    const result = await registry.emit('tool:pre', { tool_name: 'bash', tool_input: input });
    expect([result.action, result.reason]).toEqual(['deny', expect.stringContaining('nested deeper')]);
  }
  unmount();
});

it.each(DEPTHS)('an engine denies a call nested %i deep, and so does its journal not fail', async (depth) => {
  const engine = project.engine();
  for (const read of [
    parseInput({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: deep(depth) }),
    readInput(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":${deepJson(depth)}}`),
  ]) {
    if (!read.ok || read.input.kind === 'unknown') throw new Error('refused');
    const { permission, reason } = await engine.dispatch(read.input);
    expect([permission, reason]).toEqual(['deny', expect.stringContaining('nested deeper')]);
  }
});

it('looking at 100 MB costs little beside them', async () => {
  const built = compiled('events/index.ts');
  // Each is as large as it may be or larger; the second is refused without its parts being held a second time.
  const script = `import { parseInput, readInput } from '${join(built, 'events/index.js')}';
    const peak = () => process.resourceUsage().maxRSS / 1024;
    const text = '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"x":"' + 'a'.repeat(100e6) + '"}}';
    const list = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: new Array(30e6).fill(0) };
    const before = peak();
    const read = [readInput(text), readInput('"event":"x",'.repeat(8e6)), parseInput(list)];
    console.log(JSON.stringify({ more: peak() - before, beyond: read.map((one) => one.ok ? one.input.beyond : one.row) }));`;
  const { stdout } = await ended(spawn(process.execPath, ['--input-type=module', '-e', script]));
  rmSync(built, { recursive: true, force: true });
  const { more, beyond } = JSON.parse(stdout);
  expect(beyond).toEqual([expect.stringContaining('characters'), null, null]);
  expect(more).toBeLessThan(250);
});

it('a value that contains itself is too deep', () => {
  const round: Record<string, unknown> = {};
  round['again'] = round;
  expect(parseInput({ hook_event_name: 'Stop', extra: round })).toMatchObject({
    ok: false,
    problems: [{ code: 'beyond-bounds' }],
  });
});

it('what is nested 150 deep is judged as ever', async () => {
  const read = parseInput({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: deep(150) });
  if (!read.ok || read.input.kind === 'unknown') throw new Error('refused');
  expect((await project.engine().dispatch(read.input)).permission).toBeNull();
});

it('an answer of a hook that is too deep is no answer', async () => {
  const answer = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":${deepJson(50_000)}}}`;
  project.write('home/answer.json', answer);
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `cat ${project.home}/answer.json` }] }] },
  });
  const decision = await project.engine().dispatch(project.input('PreToolUse'));
  expect(decision.permission).toBeNull();
  expect(decision.failures).toMatchObject([{ message: expect.stringContaining('nested deeper') }]);
});

describe('a sidecar', () => {
  it('tells who asked that a line is too long', async () => {
    const small = new Desk({ maxLineBytes: 10_000 });
    try {
      small.client.raw(`{"jsonrpc":"2.0","id":77,"method":"event","params":"${'x'.repeat(20_000)}"}\n`);
      expect(await small.client.until(({ id }) => id === 77)).toMatchObject({ error: { code: -32008 } });
    } finally {
      await small.remove();
    }
  });

  it('answers a fault of the engine with a question to the user', async () => {
    const desk = new Desk();
    try {
      desk.project.userHooks({ PreToolUse: ['exit 0'] });
      await desk.client.initialize();
      await desk.open('s');
      for (const { engine } of desk.engines)
        Object.assign(engine, { dispatch: () => Promise.reject(new Error('out of order')) });
      const data = { tool_name: 'bash', tool_input: { command: 'ls' } };
      expect(await desk.client.get('event', { session: 's', event: 'tool:pre', data })).toMatchObject({
        result: {
          action: 'ask_user',
          approval_default: 'deny',
          approval_options: ['Allow once', 'Deny'],
          approval_prompt: expect.stringContaining('out of order'),
        },
      });
    } finally {
      await desk.remove();
    }
  });
});

it('the Python module has the same bounds', () => {
  const file = new URL('../../python/amplifier_module_hooks_claude_code_bridge/bounds.py', import.meta.url);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(`DEEPEST = ${DEEPEST}\n`);
  expect(text).toContain(`LONGEST_LINE = ${LONGEST_LINE / 1024 / 1024} * 1024 * 1024\n`);
});
