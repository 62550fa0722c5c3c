// What belongs to one event, from entries of a journal.
import { describe, expect, it } from 'vitest';
import type { Entry } from '../journal/index.js';
import { eventEntry, lateEntry } from '../journal/index.js';
import { decision, hook, input, run } from '../testing/index.js';
import { together } from './recording.js';

const ORIGIN = { project: '/p', home: '/h' };
const HOW = { redact: true, full: false };

interface Wish {
  readonly id: string;
  readonly at?: number;
  readonly tool?: string;
  /** The hook that rewrote the call, in the first round and in the second. */
  readonly rewrites?: string;
  readonly again?: string;
}

function entry({ id, at = 1000, tool = 'x', rewrites, again }: Wish): Entry {
  const updatedInput = rewrites === undefined ? null : { value: { command: 'new' }, by: rewrites };
  const call = input('PreToolUse', { session_id: 's', tool_name: 'Bash', tool_input: {}, tool_use_id: tool });
  const dispatched = {
    input: call,
    decision: decision([run(hook('a'))], { updatedInput }),
    startedAt: at,
    durationMs: 1,
    ...(again === undefined ? {} : { rewrittenBy: again }),
  };
  return eventEntry(dispatched, id, { digest: '', conditions: [] }, HOW);
}

const late = (id: string, of: string): Entry =>
  lateEntry({ run: run(hook('a')), input: input('PreToolUse', {}), texts: [], at: 1 }, id, of, HOW);

const shown = (entries: readonly Entry[], since = 0) =>
  together(ORIGIN, entries, since).events.map((one) => [
    one.entry.id,
    one.again?.id ?? null,
    one.late.length,
  ]);

describe('an event', () => {
  it('has the second round that judged its rewritten call', () => {
    expect(shown([entry({ id: '1', rewrites: 'w' }), entry({ id: '2', again: 'w' })])).toEqual([
      ['1', '2', 0],
    ]);
  });

  it('has its own where calls ran side by side', () => {
    const entries = [
      entry({ id: '1', tool: 'one', rewrites: 'w' }),
      entry({ id: '2', tool: 'two', rewrites: 'w' }),
      entry({ id: '3', tool: 'one', again: 'w' }),
      entry({ id: '4', tool: 'two', again: 'w' }),
    ];
    expect(shown(entries)).toEqual([
      ['1', '3', 0],
      ['2', '4', 0],
    ]);
  });

  it('has none of another hook', () => {
    expect(shown([entry({ id: '1', rewrites: 'v' }), entry({ id: '2', again: 'w' })])).toEqual([
      ['1', null, 0],
    ]);
  });

  it('has what its background hooks said, whenever they ended', () => {
    expect(shown([entry({ id: '1' }), entry({ id: '2' }), late('3', '1'), late('4', '1')])).toEqual([
      ['1', null, 2],
      ['2', null, 0],
    ]);
  });

  it('is asked for from a moment on; those before are played all the same', () => {
    const { events } = together(ORIGIN, [entry({ id: '1', at: 10 }), entry({ id: '2', at: 20 })], 15);
    expect(events.map(({ asked }) => asked)).toEqual([false, true]);
  });
});

describe('counts', () => {
  const idle = (at: number, count: number): Entry => ({
    kind: 'idle',
    at,
    from: at,
    session: 's',
    counts: [{ event: 'Stop', target: null, count }],
  });

  it('are added up by event and target, from the moment on', () => {
    expect(together(ORIGIN, [idle(10, 1), idle(20, 2), idle(30, 3)], 15).counted).toEqual([
      { event: 'Stop', target: null, count: 5 },
    ]);
  });

  it('of what could not be written are kept', () => {
    const lost: Entry = { kind: 'lost', at: 1, session: 's', count: 3, why: 'full' };
    expect(together(ORIGIN, [lost, lost], 0).lost).toBe(6);
  });
});
