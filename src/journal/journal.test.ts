import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readInput } from '../events/index.js';
import { writeExactly } from '../text/index.js';
import type { JournalOptions } from './journal.js';
import { journalFor } from './journal-for.js';
import { sessionFile } from './layout.js';
import type { Happened } from './listener.js';
import { findEvent, lastEvent, readJournal } from './read.js';
import {
  all,
  decision,
  dispatched,
  finished,
  generation,
  hook,
  input,
  plan,
  run,
  Scene,
} from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

const lines = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('what is heard', () => {
  it('stands in one file a session, which nobody else can read', async () => {
    const { journal, problems } = scene.open();
    journal.dispatched(dispatched('one'));
    journal.dispatched(dispatched('../two'));
    await journal.close();
    expect(problems).toEqual([]);
    expect(scene.place.folder).toMatch(/journal\/my-project-[0-9a-f]{8}$/);
    const names = readdirSync(scene.place.folder).filter((name) => name.endsWith('.jsonl'));
    expect(names.sort()).toEqual([expect.stringMatching(/^---two-[0-9a-f]{8}\.jsonl$/), 'one.jsonl']);
    expect(lines(sessionFile(scene.place, 'one'))).toMatchObject([
      { kind: 'journal', version: 1, session: 'one', project: scene.projectDir },
      { kind: 'event', session: 'one', event: 'PreToolUse', target: 'Bash', tool: 'Bash', ms: 7 },
    ]);
    expect(statSync(sessionFile(scene.place, 'one')).mode & 0o777).toBe(0o600);
    expect(statSync(scene.place.folder).mode & 0o777).toBe(0o700);
    expect(statSync(dirname(scene.place.folder)).mode & 0o777).toBe(0o700);
  });

  it('says which sub-agent it was, how long a hook waited, and who was outvoted', async () => {
    const { journal } = scene.open();
    const outvoted = [{ value: 'allow', by: 'b' }] as const;
    const decided = decision([{ ...run(hook('a')), waitedMs: 1.234 }, run(hook('b'))], { outvoted });
    journal.dispatched(
      dispatched('s', decided, { input: input('s', { agent_id: 'a1', agent_type: 'explorer' }) }),
    );
    journal.dispatched(dispatched('s', decision([run(hook('a'))]), { input: input('s', { agent_id: '' }) }));
    await journal.close();
    const [, first, second] = lines(sessionFile(scene.place, 's'));
    expect(first).toMatchObject({
      agent: { id: 'a1', type: 'explorer' },
      runs: [{ waitedMs: 1.23 }, {}],
      detail: { decision: { outvoted } },
    });
    for (const name of ['agent', 'waitedMs', 'outvoted'])
      expect(JSON.stringify(second)).not.toContain(`"${name}"`);
  });

  it('is written without being asked to, soon', async () => {
    const { journal } = scene.open();
    journal.dispatched(dispatched('s'));
    expect(readdirSync(scene.root)).toEqual([]);
    await expect.poll(() => readdirSync(scene.root)).toEqual(['state']);
    expect(lines(sessionFile(scene.place, 's'))).toHaveLength(2);
    await journal.close();
  });

  it('without a matching hook is counted and written in batches', async () => {
    const { journal } = scene.open();
    const [bash, read] = [plan([]), plan([], { target: 'Read' })];
    for (const each of [bash, read, bash, bash]) journal.idle(each, 's');
    journal.idle(plan([], { event: 'Stop', target: null }), 's');
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(readdirSync(scene.root)).toEqual([]);
    await journal.flush();
    journal.idle(bash, 's');
    await journal.close();
    expect(lines(sessionFile(scene.place, 's')).slice(1)).toMatchObject([
      {
        kind: 'idle',
        counts: [
          { event: 'PreToolUse', target: 'Bash', count: 3 },
          { event: 'PreToolUse', target: 'Read', count: 1 },
          { event: 'Stop', target: null, count: 1 },
        ],
      },
      { kind: 'idle', counts: [{ event: 'PreToolUse', target: 'Bash', count: 1 }] },
    ]);
  });

  it('without a matching hook is written by a timer, and many targets are counted together', async () => {
    const { journal } = scene.open({ idleEveryMs: 1 });
    for (let index = 0; index < 100; index += 1) journal.idle(plan([], { target: `T${index}` }), 's');
    await expect.poll(() => readdirSync(scene.root)).toEqual(['state']);
    const [, idle] = lines(sessionFile(scene.place, 's'));
    expect(idle).toMatchObject({ kind: 'idle' });
    const counts = JSON.stringify(idle).match(/"count":\d+/g) ?? [];
    expect([counts.length, counts.at(-1)]).toEqual([65, '"count":36']);
    await journal.close();
  });

  it('has a plan once a generation, whichever process and session', async () => {
    const known = hook('a');
    for (const session of ['s', 't']) {
      const { journal } = scene.open();
      journal.inForce(generation([known, hook('b')]));
      for (let index = 0; index < 3; index += 1) {
        journal.dispatched(dispatched(session, decision([run(known)])));
        await journal.flush();
      }
      await journal.close();
    }
    const [file = ''] = readdirSync(scene.place.generations);
    expect(lines(join(scene.place.generations, file))).toMatchObject([
      { kind: 'journal', version: 1 },
      {
        kind: 'generation',
        id: 'g1',
        hooks: [{ id: 'a', runs: './a.sh', state: 'armed', line: 3 }, { id: 'b' }],
      },
      { kind: 'plan', entries: [{ hook: 'a', runs: true, code: 'name' }] },
    ]);
  });

  it('keeps apart from the plan what an `if` rule said about the input', async () => {
    const guarded = hook('a', { condition: 'Bash(git *)' });
    const { journal } = scene.open();
    journal.inForce(generation([guarded]));
    for (const words of ['"ls" is none', '"pwd" is none']) {
      const entries: Parameters<typeof plan>[1] = {
        entries: () => [{ hook: guarded, runs: false, reason: { code: 'if-rule', detail: words } }],
      };
      journal.dispatched(dispatched('s', decision([run(hook('b'))], { plan: plan([], entries) })));
    }
    await journal.close();
    const [file = ''] = readdirSync(scene.place.generations);
    expect(lines(join(scene.place.generations, file))).toHaveLength(3);
    const [first] = await all(readJournal(scene.where));
    expect(first?.kind).toBe('event');
    const [id] = first !== undefined && 'id' in first ? [first.id] : [''];
    expect((await findEvent({ ...scene.where, id }))?.plan?.entries).toMatchObject([
      { detail: '"ls" is none' },
    ]);
    expect((await lastEvent(scene.where))?.plan?.entries).toMatchObject([{ detail: '"pwd" is none' }]);
  });

  it('tells what each hook contributed', async () => {
    const [guard, talker, broken] = [hook('guard'), hook('talker'), hook('broken')];
    const { journal } = scene.open();
    const runs = [
      run(guard, finished(2, '', 'no')),
      run(talker, finished(0, 'hello')),
      run(broken, { kind: 'timedOut', timeoutMs: 100, stdout: '', stderr: '', truncated: false }),
    ];
    journal.dispatched(
      dispatched(
        's',
        decision(runs, {
          permission: 'deny',
          blocked: true,
          reason: 'no',
          decidedBy: ['guard'],
          context: [{ value: 'hällo', by: 'talker' }],
          failures: [{ by: 'broken', kind: 'timedOut', message: 'too slow', blocked: false }],
        }),
      ),
    );
    await journal.close();
    const found = await lastEvent(scene.where);
    expect(found?.event).toMatchObject({
      verdict: 'deny',
      reason: 'no',
      runs: [
        {
          hook: 'guard',
          label: 'guard.sh',
          outcome: 'finished',
          exitCode: 2,
          verdict: 'deny',
          failed: null,
        },
        { hook: 'talker', exitCode: 0, verdict: 'nothing', contextBytes: 6 },
        { hook: 'broken', exitCode: null, failed: { kind: 'timedOut', message: 'too slow' } },
      ],
      detail: {
        told: [{ stderr: 'no' }, { stdout: 'hello' }, {}],
        decision: { permission: 'deny', decidedBy: ['guard'] },
      },
    });
  });

  it('late belongs to its event, whichever of the two is heard first', async () => {
    const slow = hook('slow');
    const { journal } = scene.open();
    const [before, after] = [
      dispatched('s', decision([run(slow, { kind: 'background' }, 0)])),
      dispatched('s'),
    ];
    journal.late(run(slow, finished(1, '', 'oh'), 900), before.input, [{ value: 'done', by: 'slow' }]);
    journal.dispatched(before);
    journal.dispatched(after);
    journal.late(run(slow), after.input, []);
    await journal.close();
    const entries = await all(readJournal(scene.where));
    const events = entries.filter((entry) => entry.kind === 'event');
    const late = entries.filter((entry) => entry.kind === 'late');
    expect(late.map(({ of }) => of)).toEqual(events.map(({ id }) => id));
    expect(late[0]?.run).toMatchObject({ ms: 900, contextBytes: 4, failed: { kind: 'finished' } });
    expect((await findEvent({ ...scene.where, id: events[0]?.id ?? '' }))?.late).toMatchObject([
      { run: { hook: 'slow', ms: 900 }, detail: { told: { stderr: 'oh' } } },
    ]);
  });

  it('has unique ids in order, also when the same input comes twice', async () => {
    const { journal } = scene.open({ clock: () => 1_767_225_600_000 });
    const event = dispatched('s');
    for (let index = 0; index < 3000; index += 1) journal.dispatched(event);
    await journal.close();
    const ids = (await all(readJournal(scene.where))).map((entry) => ('id' in entry ? entry.id : ''));
    expect(ids).toHaveLength(3000);
    expect([...new Set(ids)].sort()).toEqual(ids);
  });
});

