// What is kept of a session: transcripts before compaction, and memory.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentsIn } from '../memory/agents.js';
import { Place, telemetryOf } from '../testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const now = () => 1_700_000_000_500;
const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const user = (content: unknown) => ({ type: 'user', message: { content } });
const text = (...texts: readonly string[]) => texts.map((each) => ({ type: 'text', text: each }));

describe('pre-compact', () => {
  /** What it prints; the last line of metadata is what it kept. */
  const compact = async (payload: unknown) => (await place.run('pre-compact', payload, { now })).stdout;
  const keptAs = (session: string) =>
    JSON.parse(
      place.read(`.claude/runtime/logs/${session}/compaction_metadata.jsonl`).trim().split('\n').at(-1) ?? '',
    );
  const logs = '.claude/runtime/logs/c_1';

  it('keeps the transcript, the request and a line of metadata', async () => {
    const transcript = lines(
      { type: 'summary' },
      user([{ type: 'tool_result', content: 'x' }]),
      user(text('Implement the', 'whole thing')),
      { role: 'assistant', content: 'ok' },
    );
    place.write('t.jsonl', transcript);
    const copy = join(place.root, logs, 'transcript_pre_compact.jsonl');
    const metadata = {
      event: 'pre_compact',
      session_id: 'c/1',
      timestamp: 1_700_000_000,
      transcript_path: copy,
      original_request_preserved: true,
      compaction_trigger: 'auto',
    };
    const payload = { session_id: 'c/1', transcript_path: 't.jsonl', trigger: 'auto' };
    expect(await compact(payload)).toBe(`The transcript before this compaction was kept as ${copy}.\n`);
    expect(place.read(`${logs}/transcript_pre_compact.jsonl`)).toBe(transcript);
    expect(JSON.parse(place.read(`${logs}/original_request.json`))).toMatchObject({
      session_id: 'c/1',
      raw_prompt: 'Implement the\nwhole thing',
    });
    await compact(payload);
    expect(place.read(`${logs}/compaction_metadata.jsonl`)).toBe(lines(metadata, metadata));
  });

  it('copies byte for byte, valid or not, and replaces an older copy', async () => {
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 256));
    writeFileSync(join(place.root, 't'), bytes);
    place.write(`${logs}/transcript_pre_compact.jsonl`, 'older');
    expect(await compact({ session_id: 'c/1', transcript_path: join(place.root, 't') })).toContain(logs);
    expect(keptAs('c_1')).toMatchObject({ original_request_preserved: false });
    expect(
      execFileSync('cmp', [join(place.root, 't'), join(place.root, logs, 'transcript_pre_compact.jsonl')]),
    ).toHaveLength(0);
  });

  it.each(['conversation', 'messages'])('takes the request from %s first', async (name) => {
    place.write('t', lines({ role: 'user', content: 'Build something else' }));
    const turns = [
      { role: 'assistant', content: 'hi' },
      { role: 'user', content: 'Fix the bug' },
    ];
    await compact({ session_id: 'c/1', transcript_path: 't', [name]: turns });
    expect(JSON.parse(place.read(`${logs}/original_request.json`))).toMatchObject({
      raw_prompt: 'Fix the bug',
    });
  });

  it('goes on without a transcript', async () => {
    mkdirSync(join(place.root, 'folder'));
    execFileSync('mkfifo', [join(place.root, 'pipe')]);
    symlinkSync('pipe', join(place.root, 'link'));
    for (const path of [
      '',
      ' ',
      'none',
      'folder',
      'pipe',
      'link',
      '/dev/zero',
      '/dev/null',
      'a\0b',
      '~/x',
      null,
    ]) {
      expect(await compact({ transcript_path: path })).toContain('There was no transcript to keep.');
      expect(keptAs('session-1700000000')).toMatchObject({
        session_id: 'session-1700000000',
        transcript_path: null,
        original_request_preserved: false,
      });
    }
  });

  it('says what could not be written', async () => {
    place.write('.claude/runtime', 'a file');
    place.write('t', '{}');
    for (const path of ['t', null]) {
      const ended = await place.run('pre-compact', { transcript_path: path });
      expect(ended.stdout).toBe('{}\n');
      expect(ended.stderr).toContain('ENOTDIR');
      expect(ended.exitCode).toBe(0);
    }
  });
});

