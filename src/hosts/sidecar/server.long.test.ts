// The sidecar in this process, with real engines and real hooks.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, gone, longTime, processesWith } from '../../run/testing/place.js';
import { isRecord } from '../../text/index.js';
import { CODES } from './rpc-error.js';
import { Desk } from './testing/desk.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.remove());

const host = { name: 'test', version: '1' };
const started = (name: string): string => join(desk.project.root, name);
const untilThere = (file: string): Promise<void> =>
  eventually(() => expect(existsSync(file)).toBe(true), 10_000);

describe('initialize', () => {
  it.each([
    [[1], 1],
    [[9, 1, 3], 1],
  ])('of a host that speaks %j settles on %i', async (protocol, version) => {
    expect(await desk.client.get('initialize', { protocol, host })).toEqual({
      protocol: version,
      name: 'amplifier-hooks',
      version: '1.2.3',
    });
  });

  it.each([[[2, 3]], [[]]])('of a host that speaks only %j names both sides', async (protocol) => {
    const { reply } = desk.client.ask('initialize', { protocol, host });
    expect(await reply).toMatchObject({ error: { code: CODES.noCommonVersion } });
    expect(desk.client.heard[0]).toMatchObject({ error: { data: { host: protocol, sidecar: [1] } } });
    const { error } = desk.client.heard[0] ?? {};
    expect(isRecord(error) && error['message']).toContain(`test 1 speaks ${protocol.join(', ') || 'none'}`);
    await desk.client.initialize();
  });

  it('comes first, and once', async () => {
    const { client } = desk;
    expect(await client.code('session/open', desk.about('s'))).toBe(CODES.notInitialized);
    expect(await client.code('event', desk.stop('s'))).toBe(CODES.notInitialized);
    expect(await client.code('session/close', { session: 's' })).toBe(CODES.notInitialized);
    expect(await client.get('ping')).toEqual({});
    await client.initialize();
    expect(await client.code('initialize', { protocol: [1], host })).toBe(CODES.initializedAlready);
  });

  it.each([
    ['no host', { protocol: [1] }, '"host" must be an object, but is nothing'],
    ['no versions', { host }, '"protocol" must be a list of numbers, but is nothing'],
    ['a format', { protocol: [1], host, format: 'x' }, '"format" must be "amplifier" or "claude"'],
    ['a setting', { protocol: [1], host, config: { enabled: 1 } }, '"config.enabled" must be true or false'],
    ['a profile', { protocol: [1], host, config: { profile: 'x' } }, '"config.profile" must be amplifier or'],
    ['a list', [], 'params must be an object, but is an array'],
  ])('with a wrong field says which: %s', async (_title, params, words) => {
    const reply = await desk.client.ask('initialize', params).reply;
    expect(reply).toMatchObject({ error: { code: CODES.wrongParams } });
    expect(JSON.stringify(reply)).toContain(JSON.stringify(words).slice(1, -1));
  });

  it('warns of settings that nobody knows, and takes null for left out', async () => {
    await desk.client.initialize({ config: { colour: 'red', home: null }, capabilities: { show: null } });
    await desk.client.untilNotified('log', ({ message }) => String(message).includes('config.colour'));
  });
});

