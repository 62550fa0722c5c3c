// An event deeper or larger than hooks can be told is denied by every way in, and never taken for “no objection”.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.mjs';
import type { TestProject } from '../../src/engine/testing/project.js';
import { DEEPEST, parseInput, readInput } from '../../src/events/index.js';
import { mountHooks } from '../../src/hosts/index.js';
import { LONGEST_LINE } from '../../src/hosts/sidecar/peer.js';
import { Desk } from '../../src/hosts/sidecar/testing/desk.js';
import { HookRegistry } from '../../src/kernel/index.js';
import { compiled, ended } from '../../src/testing/index.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-deep-')));
let command: string;
beforeAll(async () => {
  command = await bundle(join(folder, 'dist', 'bin'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let desk: Desk;
let project: TestProject;
beforeEach(() => {
  desk = new Desk();
  project = desk.project;
  const all = [{ hooks: [{ type: 'command', command: 'exit 0' }] }];
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: { PreToolUse: all, PermissionRequest: all, PostToolUse: all, UserPromptSubmit: all },
  });
});
afterEach(() => desk.remove());

const DEPTHS = [201, 5_000, 100_000, 1_000_000];

/** `{"command":"rm -rf /","x":{"a":{"a":…}}}` */
const deepJson = (depth: number): string =>
  `{"command":"rm -rf /","x":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
const deep = (depth: number): unknown => JSON.parse(deepJson(depth));
/** Lists and objects cost a stack in different places. */
const deepList = (depth: number): unknown =>
  JSON.parse(`{"command":"rm -rf /","x":${'['.repeat(depth)}${']'.repeat(depth)}}`);

const dispatch = (stdin: string, ...words: readonly string[]) =>
  ended(
    spawn(process.execPath, [command, 'dispatch', ...words], {
      cwd: project.dir,
      env: { PATH: process.env['PATH'], HOME: project.home },
    }),
    stdin,
  );

describe('dispatch', () => {
  const event = (name: string, input: string): string =>
    `{"hook_event_name":"${name}","session_id":"s","tool_name":"Bash","tool_input":${input}}`;

  it.each(DEPTHS)('denies a call nested %i deep', async (depth) => {
    const { code, stdout } = await dispatch(event('PreToolUse', deepJson(depth)));
    expect(code).toBe(0);
    const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
    expect([permissionDecision, permissionDecisionReason]).toEqual([
      'deny',
      expect.stringContaining('nested deeper than 200'),
    ]);
  });

  it('denies a permission request', async () => {
    const { stdout } = await dispatch(event('PermissionRequest', deepJson(5_000)));
    expect(JSON.parse(stdout).hookSpecificOutput.decision.behavior).toBe('deny');
  });

  it.each(DEPTHS)('denies it in the form of Amplifier, %i deep', async (depth) => {
    for (const text of [
      `{"event":"tool:pre","data":{"tool_name":"bash","tool_input":${deepJson(depth)}}}`,
      event('PreToolUse', deepJson(depth)),
    ]) {
      const { code, stdout } = await dispatch(text, '--host', 'amplifier');
      expect([code, JSON.parse(stdout).action]).toEqual([0, 'deny']);
    }
  });

  it('denies a call whose input is the text of something deep', async () => {
    const data = { tool_name: 'bash', tool_input: deepJson(100_000) };
    const { stdout } = await dispatch(JSON.stringify({ event: 'tool:pre', data }), '--host', 'amplifier');
    expect(JSON.parse(stdout).action).toBe('deny');
  });

  it('denies a call with more characters than an event may have', async () => {
    const { code, stdout } = await dispatch(event('PreToolUse', `{"command":"${'x'.repeat(33 << 20)}"}`));
    expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
  });

  it('denies a call that is too large even to be read', async () => {
    const { code, stdout } = await dispatch(event('PreToolUse', `{"command":"${'x'.repeat(201 << 20)}"}`));
    expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
  });

  it.each([
    ['names the event', `{"hook_event_name":"PreToolUse",`],
    ['may name it later', `{"tool_input":{},`],
  ])('denies what does not end and %s, and reads no more of it than it must', async (_title, line) => {
    const script = 'yes "$1" | { "$2" "$3" dispatch; echo "exit $?"; }';
    const endless = spawn('sh', ['-c', script, 'sh', line, process.execPath, command], {
      cwd: project.dir,
      env: { PATH: process.env['PATH'], HOME: project.home },
    });
    const { stdout } = await ended(endless);
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stdout).toContain('it has more than 64 MiB');
    expect(stdout).toContain('exit 0');
  });

  it.each([
    ['dispatch', 'exit 0\n', 'deny'],
    ['run', 'exit 1\n', ''],
  ])('%s comes to an end with what does not end and may be any event', async (name, end, answer) => {
    const endless = spawn(
      'sh',
      ['-c', 'yes | { "$1" "$2" "$3"; echo "exit $?"; }', 'sh', process.execPath, command, name],
      {
        cwd: project.dir,
        env: { PATH: process.env['PATH'], HOME: project.home },
      },
    );
    const { stdout } = await ended(endless);
    expect(stdout).toContain(answer);
    expect(stdout.endsWith(end)).toBe(true);
  });

  it.each(DEPTHS)('refuses another event, %i deep, and says why', async (depth) => {
    const text = `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"tool_response":${deepJson(depth)}}`;
    const { code, stdout, stderr } = await dispatch(text);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('nested deeper than 200')]);
  });

  it('denies a call that it cannot read for another reason', async () => {
    const { code, stdout } = await dispatch('{"hook_event_name":"PreToolUse","tool_input":{}}');
    expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
  });

  it('denies where a fault of its own keeps the hooks from being asked, and tells of it', async () => {
    const fault = project.write(
      'fault.cjs',
      `const { stringify } = JSON; JSON.stringify = (value, ...more) => {
        if (value?.hook_event_name === 'PreToolUse') throw new Error('out of order');
        return stringify(value, ...more);
      };`,
    );
    const child = spawn(process.execPath, ['--require', fault, command, 'dispatch'], {
      cwd: project.dir,
      env: { PATH: process.env['PATH'], HOME: project.home },
    });
    const { code, stdout, stderr } = await ended(child, event('PreToolUse', '{"command":"ls"}'));
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('out of order'),
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('fault of amplifier-hooks')]);
  });

  it('says nothing where nobody would be asked', async () => {
    project.write('home/.amplifier/hooks/hooks.json', { hooks: {} });
    expect(await dispatch(event('PreToolUse', deepJson(5_000)))).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('the sidecar', () => {
  /** As text: writing such a value takes a stack. */
  const ask = async (id: number, params: string): Promise<unknown> => {
    desk.client.raw(`{"jsonrpc":"2.0","id":${id},"method":"event","params":${params}}\n`);
    return desk.client.until((message) => message.id === id);
  };

  it.each(DEPTHS)('denies a call nested %i deep, in the form of Amplifier', async (depth) => {
    await desk.client.initialize();
    await desk.open('s');
    const params = `{"session":"s","event":"tool:pre","data":{"tool_name":"bash","tool_input":${deepJson(depth)}}}`;
    expect(await ask(1000, params)).toMatchObject({
      result: { result: { action: 'deny', reason: expect.stringContaining('nested deeper than 200') } },
    });
  });

  it('and of an event that asks nothing it says why no hook ran', async () => {
    await desk.client.initialize();
    await desk.open('s');
    const params = `{"session":"s","event":"tool:post","data":{"tool_name":"bash","tool_input":{},"result":${deepJson(100_000)}}}`;
    expect(await ask(1000, params)).toMatchObject({
      result: { result: { action: 'continue', user_message: expect.stringContaining('nested deeper') } },
    });
  });

  it.each(DEPTHS)('denies a call nested %i deep, in the form of Claude Code', async (depth) => {
    await desk.client.initialize({ format: 'claude' });
    await desk.open('s');
    const params = `{"session":"s","input":{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":${deepJson(depth)}}}`;
    expect(await ask(1000, params)).toMatchObject({
      result: { result: { exitCode: 0, stdout: expect.stringContaining('"permissionDecision":"deny"') } },
    });
  });

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
    await desk.client.initialize();
    await desk.open('s');
    for (const { engine } of desk.engines)
      Object.assign(engine, { dispatch: () => Promise.reject(new Error('out of order')) });
    const params =
      '{"session":"s","event":"tool:pre","data":{"tool_name":"bash","tool_input":{"command":"ls"}}}';
    expect(await ask(1000, params)).toMatchObject({
      result: {
        result: {
          action: 'ask_user',
          approval_default: 'deny',
          approval_options: ['Allow once', 'Deny'],
          approval_prompt: expect.stringContaining('out of order'),
        },
      },
    });
  });
});

