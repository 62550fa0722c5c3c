import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AmplifierSession } from './port.js';
import { IDLE_MS } from './session.js';
import { play } from './testing/loops.js';
import { Scene, specific } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

const BLOCK = { decision: 'block', reason: 'not yet' };
const complete = (session: AmplifierSession, fields: Record<string, unknown> = {}) =>
  session.handle('orchestrator:complete', {
    orchestrator: 'loop',
    turn_count: 1,
    status: 'success',
    ...fields,
  });
const child = (can = {}) =>
  scene.open(can, { session: 's-0a1b_file_finder', parent: 's', transcript: '/t/child.jsonl' });

describe('Stop', () => {
  it('is asked at the end of the last response and makes the agent go on where it can be steered', async () => {
    scene.project.hooks({
      Stop: [
        `cat >> '${scene.project.root}/stop.jsonl'; [ $(wc -l < '${scene.project.root}/stop.jsonl') -gt 1 ] || { echo not yet >&2; exit 2; }`,
      ],
    });
    const session = scene.open({ steer: true });
    const tool = { id: 'c', name: 'bash', input: { command: 'ls' }, gives: {} };
    const { stored } = await play({ kind: 'streaming', session, steered: scene.steered }, 'go', [
      { text: 'let me see', calls: [tool] },
      { text: 'I think I am done' },
      { text: 'now I am' },
    ]);
    expect(stored.map(({ content }) => content).slice(-3)).toEqual([
      'I think I am done',
      'not yet\n',
      'now I am',
    ]);
    expect(scene.seen('stop')).toMatchObject([
      { stop_hook_active: false, last_assistant_message: 'I think I am done' },
      { stop_hook_active: true, last_assistant_message: 'now I am' },
    ]);
    expect(scene.shown).toEqual([]);
  });

  it('ends a loop of blocks by the cap', async () => {
    scene.project.hooks({ Stop: [scene.recording('stop', BLOCK)] });
    const session = scene.open({ steer: true });
    const responses = Array.from({ length: 12 }, (_, index) => ({ text: `answer ${index}` }));
    const { requests } = await play({ kind: 'streaming', session, steered: scene.steered }, 'go', responses);
    expect(requests).toHaveLength(9);
    expect(scene.seen('stop')).toHaveLength(9);
    expect(scene.shown).toMatchObject([{ message: expect.stringContaining('8 times in a row') }]);
  });

  it('says so when the host refuses to be steered', async () => {
    scene.project.hooks({ Stop: [scene.recording('stop', BLOCK)] });
    scene.steering = () => ({ accepted: false, why: 'the queue is full' });
    await play({ kind: 'streaming', session: scene.open({ steer: true }) }, 'go', [{ text: 'done' }]);
    expect(scene.shown).toMatchObject([
      { level: 'error', message: expect.stringMatching(/refused: the queue is full.*not yet/) },
    ]);
    expect(scene.seen('stop')).toHaveLength(1);
  });

  it('is asked at the end of the turn where the agent cannot be steered, and a block is shown', async () => {
    scene.project.hooks({ Stop: [scene.recording('stop', BLOCK)] });
    const { requests } = await play({ kind: 'basic', session: scene.open() }, 'go', [{ text: 'done' }]);
    expect(requests).toHaveLength(1);
    expect(scene.shown).toMatchObject([{ level: 'warning', message: expect.stringContaining('not yet') }]);
    expect(scene.steered).toEqual([]);
  });

  it('is asked at the end of the turn where no block of the last response was seen', async () => {
    scene.project.hooks({ Stop: [scene.recording('stop')] });
    const session = scene.open({ steer: true });
    await session.handle('prompt:submit', { prompt: 'hi' });
    await complete(session);
    expect(scene.seen('stop')).toHaveLength(1);
  });

  it.each([
    ['a step of a longer goal', { goal_final: false }, [], []],
    ['a cancelled turn', { status: 'cancelled' }, [], []],
    ['a failed turn', { status: 'error' }, [], ['unknown']],
    ['an incomplete turn', { status: 'incomplete' }, [false], []],
  ])('%s', async (_, fields, stops, failures) => {
    scene.project.hooks({ Stop: [scene.recording('stop')], StopFailure: [scene.recording('failure')] });
    await complete(scene.open(), fields);
    expect(scene.seen('stop').map((input) => input['stop_hook_active'])).toEqual(stops);
    expect(scene.seen('failure').map((input) => input['error'])).toEqual(failures);
  });

  it('one failure is told once, although the loop reports it twice', async () => {
    scene.project.hooks({ Stop: [scene.recording('stop')], StopFailure: [scene.recording('failure')] });
    const session = scene.open();
    const error = { provider: 'p', error: { type: 'AuthenticationError', msg: 'no key' }, status_code: 401 };
    await session.handle('provider:error', error);
    await complete(session, { status: 'error' });
    expect(scene.seen('failure')).toMatchObject([
      { error: 'authentication_failed', error_details: 'no key' },
    ]);
    expect(scene.seen('stop')).toEqual([]);
  });
});