describe('sessions', () => {
  beforeEach(() => desk.client.initialize({ format: 'claude' }));

  it('hear which events are worth sending', async () => {
    desk.project.hooks({ Stop: ['true'], PreToolUse: ['true', 'exit 0'] });
    const { client } = desk;
    expect(await client.get('session/open', desk.about('s'))).toEqual({ events: ['Stop', 'PreToolUse'] });
    const config = { enabled: false };
    expect(await client.get('session/open', { ...desk.about('t'), config })).toEqual({ events: [] });
  });

  it('share an engine where hooks and settings are the same, and it is closed with the last', async () => {
    const { client, engines } = desk;
    await desk.open('a', 'b');
    await client.get('session/open', { ...desk.about('c'), config: { fail_closed: true } });
    expect(engines).toHaveLength(1);
    await client.get('session/open', { ...desk.about('d'), config: { max_timeout: 5 } });
    await client.get('session/open', { session: 'e', cwd: desk.project.home });
    expect(engines).toHaveLength(3);
    await client.get('session/close', { session: 'a' });
    await client.get('session/close', { session: 'b' });
    expect(engines.map(({ closed }) => closed)).toEqual([false, false, false]);
    await client.get('session/close', { session: 'c' });
    expect(engines.map(({ closed }) => closed)).toEqual([true, false, false]);
    await desk.open('a');
    expect(engines).toHaveLength(4);
    await client.get('shutdown');
    expect(engines.map(({ closed }) => closed)).toEqual([true, true, true, true]);
  });

  it('that are not open get no answer from hooks', async () => {
    const { client } = desk;
    expect(await client.code('event', desk.stop('s'))).toBe(CODES.unknownSession);
    expect(await client.code('session/close', { session: 's' })).toBe(CODES.unknownSession);
    await desk.open('s');
    expect(await client.code('session/open', desk.about('s'))).toBe(CODES.sessionExists);
    await client.get('session/close', { session: 's' });
    expect(await client.code('event', desk.stop('s'))).toBe(CODES.unknownSession);
    await desk.open('s');
    expect(await client.get('event', desk.stop('s'))).toEqual({ result: null });
  });

  it('may be in a folder that is not there', async () => {
    const about = { session: 's', cwd: join(desk.project.root, 'nowhere') };
    expect(await desk.client.get('session/open', about)).toEqual({ events: [] });
    expect(await desk.client.get('event', desk.stop('s'))).toEqual({ result: null });
  });

  it('may get events before their opening is answered', async () => {
    desk.project.hooks({ Stop: ['echo no >&2; exit 2'] });
    const open = desk.client.ask('session/open', desk.about('s')).reply;
    const event = desk.client.ask('event', desk.stop('s')).reply;
    expect(await open).toEqual({ result: { events: ['Stop'] } });
    expect(await event).toMatchObject({ result: { result: { exitCode: 2 } } });
  });

  it('hear of hooks that are edited, added and removed', async () => {
    const { client, project } = desk;
    project.hooks({ Stop: ['true'] });
    await desk.open('a', 'b');
    project.hooks({ Stop: ['true'], SessionEnd: ['true'] });
    const both = ({ events }: Readonly<Record<string, unknown>>): boolean =>
      JSON.stringify(events) === '["Stop","SessionEnd"]';
    for (const name of ['a', 'b'])
      await client.untilNotified('interest', (told) => told['session'] === name && both(told));
    unlinkSync(join(project.dir, '.amplifier/hooks/hooks.json'));
    await client.untilNotified('interest', ({ events }) => JSON.stringify(events) === '[]');
    expect(await client.get('event', desk.stop('a'))).toEqual({ result: null });
  });

  it('are told what is wrong with their hooks', async () => {
    desk.project.hooks({ Stopp: ['true'] });
    await desk.open('s');
    const { params } = await desk.client.untilNotified('log');
    expect(JSON.stringify(params)).toContain('Stopp');
    desk.project.write('project/.amplifier/hooks/hooks.json', '{ broken');
    await desk.client.untilNotified('log', ({ level }) => level === 'error');
  });
});

describe('events as Claude Code sends them', () => {
  beforeEach(() => desk.client.initialize({ format: 'claude' }));

  it('are answered as one hook would', async () => {
    desk.project.hooks({ PreToolUse: ['cat > seen.json; echo no >&2; exit 2'] });
    await desk.client.get('session/open', { ...desk.about('s'), transcript: '/t.jsonl' });
    const input = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const answer = await desk.client.get('event', { session: 's', input });
    expect(answer).toEqual({
      result: { exitCode: 0, stdout: expect.stringContaining('"permissionDecision":"deny"'), stderr: '' },
    });
    const seen: unknown = JSON.parse(readFileSync(join(desk.project.dir, 'seen.json'), 'utf8'));
    expect(seen).toMatchObject({ session_id: 's', cwd: desk.project.dir, transcript_path: '/t.jsonl' });
  });

  it('that are none are refused, and those nobody knows are answered with nothing', async () => {
    await desk.open('s');
    const { client } = desk;
    const input = { hook_event_name: 'PreToolUse' };
    expect(await client.code('event', { session: 's', input })).toBe(CODES.wrongParams);
    expect(await client.code('event', { session: 's', event: 'tool:pre', data: {} })).toBe(CODES.wrongParams);
    expect(await client.code('event', { session: 's', input: 'Stop' })).toBe(CODES.wrongParams);
    const future = { session: 's', input: { hook_event_name: 'FutureEvent' } };
    expect(await client.get('event', future)).toEqual({ result: null });
  });

  it('carry back what hooks exported, once', async () => {
    desk.project.hooks({ SessionStart: ['echo export A=1 >> "$CLAUDE_ENV_FILE"'], Stop: ['true'] });
    await desk.open('s');
    const input = { hook_event_name: 'SessionStart', source: 'startup' };
    expect(await desk.client.get('event', { session: 's', input })).toMatchObject({ env: { A: '1' } });
    expect(await desk.client.get('event', desk.stop('s'))).toEqual({ result: null });
  });
});

