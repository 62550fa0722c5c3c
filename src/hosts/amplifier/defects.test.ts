// What is known to go wrong when hooks are bridged into Amplifier, case by case.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Scene, specific } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

const WRITE = {
  tool_name: 'write_file',
  tool_call_id: 'c',
  tool_input: { file_path: '/a', content: 'x' },
  parallel_group_id: 'g',
  session_id: 's',
  parent_id: null,
  timestamp: '2026-08-01T00:00:00+00:00',
};
const matched = (event: string, matcher: string, command: string) =>
  scene.project.write('project/.amplifier/hooks/hooks.json', {
    hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command }] }] },
  });
const pre = async () => (await scene.open().handle('tool:pre', WRITE)).result;

describe('a bridge into Amplifier', () => {
  it('1: gives hooks the tool and its input, as the real loops send them', async () => {
    scene.project.hooks({ PreToolUse: [scene.recording('pre')] });
    await pre();
    expect(scene.seen('pre')).toMatchObject([
      { tool_name: 'Write', tool_input: { file_path: '/a', content: 'x' }, tool_use_id: 'c' },
    ]);
  });

  it.each(['Edit|Write', 'write_file', 'Write', '.*_file'])(
    '2: write_file is selected by %s',
    async (matcher) => {
      matched('PreToolUse', matcher, 'exit 2');
      expect(await pre()).toMatchObject({ action: 'deny' });
    },
  );

  it.each([
    ['mcp__memory__.*', true],
    ['mcp__memory__create_entities', true],
    ['mcp_memory_create_entities', true],
    ['mcp__memory_create__entities', true],
    ['mcp__other__.*', false],
  ])('2: mcp_memory_create_entities is selected by %s: %s', async (matcher, selected) => {
    matched('PreToolUse', matcher, 'exit 2');
    const data = { ...WRITE, tool_name: 'mcp_memory_create_entities', tool_input: {} };
    expect((await scene.open().handle('tool:pre', data)).result?.action).toBe(selected ? 'deny' : undefined);
  });

  it.each<[string, unknown, Record<string, unknown> | null]>([
    [
      'permissionDecision deny',
      specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'R' }),
      { action: 'deny', reason: 'R' },
    ],
    ['permissionDecision ask', specific('PreToolUse', { permissionDecision: 'ask' }), { action: 'ask_user' }],
    ['permissionDecision allow', specific('PreToolUse', { permissionDecision: 'allow' }), null],
    ['permissionDecision defer', specific('PreToolUse', { permissionDecision: 'defer' }), { action: 'deny' }],
    [
      'updatedInput',
      specific('PreToolUse', { updatedInput: { file_path: '/b', content: 'x' } }),
      { action: 'deny', reason: expect.stringContaining('{"file_path":"/b","content":"x"}') },
    ],
    ['continue false', { continue: false, stopReason: 'S' }, { action: 'deny', reason: 'S' }],
  ])('3: hears %s', async (_, answer, expected) => {
    scene.project.hooks({ PreToolUse: [scene.recording('pre', answer)] });
    const result = await pre();
    if (expected === null) expect(result).toBeNull();
    else expect(result).toMatchObject(expected);
  });

  it('3: hears additionalContext', async () => {
    scene.project.hooks({
      PreToolUse: [scene.recording('pre', specific('PreToolUse', { additionalContext: 'C' }))],
    });
    const session = scene.open();
    expect((await session.handle('tool:pre', WRITE)).result).toBeNull();
    const { result } = await session.handle('tool:post', {
      ...WRITE,
      result: { success: true, output: 'x' },
    });
    expect(result).toMatchObject({ action: 'modify', data: { result: { output: 'x\n\nC' } } });
  });

  it.each([
    ['4: in sequence', false],
    ['5: in parallel', true],
  ])('%s: a deny counts, although a hook before it only adds context', async (_, parallel) => {
    const commands = [`printf '{"contextInjection":"C"}'`, 'echo no >&2; exit 2'];
    const hooks = commands.map((command) => ({ type: 'command', command }));
    scene.project.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ matcher: '*', parallel, hooks }] },
    });
    expect(await pre()).toMatchObject({ action: 'deny', reason: 'no\n\n\nC' });
  });

  it.each(['0', 'true', '[]', '"x"'])(
    '6: %s on stdout keeps no other hook from deciding',
    async (printed) => {
      scene.project.hooks({ PreToolUse: [`printf '%s' '${printed}'`, 'echo no >&2; exit 2'] });
      expect(await pre()).toMatchObject({ action: 'deny', reason: 'no\n' });
    },
  );

  it('7: shows a systemMessage of a hook that lets the call pass', async () => {
    scene.project.hooks({ PreToolUse: [`printf '{"systemMessage":"hello"}'`] });
    expect(await pre()).toBeNull();
    expect(scene.shown).toMatchObject([{ message: 'hello', level: 'info' }]);
  });

  it('8: exit code 1 is a failure that is shown, and only an answer beside it counts, as in Claude Code', async () => {
    scene.project.hooks({ PreToolUse: ['echo oops >&2; exit 1'] });
    expect(await pre()).toBeNull();
    expect(scene.shown).toMatchObject([{ level: 'warning', message: expect.stringContaining('oops') }]);
    scene.project.hooks({ PreToolUse: [`printf '{"decision":"block","reason":"R"}'; exit 1`] });
    scene.engine.reload();
    expect(await pre()).toMatchObject({ action: 'deny', reason: 'R' });
  });

  it.each([
    ['9: PostCompact auto', 'PostCompact', 'auto', 'context:compaction', {}],
    ['9: PreCompact auto', 'PreCompact', 'auto', 'context:pre_compact', {}],
    [
      '10: Notification permission_prompt',
      'Notification',
      'permission_prompt',
      'approval:required',
      { tool_name: 'bash' },
    ],
    [
      '11: SubagentStop',
      'SubagentStop',
      'finder',
      'delegate:agent_completed',
      { agent: 'finder', sub_session_id: 'x' },
    ],
  ])('%s matches', async (_, event, matcher, native, data) => {
    matched(event, matcher, `printf '{"systemMessage":"heard"}'`);
    const session = scene.open();
    expect(session.events()).toContain(native);
    await session.handle(native, data);
    await expect.poll(() => scene.shown.map(({ message }) => message)).toEqual(['heard']);
  });

  it.each([
    ['session:start', 'startup'],
    ['session:resume', 'resume'],
  ])('12: SessionStart by %s carries source, cwd, transcript and its name', async (native, source) => {
    matched('SessionStart', source, scene.recording('start'));
    await scene.open({}, { transcript: '/t.jsonl' }).handle(native, { session_id: 's', parent_id: null });
    expect(scene.seen('start')).toMatchObject([
      {
        hook_event_name: 'SessionStart',
        source,
        session_id: 's',
        cwd: scene.project.dir,
        transcript_path: '/t.jsonl',
        permission_mode: 'default',
      },
    ]);
  });
});
