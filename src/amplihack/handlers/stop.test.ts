import { chmodSync, existsSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Place, telemetryOf } from '../testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const APPROVE = { decision: 'approve' };
const locks = '.claude/runtime/locks';
const stop = (more: Readonly<Record<string, unknown>> = {}, env = place.env) =>
  place.reply('stop', { session_id: 's', ...more }, { env, now: () => 1_700_000_000_000 });
const turns = (...lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('lock mode', () => {
  const counter = `${locks}/s/lock_invocations.txt`;
  beforeEach(() => {
    place.write(`${locks}/.lock_active`, '');
  });

  it('sends the agent back and counts', async () => {
    for (const value of [1, 2, 3]) {
      expect(await stop({ stop_hook_active: true })).toEqual({
        decision: 'block',
        reason: expect.stringMatching(/carry on/i),
      });
      expect(JSON.parse(place.read(counter))).toEqual({ value });
    }
  });

  it.each([
    [' go on \n', undefined, 'go on'],
    [undefined, 'message', 'message'],
    ['', 'message', 'message'],
    ['prompt', 'message', 'prompt'],
    ['x'.repeat(1000), undefined, 'x'.repeat(1000)],
    ['x'.repeat(1001), 'message', 'message'],
    ['é'.repeat(501), '\n', null],
  ])('with the prompt %j and the message %j', async (prompt, message, expected) => {
    if (prompt !== undefined) place.write(`${locks}/.continuation_prompt`, prompt);
    if (message !== undefined) place.write(`${locks}/.lock_message`, message);
    expect(await stop()).toEqual({
      decision: 'block',
      reason: expected ?? expect.stringMatching(/carry on/i),
    });
  });

  it.each([
    ['49', '50'],
    ['{"value":99}', '50'],
    ['6', '7'],
    ['0', '0'],
    ['1', '2'],
  ])('after %s rounds, at most %s: the valve opens', async (before, max) => {
    place.write(counter, before);
    for (const name of ['.lock_goal', '.lock_message']) place.write(`${locks}/${name}`, 'x');
    expect(await stop({}, { ...place.env, AMPLIHACK_MAX_LOCK_ITERATIONS: max })).toEqual(APPROVE);
    for (const name of ['.lock_active', '.lock_goal', '.lock_message', '.continuation_prompt'])
      expect(place.has(`${locks}/${name}`)).toBe(false);
    expect(JSON.parse(place.read(counter)).value).toBeGreaterThan(0);
    expect(await stop()).toEqual(APPROVE);
  });

  it.each(['-1', 'x', '', '1.5'])('AMPLIHACK_MAX_LOCK_ITERATIONS=%s is 50', async (max) => {
    place.write(counter, '48');
    const env = { ...place.env, AMPLIHACK_MAX_LOCK_ITERATIONS: max };
    expect(await stop({}, env)).toMatchObject({ decision: 'block' });
    expect(await stop({}, env)).toEqual(APPROVE);
  });

  it.each(['', 'x', '{}', '{"value":-1}', '{"value":"1"}', '[1]', '1.5'])(
    'a counter that says %j is an error',
    async (text) => {
      place.write(counter, text);
      const ended = await place.run('stop', { session_id: 's' });
      expect(ended.stdout).toBe('{}\n');
      expect(telemetryOf(ended)).toMatchObject({ hook: 'stop', result: 'error', error: expect.any(String) });
      expect(place.read(counter)).toBe(text);
    },
  );

  it('a counter that cannot be written is an error', async () => {
    place.write(`${locks}/s`, 'a file');
    expect(await stop()).toEqual({});
  });

  it('the session comes from the payload, the environment, or the clock', async () => {
    const env = { ...place.env, CLAUDE_SESSION_ID: 'from/env' };
    await stop({ session_id: 'a b' }, env);
    await stop({ session_id: ' ' }, env);
    await stop({ session_id: null }, { ...env, CLAUDE_SESSION_ID: ' ' });
    for (const id of ['a_b', 'from_env', 'session-1700000000'])
      expect(place.has(`${locks}/${id}/lock_invocations.txt`)).toBe(true);
  });

  it('twenty stops at once count twenty', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => stop()));
    expect(replies).toHaveLength(20);
    expect(JSON.parse(place.read(counter))).toEqual({ value: 20 });
    expect(Object.keys(place.files()).filter((name) => name.includes('/s/'))).toEqual([`project/${counter}`]);
  });

  it('a lock that somebody holds is waited for, but not for ever; one whose holder died is broken', async () => {
    const held = place.write(`${counter}.lock`, String(process.pid));
    const wait = await place.run('stop', { session_id: 's' }, { limits: { exclusive: 60 } });
    expect(wait.stdout).toBe('{}\n');
    expect(existsSync(held)).toBe(true);
    const long = new Date(Date.now() - 10_000);
    place.write(`${counter}.lock`, '999999999');
    utimesSync(held, long, long);
    expect(await stop()).toMatchObject({ decision: 'block' });
    expect(existsSync(held)).toBe(false);
  });
});