describe('memory', () => {
  const end = (payload: unknown, subcommand = 'session-stop') => place.run(subcommand, payload, { now });
  const store = 'home/.amplihack/memory.db';
  const remembered = async (prompt: string, session = 's'): Promise<string> => {
    const { stdout } = await place.run('user-prompt-submit', { prompt, session_id: session });
    const { hookSpecificOutput }: { hookSpecificOutput?: { additionalContext: string } } = JSON.parse(stdout);
    return hookSpecificOutput?.additionalContext ?? '';
  };

  it('of a session’s output is shown to every agent of a later prompt', async () => {
    expect(
      (await end({ session_id: 's', output: 'The parser is done.', agent_type: 'builder' })).stdout,
    ).toBe('{}\n');
    expect(await remembered('ask /analyze and @.claude/agents/tester.md')).toBe(
      '## Memory for analyzer Agent\n- Agent builder: The parser is done.\n\n' +
        '## Memory for tester Agent\n- Agent builder: The parser is done.',
    );
    expect(await remembered('no agent here')).toBe('');
    expect(await remembered('/analyze', 'other')).toBe('');
    expect(await remembered('/analyze', ' ')).toBe('');
  });

  it('of a transcript names who spoke, and the agents the user called', async () => {
    place.write(
      't',
      lines(user('/fix the bug with Use rust_expert.md agent'), {
        role: 'assistant',
        content: text('done', 'well'),
      }),
    );
    await end({ session_id: 's', transcript_path: 't' });
    const found = await remembered('/fix');
    expect(found).toContain(
      '- Agent fix-agent: user: /fix the bug with Use rust_expert.md agent assistant: done well',
    );
    expect(found).toContain('- Agent rust-expert: user:');
  });

  it.each([
    ['no session', { output: 'long enough text' }],
    ['a blank session', { session_id: ' ', output: 'long enough text' }],
    ['no text', { session_id: 's', output: '  ' }],
    ['little text', { session_id: 's', output: '123456789' }],
    ['a transcript that is not JSON', { session_id: 's', transcript_path: 'broken' }],
  ])('is not kept with %s', async (_, payload) => {
    place.write('broken', `${lines(user('a long enough text'))}oops\n`);
    await end(payload);
    expect(place.files()[store]).toBeUndefined();
  });

  it('is kept once, and what has grown takes the place of its beginning', async () => {
    const stop = (content: string) => {
      place.write('t', lines(user(content)));
      return end({ session_id: 's', transcript_path: 't' }, 'stop');
    };
    for (const content of ['a first request', 'a first request', 'a first request, continued'])
      expect((await stop(content)).stdout).toBe('{"decision":"approve"}\n');
    expect(await remembered('/x')).toBe(
      '## Memory for x Agent\n- Agent general: user: a first request, continued',
    );
    await stop('something else');
    expect((await remembered('/x')).split('\n')).toHaveLength(3);
    expect(JSON.parse(place.files()[store]?.split('\n')[0] ?? '')).toEqual({
      session: 's',
      agent: 'general',
      content: 'Agent general: user: a first request, continued',
      task: 'a first request, continued',
      success: true,
      time: 1_700_000_000,
      project: 'amplihack',
    });
  });

  it('by stop takes the session from the environment, but never one made up', async () => {
    place.write('t', lines(user('a long enough text')));
    await end({ transcript_path: 't' }, 'stop');
    expect(place.files()[store]).toBeUndefined();
    place.env = { ...place.env, CLAUDE_SESSION_ID: 'env', AMPLIHACK_PROJECT_ID: 'p' };
    await end({ transcript_path: 't' }, 'stop');
    expect(JSON.parse(place.files()[store] ?? '')).toMatchObject({ session: 'env', project: 'p' });
  });

  it('is cut after 500 characters, and stops at 8000 bytes', async () => {
    for (let index = 0; index < 40; index += 1)
      await end({ session_id: 's', output: `${index}${'🚀'.repeat(600)}` });
    const found = await remembered('/x');
    expect(Buffer.byteLength(found)).toBeLessThan(8200);
    expect(found).not.toContain('\uFFFD');
    const content: string = JSON.parse(place.files()[store]?.split('\n')[0] ?? '').content;
    expect([...content]).toHaveLength('Agent general: '.length + 500);
  });

  it('is ordered by what the prompt is about', async () => {
    for (const output of ['about the database schema', 'about the parser', 'about nothing at all'])
      await end({ session_id: 's', output });
    const first = async (prompt: string) => (await remembered(prompt)).split('\n')[1];
    expect(await first('/x database schema')).toContain('database');
    expect(await first('/x parser')).toContain('parser');
    expect(await first('/x')).toContain('nothing');
  });

  it('is switched off by another backend, and needs a home', async () => {
    place.env = { ...place.env, AMPLIHACK_MEMORY_BACKEND: 'none' };
    await end({ session_id: 's', output: 'long enough text' });
    expect(place.files()[store]).toBeUndefined();
    const ended = await place.run(
      'session-stop',
      { session_id: 's', output: 'long enough text' },
      { env: {} },
    );
    expect(telemetryOf(ended)).toMatchObject({ result: 'ok' });
  });

  it('a store that is not ours is left alone, with one warning', async () => {
    place.writeHome('.amplihack/memory.db', 'SQLite format 3\0');
    const ended = await end({ session_id: 's', output: 'long enough text' });
    expect(ended.stdout).toBe('{}\n');
    expect(
      ended.stderr.split('\n').filter((line) => line.includes('memory could not be saved')),
    ).toHaveLength(1);
    expect(place.files()[store]).toBe('SQLite format 3\0');
    expect(await remembered('/x')).toBe('');
  });

  it('forty sessions at once leave a whole store, even after a half-written line', async () => {
    place.writeHome('.amplihack/memory.db', '{"session":"half');
    const sessions = Array.from({ length: 40 }, (_, index) => `s${index}`);
    await Promise.all(sessions.map((id) => end({ session_id: id, output: `the text of ${id}` })));
    for (const id of sessions) expect(await remembered('/x', id)).toContain(`the text of ${id}`);
  });

  it('git is asked what is not recorded yet, and the answer goes to stderr', async () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: place.root, env: place.env, stdio: 'ignore' });
    expect((await end({})).stderr.split('\n')).toHaveLength(2);
    git('init', '-q');
    for (let index = 0; index < 12; index += 1) place.write(`new-${String(index).padStart(2, '0')}`, '');
    place.write('staged', 'x');
    place.write('changed', 'x');
    git('add', 'staged', 'changed');
    place.write('changed', 'y');
    const ended = await end({});
    expect(ended.stdout).toBe('{}\n');
    const list = ended.stderr.split('\n').slice(0, -2);
    expect(list).toEqual([
      'Staged:',
      '  changed',
      '  staged',
      'Changed, not staged:',
      '  changed',
      'Untracked:',
      ...Array.from({ length: 10 }, (_, index) => `  new-${String(index).padStart(2, '0')}`),
      '  and 2 more',
    ]);
    expect(telemetryOf(ended)).toMatchObject({ hook: 'session_stop', result: 'ok' });
  });
});

describe('references to agents', () => {
  it.each([
    ['@.claude/agents/builder.md', ['builder']],
    ['@.claude/agents/amplihack/core/Api_Designer.md', ['api-designer']],
    ['Include @.claude/agents/team/lead.md', ['lead']],
    ['@.claude/agents/team/lead.md', []],
    ['Use tester.md agent', ['tester']],
    [
      '/ultrathink /fix /analyze /improve /socratic /debate /reflect /xpia',
      [
        'orchestrator',
        'fix-agent',
        'analyzer',
        'reviewer',
        'ambiguity',
        'multi-agent-debate',
        'reflection',
        'xpia-defense',
      ],
    ],
    ['/fix and /fix again, then /tmp/x, a/b, /Upper and /dev2', ['fix-agent']],
    ['first\n/my-agent', ['my-agent']],
    ['/constructor', ['constructor']],
    ['', []],
  ])('%j', (given, expected) => {
    expect(agentsIn(given)).toEqual(expected);
  });
});