describe('secrets and size', () => {
  const secret = 'AKIAABCDEFGHIJKLMNOP';
  const telling = () =>
    dispatched(
      's',
      decision([run(hook('a'), finished(0, `key ${secret}`))], { reason: `because ${secret}` }),
      {
        input: input('s', {
          tool_input: { command: `echo ${secret}`, password: 'hunter2', nested: [{ token: 'abc' }] },
        }),
      },
    );

  it('are redacted by default', async () => {
    const { journal } = scene.open();
    journal.dispatched(telling());
    await journal.close();
    const text = readFileSync(sessionFile(scene.place, 's'), 'utf8');
    expect(text).not.toMatch(new RegExp(`${secret}|hunter2|"abc"`));
    expect(text).toContain('[redacted]');
  });

  it('are kept if asked for', async () => {
    const { journal } = scene.open({ redact: false });
    journal.dispatched(telling());
    await journal.close();
    expect(readFileSync(sessionFile(scene.place, 's'), 'utf8')).toMatch(/AKIAABCDEFGHIJKLMNOP.*hunter2/);
  });

  it('long texts are cut, and a huge event stays small', async () => {
    const { journal } = scene.open();
    const huge = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`f${index}`, 'x'.repeat(50_000)]),
    );
    journal.dispatched(dispatched('s', undefined, { input: input('s', { tool_input: huge }) }));
    await journal.close();
    const found = await lastEvent(scene.where);
    const fields = JSON.stringify(found?.event.detail.input);
    expect(fields).toContain('…[cut: 50000 characters]');
    expect(fields).toContain('[left out: 200 more]');
    expect(fields.length).toBeLessThan(100_000);
  });
});