describe('reflection', () => {
  /** A program that writes down what it was given and prints what the test wants. */
  function program(body: string): Readonly<Record<string, string>> {
    const file = place.writeHome(
      'reflect.sh',
      `#!/bin/sh\ncat > "$HOME/prompt"\nprintf '%s|' "$@" > "$HOME/args"\nenv > "$HOME/env"\npwd > "$HOME/pwd"\n${body}\n`,
    );
    chmodSync(file, 0o755);
    return {
      ...place.env,
      AMPLIHACK_ENABLE_REFLECTION: 'Yes',
      AMPLIHACK_REFLECTION_BINARY: file,
      CLAUDECODE: '1',
    };
  }
  const seen = (name: string): string => readFileSync(join(place.home, name), 'utf8');

  it('is off by default', async () => {
    const { AMPLIHACK_ENABLE_REFLECTION: _, ...env } = program('echo findings');
    expect(await stop({}, env)).toEqual(APPROVE);
    place.write('.claude/tools/amplihack/.reflection_config', '{"enabled":"true"}');
    expect(await stop({}, env)).toEqual(APPROVE);
    place.write('.claude/tools/amplihack/.reflection_config', '{"enabled":true}');
    expect(await stop({}, env)).toMatchObject({ decision: 'block' });
  });

  it('shows its findings once', async () => {
    const env = program('echo " findings "');
    place.write('t.jsonl', turns({ role: 'user', content: `use {template} ${'é'.repeat(600)}` }));
    expect(await stop({ transcript_path: 't.jsonl' }, env)).toEqual({
      decision: 'block',
      reason: expect.stringMatching(/Review.*\n\nfindings$/s),
    });
    const written = Object.entries(place.files()).filter(([, content]) => content === ' findings \n');
    expect(written.map(([name]) => name)).toEqual([
      'project/.claude/runtime/logs/s/FEEDBACK_SUMMARY.md',
      'project/.claude/runtime/reflection/current_findings.md',
      'project/.claude/runtime/reflection/reflection_s_1700000000.md',
    ]);
    expect(place.has('.claude/runtime/reflection/.reflection_presented_s')).toBe(true);
    expect(seen('args')).toBe('-p|--tools||--no-session-persistence|');
    expect(seen('env')).toMatch(/^AMPLIHACK_SKIP_REFLECTION=1$/m);
    expect(seen('env')).not.toMatch(/^CLAUDECODE=/m);
    expect(seen('pwd').trim()).toBe(place.root);
    const prompt = seen('prompt');
    expect(prompt).toContain(`user: use {template} ${'é'.repeat(485)}\n`);
    expect(prompt).toContain('# Feedback Summary');
    expect(prompt).toContain('not available');
    expect(prompt).not.toMatch(/\{(?!template\} é)\w+\}/);
    expect(await stop({ transcript_path: 't.jsonl' }, env)).toEqual(APPROVE);
    expect(place.has('.claude/runtime/reflection/.reflection_presented_s')).toBe(false);
    expect(await stop({ transcript_path: 't.jsonl' }, env)).toMatchObject({ decision: 'block' });
  });

  it('fills in shared templates and says how much it left out', async () => {
    const env = program('true');
    place.write(
      '.claude/tools/amplihack/hooks/templates/reflection_prompt.txt',
      '{message_count}/{conversation_summary}/{template}/{other}',
    );
    place.write('.claude/templates/FEEDBACK_SUMMARY.md', 'OUTLINE');
    place.write(
      't',
      turns(...Array.from({ length: 30 }, () => ({ role: 'user', content: 'y'.repeat(700) }))),
    );
    expect(await stop({ transcript_path: 't' }, env)).toEqual(APPROVE);
    const prompt = seen('prompt');
    expect(prompt).toMatch(/^30\/user: y/);
    expect(prompt).toMatch(/\n\(20 more messages are left out\)\/OUTLINE\/\{other\}$/);
  });

  it.each([
    ['blank output', 'echo "  "', APPROVE],
    ['a failure', 'echo x; exit 1', {}],
    ['a program that is killed', 'kill -9 $$', {}],
  ])('%s', async (_, body, expected) => {
    expect(await stop({}, program(body))).toEqual(expected);
    expect(place.has('.claude/runtime/reflection')).toBe(false);
  });

  it('a program that is missing, or does not come to an end', async () => {
    expect(await stop({}, { ...program(''), AMPLIHACK_REFLECTION_BINARY: join(place.home, 'none') })).toEqual(
      {},
    );
    const reply = await place.reply(
      'stop',
      {},
      { env: program('exec sleep 600'), limits: { reflection: 200 } },
    );
    expect(reply).toEqual({});
  });

  it.each([
    ['AMPLIHACK_SKIP_REFLECTION', '1', APPROVE],
    ['AMPLIHACK_SKIP_REFLECTION', '', { decision: 'block' }],
    ['AMPLIHACK_ENABLE_REFLECTION', 'on', APPROVE],
  ])('%s=%s', async (name, value, expected) => {
    expect(await stop({}, { ...program('echo x'), [name]: value })).toMatchObject(expected);
  });

  it('is left out while .reflection_lock is there', async () => {
    place.write('.claude/runtime/reflection/.reflection_lock', '');
    expect(await stop({}, program('echo x'))).toEqual(APPROVE);
  });

  it.each([
    ['codex', 'codex'],
    ['amplifier', 'amplifier'],
    ['/bin/sh', 'claude'],
    ['', 'claude'],
  ])('AMPLIHACK_AGENT_BINARY=%s runs %s', async (agent, name) => {
    const { AMPLIHACK_REFLECTION_BINARY: _, ...env } = program('');
    for (const each of ['claude', 'codex', 'amplifier']) {
      const file = place.writeHome(`bin/${each}`, `#!/bin/sh\necho I am ${each}\n`);
      chmodSync(file, 0o755);
    }
    const path = `${join(place.home, 'bin')}:${place.env['PATH']}`;
    expect(await stop({}, { ...env, AMPLIHACK_AGENT_BINARY: agent, PATH: path })).toMatchObject({
      reason: expect.stringContaining(`I am ${name}`),
    });
  });
});