describe('in the same process', () => {
  it.each(DEPTHS)('a registry denies a call nested %i deep', async (depth) => {
    const registry = new HookRegistry();
    const unmount = mountHooks(registry, project.engine(), { cwd: project.dir });
    for (const input of [deep(depth), deepList(depth), deepJson(depth)]) {
      const result = await registry.emit('tool:pre', { tool_name: 'bash', tool_input: input });
      expect([result.action, result.reason]).toEqual(['deny', expect.stringContaining('nested deeper')]);
    }
    unmount();
  });

  it.each(DEPTHS)(
    'an engine denies a call nested %i deep, and so does its journal not fail',
    async (depth) => {
      const engine = project.engine();
      for (const read of [
        parseInput({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: deep(depth) }),
        readInput(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":${deepJson(depth)}}`),
      ]) {
        if (!read.ok || read.input.kind === 'unknown') throw new Error('refused');
        const { permission, reason } = await engine.dispatch(read.input);
        expect([permission, reason]).toEqual(['deny', expect.stringContaining('nested deeper')]);
      }
    },
  );

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
});

it('the Python module has the same bounds', () => {
  const file = new URL('../../python/amplifier_module_hooks_claude_code_bridge/bounds.py', import.meta.url);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(`DEEPEST = ${DEEPEST}\n`);
  expect(text).toContain(`LONGEST_LINE = ${LONGEST_LINE / 1024 / 1024} * 1024 * 1024\n`);
});