describe('troubles', () => {
  it('disturb nobody, are told once, and what is missing is noted', async () => {
    writeFileSync(scene.stateDir, 'a file where the folder should be');
    const { journal, problems } = scene.open();
    for (let index = 0; index < 3; index += 1) {
      journal.dispatched(dispatched('s'));
      journal.idle(plan([]), 's');
      await journal.flush();
    }
    expect(problems).toEqual([
      expect.stringMatching(/^the journal cannot be written: .*AMPLIFIER_HOOKS_JOURNAL=off/),
    ]);
    rmSync(scene.stateDir);
    journal.dispatched(dispatched('s'));
    await journal.close();
    expect(await all(readJournal(scene.where))).toMatchObject([
      { kind: 'lost', count: 6 },
      { kind: 'event' },
    ]);
  });

  it.runIf(process.getuid?.() !== 0)('no permission is one of them', async () => {
    chmodSync(scene.root, 0o500);
    const { journal, problems } = scene.open();
    journal.dispatched(dispatched('s'));
    await journal.close();
    chmodSync(scene.root, 0o700);
    expect(problems).toHaveLength(1);
  });

  it('an input that cannot be copied costs its own entry only', async () => {
    const { journal, problems } = scene.open();
    const trap = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('trap');
      },
    });
    const cyclic: Record<string, unknown> = { big: 10n };
    cyclic['self'] = cyclic;
    const made = (tool_input: unknown) => ({ ...input('s'), fields: { ...input('s').fields, tool_input } });
    journal.dispatched(dispatched('s', undefined, { input: made(trap) }));
    journal.dispatched(dispatched('s', undefined, { input: made(cyclic) }));
    await journal.close();
    expect(problems).toHaveLength(1);
    expect((await lastEvent(scene.where))?.event.detail.input).toMatchObject({ tool_input: { big: '10' } });
  });
});