describe('power steering', () => {
  const config = '.claude/tools/amplihack/.power_steering_config';
  const folder = '.claude/runtime/power-steering';
  const tool = (name: string, input: unknown, id = name) => ({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  });
  const result = (id: string, isError = false) => ({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: isError, content: 'x' }] },
  });
  const user = (content: string) => ({ role: 'user', content });
  const assistant = (content: string) => ({ role: 'assistant', content });

  /** The second stop: the first one always passes. */
  async function second(...lines: readonly unknown[]): Promise<unknown> {
    place.write('t', turns(...lines));
    expect(await stop({ transcript_path: 't' })).toEqual(APPROVE);
    return stop({ transcript_path: 't' });
  }

  it('is off without its file, and with enabled: false', async () => {
    expect(await second(user('x'), assistant('next steps: y'))).toEqual(APPROVE);
    place.write(config, '{"enabled":false}');
    expect(await second(user('x'), assistant('next steps: y'))).toEqual(APPROVE);
    expect(place.has(folder)).toBe(false);
  });

  it.each(['{}', '{oops', '{"enabled":true}'])('is on with %s', async (text) => {
    place.write(config, text);
    expect(await second(user('x'), assistant('Next steps: y'))).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('remaining work'),
    });
    expect(JSON.parse(place.read(`${folder}/s/session_count`))).toEqual({ value: 2 });
  });

  it('names to-do items that are open in the last list', async () => {
    place.write(config, '{}');
    const todo = (status: string) => ({ content: `item ${status}`, status });
    const lines = [
      user('x'),
      tool('TodoWrite', { todos: [todo('early')] }),
      tool('TodoWrite', { todos: ['completed', 'complete', 'Done', 'pending'].map(todo) }),
    ];
    const { reason }: { reason: string } = JSON.parse(JSON.stringify(await second(...lines)));
    expect(reason).toContain('item pending');
    expect(reason).not.toMatch(/item (?:early|completed|complete|Done)/);
  });

  it('wants a test after the last edit of source, where there are tests', async () => {
    place.write(config, '{}');
    const edit = tool('Edit', { file_path: '/x/a.ts' });
    const test = tool('Bash', { command: 'npm test' }, 't1');
    const failed = [
      user('x'),
      test,
      result('t1'),
      edit,
      tool('Bash', { command: 'npm test' }, 't2'),
      result('t2', true),
    ];
    expect(await second(...failed)).toEqual(APPROVE);
    const other = new Place();
    other.write(config, '{}');
    mkdirSync(join(other.root, 'tests'));
    other.write('t', turns(...failed));
    const again = () => other.reply('stop', { session_id: 's', transcript_path: 't' });
    await again();
    expect(await again()).toMatchObject({ reason: expect.stringContaining('no test command has succeeded') });
    other.write('t', turns(...failed, tool('Bash', { command: 'npm test' }, 't3'), result('t3')));
    expect(await again()).toEqual(APPROVE);
    expect(other.has(`${folder}/.s_completed`)).toBe(true);
    expect(other.read(`${folder}/s/summary.md`)).toContain('Nothing was left open');
    other.remove();
  });

  it('lets questions and answers pass, and whatever cannot be read', async () => {
    place.write(config, '{}');
    expect(await second(user('why?'), assistant('incomplete'), user('how?'), user('ok'))).toEqual(APPROVE);
    place.write('t', 'oops');
    expect(await stop({ transcript_path: 't' })).toEqual(APPROVE);
    expect(place.has(`${folder}/.s_completed`)).toBe(false);
  });

  it.each(['.disabled', '.s_completed'])('%s switches it off', async (name) => {
    place.write(config, '{}');
    place.write(`${folder}/${name}`, '');
    expect(await second(user('x'), assistant('not finished'))).toEqual(APPROVE);
  });

  it('AMPLIHACK_SKIP_POWER_STEERING switches it off, whatever it says', async () => {
    place.write(config, '{}');
    place.env = { ...place.env, AMPLIHACK_SKIP_POWER_STEERING: '' };
    expect(await second(user('x'), assistant('not finished'))).toEqual(APPROVE);
  });
});
