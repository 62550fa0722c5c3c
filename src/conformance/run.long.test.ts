import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Loaded } from './load.js';
import { parseVector } from './parse.js';
import { runVectors } from './run.js';
import { vectorName } from './vector.js';

const EVENT = {
  session_id: 's',
  transcript_path: '@HOME@/t.jsonl',
  cwd: '@PROJECT@',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'echo hi' },
};

/** A vector with one PreToolUse hook, the script A. */
function vector(id: string, script: string, expectation: object, changes: object = {}): Loaded {
  const settings = {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'sh "$VECTOR_HOOKS/A.sh"' }] }] },
  };
  const parsed = parseVector({
    version: 1,
    id,
    title: `The vector ${id}`,
    group: 'decisions',
    files: {
      'project/.claude/settings.json': settings,
      'hooks/A.sh': `#!/bin/sh\necho A >> "$VECTOR_RAN"\ncat > "$VECTOR_TMP/A.stdin"\n${script}\n`,
    },
    steps: [{ event: EVENT, expect: expectation }],
    ...changes,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { group, title } = parsed.vector;
  return {
    ok: true,
    vector: parsed.vector,
    subject: { name: vectorName(parsed.vector), group, title, file: id },
  };
}

const outcomes = async (...args: Parameters<typeof runVectors>) =>
  (await runVectors(...args)).map(({ outcome }) => outcome);

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'out-'));
});
afterEach(() => rmSync(out, { recursive: true }));

const DENY = 'echo NO >&2; exit 2';
const ALLOWS_DIFFERENCE = { divergence: 'A safer engine may do otherwise.' };