describe('switching it off', () => {
  it('by option', async () => {
    const { journal } = scene.open({ enabled: false });
    journal.dispatched(dispatched('s'));
    journal.idle(plan([]), 's');
    await journal.close();
    expect(readdirSync(scene.root)).toEqual([]);
  });

  it.each([
    ['off', false],
    [' OFF ', false],
    ['0', false],
    ['no', false],
    ['on', true],
    ['', true],
    [undefined, true],
  ])('AMPLIFIER_HOOKS_JOURNAL=%j', (value, on) => {
    const journal = journalFor({ AMPLIFIER_HOOKS_JOURNAL: value }, scene.stateDir, scene.projectDir);
    expect(journal !== null).toBe(on);
  });
});

describe('a listener', () => {
  const heard: Happened[] = [];
  const listener = { hear: (one: Happened) => void heard.push(one) };
  beforeEach(() => {
    heard.length = 0;
  });

  it('hears events and late hooks without inputs and outputs, redacted whatever the journal keeps', async () => {
    const { journal } = scene.open({ listener, redact: false });
    const fields = { tool_use_id: 'toolu_01', tool_input: { command: 'echo hunter2horse' } };
    const event = dispatched('s', decision([run(hook('a'))], { reason: 'password=hunter2horse' }), {
      input: input('s', fields),
    });
    journal.dispatched(event);
    journal.late(run(hook('a'), finished(0, 'hunter2horse')), event.input, []);
    await journal.close();
    expect(heard).toMatchObject([
      { entry: { kind: 'event', reason: 'password=[redacted]' }, callId: 'toolu_01', project: 'my project' },
      { entry: { kind: 'late' }, callId: null },
    ]);
    expect(JSON.stringify(heard)).not.toContain('hunter2');
    const [first, late] = heard;
    expect(late?.entry.kind === 'late' && late.entry.of).toBe(first?.entry.id);
  });

  it('hears them redacted where everything is kept, and nothing of events that concern nobody', async () => {
    const { journal } = scene.open({ listener, full: true });
    journal.dispatched(dispatched('s', decision([])));
    const fields = { tool_use_id: 'password=hunter2horse', tool_input: {} };
    journal.dispatched({ ...dispatched('s', decision([run(hook('a'))])), input: input('s', fields) });
    await journal.close();
    expect(await all(readJournal(scene.where))).toMatchObject([{ runs: [] }, { runs: [{}] }]);
    expect(heard).toMatchObject([{ entry: { runs: [{}] }, callId: 'password=[redacted]' }]);
  });

  it('hears what hooks would have decided that only observe, and of their event', async () => {
    const { journal } = scene.open({ listener });
    const would = decision([run(hook('a'))], { permission: 'deny', reason: 'password=hunter2horse' });
    const plan = { ...would.plan, observed: [hook('a')] };
    const event = dispatched('s', { ...decision([]), plan });
    const of = event.input;
    journal.dispatched(event);
    journal.observed?.({ input: of, of, run: run(hook('a')), would, startedAt: event.startedAt });
    await journal.close();
    expect(heard).toMatchObject([
      { entry: { kind: 'event', runs: [] } },
      { entry: { kind: 'observed', of: heard[0]?.entry.id, run: { verdict: 'deny' } } },
    ]);
    expect(JSON.stringify(heard)).not.toMatch(/hunter2|"detail"/);
  });

  it('hears them where nothing is kept', async () => {
    const { journal } = scene.open({ listener, enabled: false });
    journal.dispatched(dispatched('s'));
    await journal.close();
    expect([heard.length, existsSync(scene.stateDir)]).toEqual([1, false]);
  });

  it('that throws disturbs nobody', async () => {
    const { journal, problems } = scene.open({
      listener: {
        hear() {
          throw new Error('oops');
        },
      },
    });
    journal.dispatched(dispatched('s'));
    await journal.close();
    expect([await all(readJournal(scene.where)), problems]).toMatchObject([[{ kind: 'event' }], []]);
  });
});