describe('the session of an agent', () => {
  it('is told apart: the hooks belong to the person’s session', async () => {
    scene.project.hooks({
      UserPromptSubmit: [scene.recording('prompt')],
      SessionStart: [scene.recording('start')],
      SessionEnd: [scene.recording('end')],
      Stop: [scene.recording('stop')],
      SubagentStop: [scene.recording('agent-stop')],
      PreToolUse: [scene.recording('pre')],
    });
    scene.open({}, { transcript: '/t/root.jsonl' });
    const session = child();
    await session.handle('session:start', {});
    const tool = { id: 'c', name: 'bash', input: { command: 'ls' }, gives: {} };
    await play({ kind: 'basic', session }, 'go', [{ text: '', calls: [tool] }, { text: 'found' }]);
    await session.handle('session:end', {});
    for (const name of ['prompt', 'start', 'end', 'stop']) expect(scene.seen(name)).toEqual([]);
    const about = {
      session_id: 's',
      transcript_path: '/t/root.jsonl',
      agent_id: 's-0a1b_file_finder',
      agent_type: 'file_finder',
      amplifier_session_id: 's-0a1b_file_finder',
    };
    expect(scene.seen('pre')).toMatchObject([about]);
    expect(scene.seen('agent-stop')).toMatchObject([{ ...about, agent_transcript_path: '/t/child.jsonl' }]);
  });

  it('goes on where its Stop hooks say so', async () => {
    scene.project.hooks({ SubagentStop: [scene.recording('stop', BLOCK)] });
    const session = child({ steer: true });
    await session.handle('content_block:end', {
      block_index: 0,
      total_blocks: 1,
      block: { type: 'text', text: 'x' },
    });
    expect(scene.steered).toEqual(['not yet']);
  });

  it('starts once for hooks, and gets their context with its first prompt', async () => {
    scene.project.hooks({
      SubagentStart: [scene.recording('start', specific('SubagentStart', { additionalContext: 'be brief' }))],
    });
    const parent = scene.open();
    const spawned = {
      agent: 'foundation:finder',
      sub_session_id: 's-0a1b_file_finder',
      parent_session_id: 's',
    };
    await parent.handle('delegate:agent_spawned', spawned);
    const session = child();
    await session.handle('session:fork', { parent: 's' });
    await session.handle('session:start', {});
    const { stored } = await play({ kind: 'streaming', session }, 'find it', [{ text: 'found' }]);
    expect(stored[0]).toEqual({ role: 'system', content: 'be brief' });
    expect(scene.seen('start')).toMatchObject([
      { session_id: 's', agent_id: 's-0a1b_file_finder', agent_type: 'foundation:finder' },
    ]);
    // What its parent calls it counts from then on.
    scene.project.hooks({ PreToolUse: [scene.recording('pre')] });
    scene.engine.reload();
    await session.handle('tool:pre', { tool_name: 'bash', tool_input: {} });
    expect(scene.seen('pre')).toMatchObject([{ agent_type: 'foundation:finder' }]);
  });

  it('reports its start itself where its parent did not', async () => {
    scene.project.hooks({
      SubagentStart: [scene.recording('start', specific('SubagentStart', { additionalContext: 'be brief' }))],
    });
    const session = child();
    await session.handle('session:fork', { parent: 's' });
    await scene.open().handle('delegate:agent_spawned', { agent: 'a', sub_session_id: 's-0a1b_file_finder' });
    expect(scene.seen('start')).toMatchObject([{ agent_type: 'file_finder' }]);
    const { result } = await session.handle('prompt:submit', { prompt: 'go' });
    expect(result?.context_injection).toBe('be brief');
  });

  it.each(['delegate:agent_completed', 'task:agent_completed'])('ends once for hooks: %s', async (event) => {
    scene.project.hooks({ SubagentStop: [scene.recording('stop')] });
    const parent = scene.open();
    const ended = { agent: 'finder', sub_session_id: 's-0a1b_file_finder', success: true };
    await complete(child());
    await parent.handle(event, ended);
    expect(scene.seen('stop')).toHaveLength(1);
    // An agent whose session is elsewhere.
    await parent.handle(event, { ...ended, sub_session_id: 'elsewhere' });
    expect(scene.seen('stop')[1]).toMatchObject({
      agent_id: 'elsewhere',
      agent_type: 'finder',
      session_id: 's',
    });
  });

  it('fifty at once do not disturb each other', async () => {
    scene.project.hooks({ PreToolUse: [`grep -o '"agent_id":"[^"]*"' >&2; exit 2`] });
    scene.open();
    const ids = Array.from({ length: 50 }, (_, index) => `s-${index}_a`);
    const results = await Promise.all(
      ids.map(async (session) => {
        const agent = scene.open({}, { session, parent: 's' });
        return (await agent.handle('tool:pre', { tool_name: 'bash', tool_input: {} })).result?.reason;
      }),
    );
    expect(results).toEqual(ids.map((id) => `"agent_id":"${id}"\n`));
  });
});