it.each(['claude', 'amplifier'])(
  '%s: what hooks export can be sourced by the shell of the host',
  async (format) => {
    const { client, project } = desk;
    const lines = [
      'PLAIN=1',
      'PATH="$PATH:/from/hook"',
      'export MADE=$(echo a; echo b)',
      'greet() { echo "hi $1"; }',
    ];
    project.hooks({
      SessionStart: [lines.map((line) => `echo '${line}' >> "$CLAUDE_ENV_FILE"`).join('; ')],
      Stop: ['true'],
    });
    await client.initialize({ format });
    await desk.open('s');
    const event = (claude: object, native: string): object =>
      format === 'claude' ? { session: 's', input: claude } : { session: 's', event: native, data: {} };
    const start = event({ hook_event_name: 'SessionStart', source: 'startup' }, 'session:start');
    const answer = await client.get('event', start);
    expect(answer).toMatchObject({ env: { PLAIN: '1', PATH: expect.stringMatching(/:\/from\/hook$/) } });
    const files = isRecord(answer) && Array.isArray(answer['env_files']) ? answer['env_files'] : [];
    const script = 'for file in "$@"; do . "$file"; done; greet "$PLAIN $MADE"; echo "$PATH"';
    const said = execFileSync('sh', ['-c', script, 'sh', ...files.map(String)], { encoding: 'utf8' });
    expect(said).toBe(`hi 1 a\nb\n${process.env['PATH']}:/from/hook\n`);
    const stop = event({ hook_event_name: 'Stop' }, 'orchestrator:complete');
    expect(await client.get('event', stop)).not.toHaveProperty('env_files');
  },
);

describe('events of Amplifier', () => {
  it('are answered with a HookResult', async () => {
    desk.project.hooks({ PreToolUse: ['echo no >&2; exit 2'] });
    await desk.client.initialize();
    await desk.open('s');
    const call = { tool_name: 'bash', tool_input: { command: 'ls' }, tool_call_id: 't1' };
    const answer = await desk.client.get('event', { session: 's', event: 'tool:pre', data: call });
    expect(answer).toMatchObject({ result: { action: 'deny', reason: expect.stringContaining('no') } });
    expect(await desk.client.code('event', { session: 's', data: call })).toBe(CODES.wrongParams);
  });
});

describe('the model of the host', () => {
  it('judges for a sub-session too, whose root is not open here', async () => {
    const { client, project } = desk;
    project.hooks({ PreToolUse: [{ type: 'prompt', prompt: 'Is it safe?' }] });
    const asked: unknown[] = [];
    client.answers['complete'] = (params) => {
      asked.push(params);
      return { ok: true, text: '{"ok":false,"reason":"it is not"}' };
    };
    await client.initialize({ capabilities: { complete: true } });
    await client.get('session/open', { ...desk.about('root-1_explorer'), parent: 'root' });
    const data = { tool_name: 'bash', tool_input: { command: 'rm -rf build' } };
    const answer = await client.get('event', { session: 'root-1_explorer', event: 'tool:pre', data });
    expect(answer).toMatchObject({ result: { action: 'deny' } });
    expect(JSON.stringify(answer)).toContain('it is not');
    expect(asked).toMatchObject([{ session: 'root-1_explorer' }]);
  });
});