describe('what is not stored as it was', () => {
  const detailOf = async (
    fields: Readonly<Record<string, unknown>>,
    options: Partial<JournalOptions> = {},
  ) => {
    const { journal } = scene.open(options);
    const called = hook('a');
    const runs = [run(called, finished(0, 'TOKEN=abcdef1234567890', 'x'.repeat(5000)))];
    journal.dispatched({ ...dispatched('s', decision(runs)), input: input('s', fields) });
    await journal.close();
    const event = await lastEvent(scene.where);
    if (event === null) throw new Error('nothing is recorded');
    return event.event.detail;
  };

  it('is marked, with its place and the reason', async () => {
    const { marks } = await detailOf({
      tool_input: {
        command: 'curl -H "Authorization: Bearer abcdef1234567890" x',
        'a/b~c': 'x'.repeat(5000),
      },
      password: 'geheim',
      many: Array.from({ length: 101 }, () => 1),
      args: ['--token', 'abcdef'],
    });
    expect(marks).toEqual([
      { at: '/input/tool_input/command', why: 'redacted' },
      { at: '/input/tool_input/a~1b~0c', why: 'cut' },
      { at: '/input/password', why: 'redacted' },
      { at: '/input/many', why: 'left-out' },
      { at: '/input/args/1', why: 'redacted' },
      { at: '/told/0/stdout', why: 'redacted' },
      { at: '/told/0/stderr', why: 'cut' },
    ]);
  });

  it('is not marked where everything is as it was, whatever stands in it', async () => {
    const { journal } = scene.open();
    journal.dispatched({
      ...dispatched('s'),
      input: input('s', { prompt: 'say [redacted] …[cut: 3 characters]' }),
    });
    await journal.close();
    expect((await lastEvent(scene.where))?.event.detail.marks).toEqual([]);
  });

  it('is all of it where there are too many places', async () => {
    const { marks } = await detailOf({
      tool_input: Array.from({ length: 60 }, () => 'TOKEN=abcdef1234567890'),
    });
    expect(marks).toEqual([{ at: '', why: 'left-out' }]);
  });

  it('is nothing where everything is kept, but for what is far too large', async () => {
    const secret = 'curl -H "Authorization: Bearer abcdef1234567890" x';
    const kept = await detailOf(
      { tool_input: { command: secret, long: 'x'.repeat(100_000) } },
      { full: true },
    );
    expect(kept.marks).toEqual([]);
    expect(kept.input['tool_input']).toEqual({ command: secret, long: 'x'.repeat(100_000) });
    expect(kept.told[0]?.stdout).toBe('TOKEN=abcdef1234567890');
    const cut = await detailOf({ tool_input: { long: 'x'.repeat(3_000_000) } }, { full: true });
    expect(cut.marks).toEqual([{ at: '/input/tool_input/long', why: 'cut' }]);
  });

  it('an event beyond the bounds says that most of it is missing', async () => {
    const { journal } = scene.open({ full: true });
    journal.dispatched({ ...dispatched('s'), input: { ...input('s'), beyond: 'it is too deep' } });
    await journal.close();
    expect((await lastEvent(scene.where))?.event.detail.marks).toEqual([{ at: '/input', why: 'left-out' }]);
  });

  it('numbers are stored as they were written', async () => {
    const { journal } = scene.open();
    const read = readInput(
      '{"hook_event_name":"Stop","session_id":"s","id":12345678901234567890,"list":[1.0]}',
    );
    if (!read.ok || read.input.kind !== 'known') throw new Error('a bad event');
    journal.dispatched({ ...dispatched('s'), input: read.input });
    await journal.close();
    expect(readFileSync(join(scene.place.folder, 's.jsonl'), 'utf8')).toContain(
      '"id":12345678901234567890,"list":[1.0]',
    );
    const kept = (await lastEvent(scene.where))?.event.detail.input;
    expect(writeExactly(kept)).toContain('"id":12345678901234567890,"list":[1.0]');
  });
});