describe('a tool that failed', () => {
  const hooks = () =>
    scene.project.hooks({
      PostToolUseFailure: [
        scene.recording('failure', specific('PostToolUseFailure', { additionalContext: 'hm' })),
      ],
    });
  const pre = { tool_name: 'bash', tool_call_id: 'c', tool_input: { command: 'ls' } };
  const failed = { ...pre, result: { success: false, output: null, error: { message: 'boom' } } };
  const error = { tool_name: 'bash', tool_call_id: 'c', error: { type: 'X', msg: 'boom' } };

  it('is told once by its id', async () => {
    hooks();
    const session = scene.open();
    await session.handle('tool:pre', pre);
    await session.handle('tool:post', failed);
    await session.handle('tool:error', error);
    expect(scene.seen('failure')).toHaveLength(1);
  });

  it('is told with the input of its call, and its texts are stored before the next model call', async () => {
    hooks();
    const session = scene.open();
    await session.handle('tool:pre', pre);
    expect(await session.handle('tool:error', error)).toEqual({ result: null });
    expect(scene.seen('failure')).toMatchObject([
      { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c', error: 'boom' },
    ]);
    expect(session.events()).toContain('provider:request');
    const { result } = await session.handle('provider:request', { iteration: 2 });
    expect(result).toMatchObject({ context_injection: 'hm', ephemeral: false });
    expect(session.events()).not.toContain('provider:request');
  });

  it('is told once where the tool itself reports it before the loop does', async () => {
    hooks();
    const session = scene.open();
    const call = { tool_name: 'task', tool_input: { agent: 'a', instruction: 'i' }, tool_call_id: 't' };
    await session.handle('tool:pre', call);
    await session.handle('tool:error', { tool: 'task', agent: 'a', sub_session_id: 'x', error: 'boom' });
    await session.handle('tool:post', { ...call, result: failed.result });
    expect(scene.seen('failure')).toMatchObject([
      { tool_name: 'Agent', tool_input: { subagent_type: 'a', prompt: 'i' }, error: 'boom' },
    ]);
  });
});

describe('a compaction', () => {
  it('is told once a turn, and what SessionStart hooks say then reaches the next prompt', async () => {
    scene.project.write('project/.amplifier/hooks/hooks.json', {
      hooks: {
        PostCompact: [{ matcher: 'auto', hooks: [{ type: 'command', command: scene.recording('post') }] }],
        SessionStart: [
          {
            matcher: 'compact',
            hooks: [{ type: 'command', command: scene.recording('start', 'remember this') }],
          },
          { matcher: 'startup', hooks: [{ type: 'command', command: scene.recording('startup') }] },
        ],
      },
    });
    const session = scene.open();
    const compaction = { before_tokens: 9, after_tokens: 3, strategy_level: 1 };
    await session.handle('context:compaction', compaction);
    await session.handle('context:compaction', compaction);
    expect(scene.seen('post')).toMatchObject([{ trigger: 'auto', before_tokens: 9 }]);
    expect(scene.seen('start')).toMatchObject([{ source: 'compact' }]);
    expect(scene.seen('startup')).toEqual([]);
    const { result } = await session.handle('prompt:submit', { prompt: 'go on' });
    expect(result?.context_injection).toBe('remember this');
    await session.handle('context:compaction', compaction);
    expect(scene.seen('post')).toHaveLength(2);
  });

  it('that a hook objects to happens all the same, and the user is told', async () => {
    scene.project.hooks({ PreCompact: ['echo wait >&2; exit 2'] });
    expect(await scene.open().handle('context:pre_compact', { message_count: 3 })).toEqual({ result: null });
    expect(scene.shown).toMatchObject([{ level: 'warning', message: expect.stringContaining('wait') }]);
  });
});

describe('Notification', () => {
  const hooks = (more: Record<string, string[]> = {}) =>
    scene.project.hooks({ Notification: [scene.recording('notice', { systemMessage: 'heard' })], ...more });
  const heard = () => expect.poll(() => scene.shown.filter(({ message }) => message === 'heard').length);

  it('is what the host notifies of', async () => {
    hooks();
    await scene.open().handle('user:notification', { message: 'm', level: 'warning', source: 'x' });
    expect(scene.seen('notice')).toMatchObject([{ message: 'm', notification_type: 'warning' }]);
  });

  it('is sent when a hook has the user asked', async () => {
    hooks({ PreToolUse: [scene.recording('pre', specific('PreToolUse', { permissionDecision: 'ask' }))] });
    await scene.open().handle('tool:pre', { tool_name: 'write_file', tool_input: {} });
    await heard().toBe(1);
    expect(scene.seen('notice')).toMatchObject([
      { notification_type: 'permission_prompt', message: 'Permission is needed to use Write' },
    ]);
  });

  it('is sent when another module asks, and PermissionRequest hooks watch', async () => {
    hooks({
      PermissionRequest: [
        scene.recording(
          'request',
          specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }),
        ),
      ],
    });
    const session = scene.open();
    await session.handle('tool:pre', { tool_name: 'bash', tool_input: { command: 'ls' } });
    const asked = { tool_name: 'bash', action: 'execute', risk_level: 'high' };
    expect(await session.handle('approval:required', asked)).toEqual({ result: null });
    await heard().toBe(1);
    expect(scene.seen('request')).toMatchObject([{ tool_name: 'Bash', tool_input: { command: 'ls' } }]);
    expect(scene.shown).toContainEqual(
      expect.objectContaining({ level: 'warning', message: expect.stringMatching(/denies this.*no/) }),
    );
  });

  it('is sent when the user has kept the agent waiting for a minute', async () => {
    hooks();
    const session = scene.open();
    await complete(session);
    expect(scene.alarms.map(({ ms }) => ms)).toEqual([IDLE_MS]);
    scene.alarms[0]?.ring();
    await heard().toBe(1);
    expect(scene.seen('notice')).toMatchObject([{ notification_type: 'idle_prompt', session_id: 's' }]);
  });

  it.each<[string, (session: AmplifierSession) => Promise<unknown>]>([
    ['the next event', (session) => session.handle('prompt:submit', { prompt: 'hi' })],
    ['the end of the session', (session) => session.close()],
  ])('is not sent after %s', async (_, then) => {
    hooks();
    const session = scene.open();
    await complete(session);
    await then(session);
    expect(scene.alarms).toEqual([]);
  });

  it('of an idle user is not for agents, nor where no hook listens', async () => {
    hooks();
    await complete(child());
    scene.project.hooks({ Stop: ['true'] });
    scene.engine.reload();
    await complete(scene.open());
    expect(scene.alarms).toEqual([]);
  });
});

it('the end of a session is told with its reason', async () => {
  scene.project.hooks({ SessionEnd: [scene.recording('end')] });
  expect(await scene.open().handle('session:end', { session_id: 's' })).toEqual({ result: null });
  expect(scene.seen('end')).toMatchObject([{ reason: 'other', session_id: 's' }]);
});