describe('cancelling', () => {
  beforeEach(() => desk.client.initialize({ format: 'claude' }));

  it('an event ends its hooks before it is answered, and only its hooks', async () => {
    const [mine, other] = [longTime(), longTime()];
    desk.project.hooks({
      Stop: [`touch ${started('mine')}; sleep ${mine} & trap '' TERM; sleep ${mine}`],
      SessionEnd: [{ command: `touch ${started('other')}; sleep ${other}`, timeout: 60 }],
    });
    await desk.open('s');
    const { client } = desk;
    const { id, reply } = client.ask('event', desk.stop('s'));
    const end = client.ask('event', {
      session: 's',
      input: { hook_event_name: 'SessionEnd', reason: 'other' },
    });
    await Promise.all([untilThere(started('mine')), untilThere(started('other'))]);
    client.send({ method: 'cancel', params: { id } });
    expect(await reply).toMatchObject({ error: { code: CODES.cancelled } });
    await gone(mine);
    expect(processesWith(other)).not.toEqual([]);
    client.send({ method: 'cancel', params: { id: end.id } });
    expect(await end.reply).toMatchObject({ error: { code: CODES.cancelled } });
    await gone(other);
    expect(client.heard.filter((line) => line['id'] === id)).toHaveLength(1);
  });

  it('comes with closing a session; hooks in the background end with the last one that shares them', async () => {
    const seconds = longTime();
    desk.project.hooks({
      Stop: [{ command: `touch ${started('background')}; exec sleep ${seconds}`, async: true }],
      SessionEnd: [{ command: `touch ${started('ending')}; exec sleep 600`, timeout: 60 }],
    });
    await desk.open('a', 'b');
    const { client } = desk;
    expect(await client.get('event', desk.stop('a'))).toEqual({ result: null });
    await untilThere(started('background'));
    const waiting = client.ask('event', { session: 'a', input: { hook_event_name: 'SessionEnd' } }).reply;
    await untilThere(started('ending'));
    await client.get('session/close', { session: 'a' });
    expect(await waiting).toMatchObject({ error: { code: CODES.cancelled } });
    expect(processesWith(`sleep ${seconds}`)).not.toEqual([]);
    await client.get('session/close', { session: 'b' });
    await gone(seconds);
  });
});

describe('many at once', () => {
  it('50 sessions with 1000 events: each hook runs once, each event is answered once', async () => {
    const log = started('log');
    desk.project.hooks({ Stop: [`cat >> ${log}`] });
    const { client } = desk;
    await client.initialize({ format: 'claude', config: { journal: false } });
    const sessions = Array.from({ length: 50 }, (_, index) => `session-${index}`);
    await desk.open(...sessions);
    expect(desk.engines).toHaveLength(1);
    const events = sessions.flatMap((session) =>
      Array.from(
        { length: 20 },
        (_, index) => client.ask('event', desk.stop(session, { number: index })).reply,
      ),
    );
    const replies = await Promise.all(events);
    expect(replies.filter((reply) => JSON.stringify(reply) !== '{"result":{"result":null}}')).toEqual([]);
    const ran = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const names = new Set(ran.map(({ session_id, number }) => `${session_id} ${number}`));
    expect([ran.length, names.size]).toEqual([1000, 1000]);
    const answered = client.heard.flatMap(({ id, method }) => (method === undefined ? [id] : []));
    expect(new Set(answered).size).toBe(answered.length);
  }, 60_000);
});

describe('deadlines', () => {
  it('an event that nobody decides is answered with an error, and given up', async () => {
    const signals: AbortSignal[] = [];
    await desk.remove();
    desk = new Desk({ graceMs: 30 }, (usual) => ({
      ...usual,
      conversations: () => () => ({
        events: () => [],
        moment: () => null,
        handle: (_event, signal) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
        close: async () => undefined,
      }),
    }));
    desk.project.hooks({ Stop: [{ command: 'true', timeout: 0.05 }] });
    await desk.client.initialize({ config: { default_timeout: 0.05 } });
    await desk.open('s');
    const reply = await desk.client.ask('event', { session: 's', event: 'x', data: {} }).reply;
    expect(reply).toMatchObject({ error: { code: CODES.deadline } });
    expect(JSON.stringify(reply)).toContain('no decision after 80 ms');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await desk.client.get('ping')).toEqual({});
  });
});

describe('the end', () => {
  it('shutdown ends hooks, cancels events and refuses what comes after', async () => {
    const seconds = longTime();
    desk.project.hooks({ Stop: [{ command: `touch ${started('on')}; sleep ${seconds}`, timeout: 60 }] });
    const { client, server } = desk;
    await client.initialize({ format: 'claude' });
    await desk.open('s');
    const event = client.ask('event', desk.stop('s')).reply;
    await untilThere(started('on'));
    const shutdown = client.ask('shutdown').reply;
    expect(await client.code('session/open', desk.about('t'))).toBe(CODES.ending);
    expect(await event).toMatchObject({ error: { code: CODES.cancelled } });
    expect(await shutdown).toEqual({ result: {} });
    await server.ended;
    await gone(seconds);
  });
});
