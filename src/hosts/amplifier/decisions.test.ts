import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Call, type Loop, type Message, play } from './testing/loops.js';
import { Scene, specific } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

const BASH: Call = { id: 'c1', name: 'bash', input: { command: 'ls' }, gives: { stdout: 'a.txt' } };
const kinds = ['streaming', 'basic'] as const;
const loop = (kind: Loop['kind'], more: Partial<Loop> = {}): Loop => ({
  kind,
  session: scene.open(),
  ...more,
});
const oneCall = [{ text: '', calls: [BASH] }, { text: 'done' }];
const twoCalls = [{ text: '', calls: [BASH] }, { text: '', calls: [BASH] }, { text: 'done' }];

/** How often a request says it, each time in the result of a tool. */
const gaps = (request: readonly Message[]): number =>
  request.filter(({ role, content }) => role === 'tool' && content.includes('mind the gap')).length;

describe.each(kinds)('under loop-%s', (kind) => {
  it('the context of SessionStart reaches the model with the first prompt, once', async () => {
    scene.project.hooks({ SessionStart: ['echo the weather is fine'] });
    const session = scene.open();
    expect(await session.handle('session:start', { session_id: 's', parent_id: null })).toEqual({
      result: null,
    });
    const first = await play(loop(kind, { session }), 'hi', [{ text: 'hello' }]);
    expect(first.stored[0]).toEqual({ role: 'system', content: 'the weather is fine' });
    const second = await play(loop(kind, { session }), 'hi', [{ text: 'hello' }]);
    expect(second.stored.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('a blocked prompt ends the turn, and what waited for a prompt waits on', async () => {
    scene.project.hooks({
      SessionStart: ['echo the weather is fine'],
      UserPromptSubmit: ['grep -q secret && { echo no >&2; exit 2; }; true'],
    });
    const session = scene.open();
    await session.handle('session:start', {});
    const blocked = await play(loop(kind, { session }), 'a secret', [{ text: 'never' }]);
    expect(blocked.denied).toBe('no\n');
    expect(blocked.requests).toEqual([]);
    const next = await play(loop(kind, { session }), 'hi', [{ text: 'hello' }]);
    expect(next.stored[0]?.content).toBe('the weather is fine');
  });

  it('a deny keeps the tool from running, and its context goes with the reason', async () => {
    scene.project.hooks({
      PreToolUse: [
        scene.recording(
          'pre',
          specific('PreToolUse', {
            permissionDecision: 'deny',
            permissionDecisionReason: 'not on Fridays',
            additionalContext: 'It is Friday.',
          }),
        ),
      ],
    });
    const { ran, stored } = await play(loop(kind), 'go', oneCall);
    expect(ran).toEqual([]);
    expect(stored.at(-2)?.content).toBe('Denied by hook: not on Fridays\n\nIt is Friday.');
    expect(scene.seen('pre')).toMatchObject([
      {
        session_id: 's',
        hook_event_name: 'PreToolUse',
        permission_mode: 'default',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        amplifier_tool_name: 'bash',
        ...(kind === 'streaming' ? { tool_use_id: 'c1' } : {}),
      },
    ]);
  });

  it('the context of PreToolUse is part of the result of that tool, in every later model call', async () => {
    scene.project.hooks({
      PreToolUse: [scene.recording('pre', specific('PreToolUse', { additionalContext: 'mind the gap' }))],
    });
    const { requests } = await play(loop(kind), 'go', twoCalls);
    expect(requests.slice(1).map((request) => gaps(request))).toEqual([1, 2]);
  });

  it('the context of PreToolUse is not lost when the user refuses the call', async () => {
    scene.project.hooks({
      PreToolUse: [
        scene.recording(
          'pre',
          specific('PreToolUse', { permissionDecision: 'ask', additionalContext: 'mind the gap' }),
        ),
      ],
    });
    const { requests } = await play(loop(kind), 'go', oneCall);
    expect(requests[1]?.slice(-2)).toEqual([
      { role: 'tool', content: 'Denied by hook: User denied' },
      { role: 'system', content: 'mind the gap' },
    ]);
  });

  it('feedback after a tool is part of its result in every later model call, and never a deny', async () => {
    scene.project.hooks({ PostToolUse: ['echo mind the gap >&2; exit 2'] });
    const { requests } = await play(loop(kind), 'go', twoCalls);
    expect(requests.slice(1).map((request) => gaps(request))).toEqual([1, 2]);
    expect(requests.at(-1)?.at(-1)?.content).toContain('a.txt');
  });

  it('a changed output replaces the result, with the texts folded into it', async () => {
    const answer = {
      decision: 'block',
      reason: 'look again',
      ...Object(specific('PostToolUse', { updatedToolOutput: 'N' })),
    };
    scene.project.hooks({ PostToolUse: [scene.recording('post', answer)] });
    const { stored } = await play(loop(kind), 'go', oneCall);
    expect(stored.at(-2)?.content).toBe(
      kind === 'streaming'
        ? JSON.stringify({ success: true, output: 'N\n\nlook again', error: null })
        : 'N\n\nlook again',
    );
  });

  it('a failed tool is told as a failure', async () => {
    scene.project.hooks({
      PostToolUse: [scene.recording('post')],
      PostToolUseFailure: [
        scene.recording('failure', specific('PostToolUseFailure', { additionalContext: 'try x' })),
      ],
    });
    const failing = [{ text: '', calls: [{ ...BASH, gives: 'boom' }] }, { text: 'done' }];
    const { requests } = await play(loop(kind), 'go', failing);
    expect(scene.seen('post')).toEqual([]);
    expect(scene.seen('failure')).toMatchObject([
      { tool_name: 'Bash', tool_input: { command: 'ls' }, error: expect.stringContaining('boom') },
    ]);
    expect(requests[1]?.at(-1)?.content).toContain('try x');
  });

  it('ask becomes a question to the user that is the same for the same call', async () => {
    const ask = specific('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'Sure?' });
    scene.project.hooks({ PreToolUse: [scene.recording('pre', ask)] });
    const session = scene.open();
    const yes = await play(loop(kind, { session, approves: true }), 'go', oneCall);
    const no = await play(loop(kind, { session, approves: false }), 'go', oneCall);
    expect([yes.ran.length, no.ran.length]).toEqual([1, 0]);
    expect([...yes.asked, ...no.asked]).toEqual(['Allow bash "ls"? Sure?', 'Allow bash "ls"? Sure?']);
  });

  it.each([
    ['allow', { behavior: 'allow' }, 1, []],
    ['deny', { behavior: 'deny', message: 'no way' }, 0, []],
  ])('PermissionRequest hooks answer the question: %s', async (_, decision, runs, asked) => {
    scene.project.hooks({
      PreToolUse: [scene.recording('pre', specific('PreToolUse', { permissionDecision: 'ask' }))],
    });
    scene.project.userHooks({
      PermissionRequest: [scene.recording('request', specific('PermissionRequest', { decision }))],
    });
    const played = await play(loop(kind), 'go', oneCall);
    expect(played.ran).toHaveLength(runs);
    expect(played.asked).toEqual(asked);
    expect(scene.seen('request')).toMatchObject([{ tool_name: 'Bash', tool_input: { command: 'ls' } }]);
  });

  it('continue:false after a tool ends the turn before the next model call, and no Stop hook is asked', async () => {
    scene.project.hooks({
      PostToolUse: [scene.recording('post', { continue: false, stopReason: 'enough' })],
      Stop: [scene.recording('stop')],
    });
    const { denied, requests } = await play(loop(kind), 'go', oneCall);
    expect(denied).toBe('enough');
    expect(requests).toHaveLength(1);
    expect(scene.seen('stop')).toEqual([]);
  });

  it('a rewritten input is refused with the input to use, and that call is then let through', async () => {
    const rewrite = specific('PreToolUse', { updatedInput: { command: 'ls -l', timeout: 5000 } });
    scene.project.hooks({ PreToolUse: [scene.recording('pre', rewrite)] });
    const session = scene.open();
    const first = await play(loop(kind, { session }), 'go', oneCall);
    expect(first.ran).toEqual([]);
    expect(first.stored.at(-2)?.content).toMatch(
      /cannot apply the change.*\n\{"command":"ls -l","timeout":5\}$/,
    );
    expect(scene.shown).toMatchObject([
      { level: 'warning', message: expect.stringContaining('rewrote the input of bash') },
    ]);
    const again = { ...BASH, input: { command: 'ls -l', timeout: 5 } };
    const second = await play(loop(kind, { session }), 'go', [
      { text: '', calls: [again] },
      { text: 'done' },
    ]);
    expect(second.ran).toHaveLength(1);
  });

  it('a rewrite that changes with every call is accepted as the agent was told', async () => {
    scene.project.hooks({
      PreToolUse: [
        `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"%s; date"}}}' "$(sed 's/.*"command":"\\([^"]*\\)".*/\\1/')"`,
      ],
    });
    const session = scene.open();
    await play(loop(kind, { session }), 'go', oneCall);
    const again = { ...BASH, input: { command: 'ls; date' } };
    const { ran } = await play(loop(kind, { session }), 'go', [
      { text: '', calls: [again] },
      { text: 'done' },
    ]);
    expect(ran).toHaveLength(1);
  });

  it('context beside a refused rewrite goes with the refusal', async () => {
    const answer = specific('PreToolUse', {
      updatedInput: { command: 'pwd' },
      additionalContext: 'mind the gap',
    });
    scene.project.hooks({ PreToolUse: [scene.recording('pre', answer)] });
    const { stored } = await play(loop(kind), 'go', oneCall);
    expect(stored.at(-2)?.content).toMatch(/\{"command":"pwd"\}\n\nmind the gap$/);
  });

  it('a rewrite that changes nothing is nothing', async () => {
    scene.project.hooks({
      PreToolUse: [scene.recording('pre', specific('PreToolUse', { updatedInput: { command: 'ls' } }))],
    });
    expect((await play(loop(kind), 'go', oneCall)).ran).toHaveLength(1);
    expect(scene.shown).toEqual([]);
  });

  it('hooks of a whole batch see all its calls, and may end the turn', async () => {
    scene.project.hooks({ PostToolBatch: [scene.recording('batch', { decision: 'block', reason: 'halt' })] });
    const two = [BASH, { ...BASH, id: 'c2', input: { command: 'pwd' }, gives: 'boom' }];
    const { denied } = await play(loop(kind), 'go', [{ text: '', calls: two }, { text: 'done' }]);
    expect(denied).toBe('halt');
    const [seen] = scene.seen('batch');
    expect(seen?.['tool_calls']).toMatchObject([
      { tool_name: 'Bash', tool_input: { command: 'ls' } },
      { tool_input: { command: 'pwd' }, tool_response: expect.stringContaining('boom') },
    ]);
  });
});

describe('an input can be rewritten where the host applies it', () => {
  it('under the tool’s own names', async () => {
    const rewrite = specific('PreToolUse', { updatedInput: { subagent_type: 'b', prompt: 'q' } });
    scene.project.hooks({ PreToolUse: [scene.recording('pre', rewrite)] });
    const data = {
      tool_name: 'delegate',
      tool_input: { agent: 'a', instruction: 'p' },
      parallel_group_id: 'g',
    };
    const { result } = await scene.open({ updated_input: true }).handle('tool:pre', data);
    expect(result).toMatchObject({
      action: 'modify',
      data: { ...data, tool_input: { agent: 'b', instruction: 'q' } },
    });
    expect(scene.seen('pre')[0]?.['tool_input']).toEqual({ subagent_type: 'a', prompt: 'p' });
  });
});

describe('texts for the model', () => {
  it('are cut to what the host takes, and say so', async () => {
    scene.project.hooks({ UserPromptSubmit: ["printf 'x%.0s' $(seq 500)"] });
    const { result } = await scene.open({ injection_limit: 200 }).handle('prompt:submit', { prompt: 'hi' });
    expect(result?.context_injection).toHaveLength(200);
    expect(result?.context_injection).toMatch(
      /^x+\n\[cut by amplifier-hooks: 500 characters, and this host takes 200\]$/,
    );
  });

  it('of background hooks wait for the next prompt', async () => {
    scene.project.hooks({
      SessionStart: [{ command: `printf '{"systemMessage":"ready now"}'`, async: true }],
    });
    const session = scene.open();
    await session.handle('session:start', {});
    await scene.engine.idle();
    const { result } = await session.handle('prompt:submit', { prompt: 'hi' });
    expect(result).toMatchObject({
      action: 'inject_context',
      context_injection: 'ready now',
      ephemeral: false,
    });
  });
});

describe('the user', () => {
  it('sees messages of hooks at once, and the result does not repeat them', async () => {
    scene.project.hooks({
      PreToolUse: [
        `printf '{"decision":"block","reason":"no","systemMessage":"I said no"}'`,
        'echo oops >&2; exit 1',
      ],
    });
    const { result } = await scene.open().handle('tool:pre', { tool_name: 'bash', tool_input: {} });
    expect(result).toMatchObject({ action: 'deny', user_message: null });
    expect(scene.shown.map(({ message, level }) => [level, message])).toEqual([
      ['info', 'I said no'],
      ['warning', expect.stringContaining('oops')],
    ]);
  });

  it('reads them in the result where the host shows nothing at once', async () => {
    scene.project.hooks({ PreToolUse: [`printf '{"systemMessage":"hello"}'`] });
    const { result } = await scene
      .open({ show: false })
      .handle('tool:pre', { tool_name: 'bash', tool_input: {} });
    expect(result).toMatchObject({ action: 'continue', user_message: 'hello', user_message_level: 'info' });
    expect(scene.shown).toEqual([]);
  });

  it('is told once of a wish that has no effect here', async () => {
    scene.project.hooks({
      SessionStart: [scene.recording('start', specific('SessionStart', { sessionTitle: 'T' }))],
    });
    const session = scene.open();
    await session.handle('session:start', {});
    await session.handle('session:resume', {});
    expect(scene.shown).toMatchObject([
      { level: 'warning', message: expect.stringContaining('"sessionTitle"') },
    ]);
  });

  it('is told of hook definitions that do not work', async () => {
    scene.project.write('project/.amplifier/hooks/hooks.json', '{ "hooks": [');
    const session = scene.open();
    await session.handle('session:start', {});
    await session.handle('prompt:submit', { prompt: 'hi' });
    expect(scene.shown).toHaveLength(1);
    expect(scene.shown[0]).toMatchObject({ level: 'error', message: expect.stringContaining('hooks.json') });
  });
});

describe('a fault of the engine', () => {
  const broken = (closed: boolean) => {
    scene.project.hooks({ PreToolUse: ['exit 2'], Stop: ['exit 2'], UserPromptSubmit: ['exit 2'] });
    const engine = scene.project.engine();
    Object.assign(engine, { dispatch: () => Promise.reject(new Error('out of order')) });
    return scene.open({}, { failClosed: closed }, engine);
  };

  it.each([
    ['tool:pre', 'ask_user'],
    ['prompt:submit', null],
    ['orchestrator:complete', null],
  ])('is no block, and no assent: %s', async (event, action) => {
    const { result } = await broken(false).handle(event, { tool_name: 'bash', prompt: 'hi' });
    expect(result?.action ?? null).toBe(action);
    expect(scene.shown).toMatchObject([
      { level: 'error', message: `No hook ran for ${event}: out of order` },
    ]);
  });

  it('closes the gates where the user wants it', async () => {
    const session = broken(true);
    const denies = async (event: string) =>
      (await session.handle(event, { tool_name: 'bash', prompt: 'hi' })).result?.action ?? null;
    expect(await denies('tool:pre')).toBe('deny');
    expect(await denies('prompt:submit')).toBe('deny');
    expect(await denies('orchestrator:complete')).toBeNull();
  });

  it('and data that cannot be given to hooks are told apart from a decision', async () => {
    scene.project.hooks({ PreToolUse: ['exit 2'] });
    const { result } = await scene.open().handle('tool:pre', { tool_name: 7 });
    expect(result?.action).toBe('ask_user');
    expect(scene.shown).toMatchObject([{ level: 'error' }]);
  });
});

describe('exported variables', () => {
  it('are given to the host when they changed, to a sub-session too', async () => {
    scene.project.hooks({ SessionStart: ['echo export A=1 >> "$CLAUDE_ENV_FILE"'] });
    const session = scene.open();
    const exported = { result: null, env: { A: '1' }, env_files: [expect.stringMatching(/\.sh$/)] };
    expect(await session.handle('session:start', {})).toEqual(exported);
    expect(await session.handle('prompt:submit', { prompt: 'hi' })).toEqual({ result: null });
    const child = scene.open({}, { session: 's-1_a', parent: 's' });
    expect(await child.handle('prompt:submit', { prompt: 'hi' })).toEqual(exported);
  });
});

it('an event that the host no longer waits for is not answered', async () => {
  scene.project.hooks({ PreToolUse: ['sleep 60; exit 2'] });
  const controller = new AbortController();
  const reply = scene.open().handle('tool:pre', { tool_name: 'bash', tool_input: {} }, controller.signal);
  controller.abort();
  expect(await reply).toEqual({ result: null });
});