describe('runVectors', () => {
  it('a vector that holds passes', async () => {
    const expectation = { ran: { A: 1 }, permission: 'deny', blocked: true, reason: 'NO', failed: [] };
    expect(await outcomes([vector('holds', DENY, expectation)])).toEqual([{ kind: 'passed' }]);
  });

  it('a vector that does not hold fails, with everything that differs', async () => {
    const wrong = vector('wrong', DENY, { ran: { A: 2 }, permission: 'allow', blocked: true, reason: 'YES' });
    expect(await outcomes([wrong])).toEqual([
      {
        kind: 'failed',
        problems: [
          { kind: 'differs', step: 1, key: 'ran', expected: { A: 2 }, got: { A: 1 } },
          { kind: 'differs', step: 1, key: 'permission', expected: 'allow', got: 'deny' },
          { kind: 'differs', step: 1, key: 'reason', expected: 'YES', got: 'NO' },
        ],
      },
    ]);
  });

  it('a later step can fail, and runs are counted per step', async () => {
    const steps = [
      { event: EVENT, expect: { ran: { A: 1 } } },
      { event: EVENT, expect: { ran: { A: 2 } } },
    ];
    expect(await outcomes([vector('steps', '', {}, { steps })])).toMatchObject([
      { kind: 'failed', problems: [{ step: 2, key: 'ran', got: { A: 1 } }] },
    ]);
  });

  it('tokens and repetitions reach the hook and the comparison filled in', async () => {
    const event = { ...EVENT, tool_input: { command: { $repeat: 'x', times: 200_000 } } };
    const stdin = { cwd: '@PROJECT@', tool_input: { command: { $repeat: 'x', times: 200_000 } } };
    const steps = [{ event, expect: { stdinOf: 'A', stdin, stdinLines: 1 } }];
    expect(await outcomes([vector('tokens', '', {}, { steps })])).toEqual([{ kind: 'passed' }]);
  });

  it('an event that is refused is a failure of its vector alone', async () => {
    const steps = [{ event: { hook_event_name: 'PreToolUse' }, expect: { blocked: false } }];
    const unknown = [{ event: { hook_event_name: 'Later' }, expect: { blocked: false } }];
    expect(
      await outcomes([
        vector('refused', '', {}, { steps }),
        vector('unknown', '', {}, { steps: unknown }),
        vector('good', '', { blocked: false }),
      ]),
    ).toMatchObject([
      {
        kind: 'failed',
        problems: [{ kind: 'broke', step: 1, message: expect.stringContaining('was refused') }],
      },
      { kind: 'failed', problems: [{ kind: 'broke', step: 1, message: 'the event "Later" is not known' }] },
      { kind: 'passed' },
    ]);
  });

  it('an event that takes too long is a failure, and what it started is ended', async () => {
    const hung = vector('hung', 'echo $$ > "$OUT/pid"; sleep 600', { blocked: false }, { env: { OUT: out } });
    expect(await outcomes([hung], { stepLimitMs: 2500 })).toMatchObject([
      { kind: 'failed', problems: [{ message: 'there was no decision within 2.5 s' }] },
    ]);
    const pid = readFileSync(join(out, 'pid'), 'utf8').trim();
    expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
  });

  it('a malformed vector fails with what is wrong', async () => {
    const subject = { name: 'x.json', group: 'malformed', title: 'x.json', file: 'x.json' };
    expect(await outcomes([{ ok: false, subject, problems: ['it is empty'] }])).toEqual([
      { kind: 'failed', problems: [{ kind: 'broke', step: null, message: 'it is empty' }] },
    ]);
  });

  it('skips what this machine cannot do, and says so', async () => {
    const without = vector('a', '', { blocked: true }, { needs: ['posix'] });
    const path = process.env['PATH'];
    process.env['PATH'] = out;
    try {
      expect(await outcomes([without])).toEqual([
        { kind: 'skipped', reason: 'this machine has no program "ps"' },
      ]);
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('what hooks ask the scripted server and the scripted model is counted per step', async () => {
    const hooks = [
      { type: 'http', url: '@HTTP@/hook', headers: { 'x-own': 'yes' } },
      { type: 'prompt', prompt: 'Fine?', model: 'small' },
    ];
    const talks = vector(
      'talks',
      '',
      {},
      {
        files: { 'project/.claude/settings.json': { hooks: { PreToolUse: [{ hooks }] } } },
        http: { routes: { '/hook': { status: 200, body: { continue: true } } } },
        model: [{ text: '{"ok": true}' }, { text: '{"ok": false, "reason": "SECOND"}' }],
        steps: [
          {
            event: EVENT,
            expect: {
              requestCount: { '/hook': 1, '/other': 0 },
              requests: [{ method: 'POST', headers: { 'x-own': 'yes' }, body: { tool_name: 'Bash' } }],
              modelCalls: 1,
              modelRequests: [{ model: 'small', contains: ['Fine?', '"command":"echo hi"'] }],
              blocked: false,
              failedCount: 0,
            },
          },
          { event: EVENT, expect: { requestCount: { '/hook': 1 }, modelCalls: 2, reason: 'SECOND' } },
        ],
      },
    );
    expect(await outcomes([talks])).toEqual([
      { kind: 'failed', problems: [{ kind: 'differs', step: 2, key: 'modelCalls', expected: 2, got: 1 }] },
    ]);
  });

  it('a hook whose counterpart is not scripted talks to nobody', async () => {
    const hooks = [
      { type: 'http', url: 'http://127.0.0.1:9/' },
      { type: 'prompt', prompt: 'Fine?' },
    ];
    const files = { 'project/.claude/settings.json': { hooks: { PreToolUse: [{ hooks }] } } };
    expect(await outcomes([vector('alone', '', { failedCount: 2, modelCalls: 0 }, { files })])).toEqual([
      { kind: 'passed' },
    ]);
  });

  it('a difference is documented only if the list names it and the vector allows it', async () => {
    const divergences = ['named', 'strict', 'holds'].map((id) => ({
      vector: `decisions/${id}`,
      reason: 'safer',
    }));
    const vectors = [
      vector('named', DENY, { blocked: false }, ALLOWS_DIFFERENCE),
      vector('unnamed', DENY, { blocked: false }, ALLOWS_DIFFERENCE),
      vector('strict', DENY, { blocked: false }),
      vector('holds', DENY, { blocked: true }, ALLOWS_DIFFERENCE),
    ];
    expect(await outcomes(vectors, { divergences })).toMatchObject([
      { kind: 'diverged', reason: 'safer', problems: [{ key: 'blocked' }] },
      { kind: 'failed' },
      { kind: 'failed' },
      { kind: 'passed' },
    ]);
  });

  it('vectors that measure time run alone, after the others', async () => {
    const note = (id: string, until = 'true') =>
      `echo "+${id}" >> "$OUT/log"; ${until}; echo "-${id}" >> "$OUT/log"`;
    const bothRun = 'until [ "$(grep -c +q "$OUT/log")" = 2 ]; do sleep 0.02; done';
    const env = { OUT: out };
    const timed = (id: string) => vector(id, note(id, 'sleep 0.2'), { maxMs: 15_000 }, { env });
    const quick = (id: string) => vector(id, note(id, bothRun), { blocked: false }, { env });
    const vectors = [timed('t1'), quick('q1'), timed('t2'), quick('q2')];
    const results = await runVectors(vectors, { jobs: 2 });
    expect(results.map(({ subject }) => subject.file)).toEqual(['t1', 'q1', 't2', 'q2']);
    const log = readFileSync(join(out, 'log'), 'utf8').split('\n').slice(0, -1);
    expect(log.slice(4)).toEqual(['+t1', '-t1', '+t2', '-t2']);
    expect(log.slice(0, 2).toSorted()).toEqual(['+q1', '+q2']);
  });

  it('leaves no directory behind', async () => {
    await outcomes([
      vector('place', 'echo "$VECTOR_TMP" > "$OUT/tmp"', { ran: { A: 2 } }, { env: { OUT: out } }),
    ]);
    const used = readFileSync(join(out, 'tmp'), 'utf8').trim();
    expect(used).toContain('conformance-');
    expect(existsSync(used)).toBe(false);
  });
});
