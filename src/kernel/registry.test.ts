import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type EventData, hookResult } from './hook-result.js';
import { type HookHandler, HookRegistry } from './registry.js';
import type { Clock, LogEntry } from './system.js';

const noon: Clock = {
  now: () => new Date('2030-01-01T12:00:00Z'),
  setTimer: () => {
    throw new Error('no timer was expected');
  },
};

/** A registry that keeps what it reports. */
function recording(clock: Clock = noon) {
  const entries: LogEntry[] = [];
  return { registry: new HookRegistry({ clock, log: (entry) => entries.push(entry) }), entries };
}

const silent = () => recording().registry;

describe('names', () => {
  test('a handler is called what its function is called, else by number', () => {
    const registry = silent();
    function guard() {
      return undefined;
    }
    registry.register('e', guard);
    registry.register('e', () => undefined);
    registry.register('e', () => undefined, { name: 'mine' });
    expect(registry.listHandlers()).toEqual({ e: ['guard', 'handler-1', 'mine'] });
  });

  test('one name on two events: each function removes its own, the name removes both', async () => {
    const registry = silent();
    const deny: HookHandler = () => ({ action: 'deny' });
    const removeFirst = registry.register('a', deny, { name: 'same' });
    registry.register('b', deny, { name: 'same' });
    removeFirst();
    expect(registry.listHandlers()).toEqual({ a: [], b: ['same'] });
    registry.register('a', deny, { name: 'same' });
    registry.unregister('same');
    expect(registry.listHandlers()).toEqual({ a: [], b: [] });
    expect((await registry.emit('b')).action).toBe('continue');
  });

  test('one function registered twice runs twice', async () => {
    const registry = silent();
    let runs = 0;
    const count = () => {
      runs++;
      return undefined;
    };
    registry.register('e', count);
    const removeSecond = registry.register('e', count);
    await registry.emit('e');
    removeSecond();
    await registry.emit('e');
    expect(runs).toBe(3);
  });

  test('an event may have any name', () => {
    const registry = silent();
    registry.register('__proto__', () => undefined, { name: 'h' });
    expect(Object.entries(registry.listHandlers())).toEqual([['__proto__', ['h']]]);
    expect(registry.listHandlers('constructor')).toEqual({ constructor: [] });
  });
});

describe('wrong arguments', () => {
  test.each([[0.5], [Number.NaN], [Number.POSITIVE_INFINITY]])('priority %d', (priority) => {
    expect(() => silent().register('e', () => undefined, { priority })).toThrow(
      new TypeError(`The priority of a handler for "e" must be an integer, not ${priority}.`),
    );
  });

  test('a priority in the place of options, as the Python API has it', () => {
    const options: { priority: number } = JSON.parse('10');
    expect(() => silent().register('e', () => undefined, options)).toThrow(
      new TypeError('The options of a handler for "e" must be an object, such as { priority: 10 }.'),
    );
  });

  test('a handler that is no function', () => {
    const handler: HookHandler = JSON.parse('"echo"');
    expect(() => silent().register('e', handler)).toThrow(
      'The handler for "e" must be a function, not string.',
    );
  });

  test.each([[-1], [Number.NaN], [3e6]])('timeout %d', async (timeout) => {
    await expect(silent().emitAndCollect('e', {}, { timeout })).rejects.toThrow(
      new RangeError(`The timeout must be between 0 and 2147483 seconds, not ${timeout}.`),
    );
  });

  test('data that cannot be JSON', async () => {
    const data: EventData = {};
    data['self'] = data;
    await expect(silent().emit('e', data)).rejects.toThrow(
      /^The data of "e" cannot be written as JSON; use plain values without circular references\. \(TypeError/,
    );
  });
});

describe('data', () => {
  test('carries the time of the clock', async () => {
    const registry = silent();
    registry.register('e', () => undefined);
    expect((await registry.emit('e')).data).toEqual({ timestamp: '2030-01-01T12:00:00.000+00:00' });
  });

  test('later changes by the caller do not reach anyone', async () => {
    const registry = silent();
    const fields = { list: [1] };
    registry.setDefaultFields(fields);
    fields.list.push(2);
    const data = { nested: { k: 1 } };
    registry.register('e', async () => {
      await nextTurn();
      return undefined;
    });
    const seen: EventData[] = [];
    registry.register('e', (_event, got) => {
      seen.push(got);
      return undefined;
    });
    const emitted = registry.emit('e', data);
    data.nested.k = 2;
    await emitted;
    expect(seen).toMatchObject([{ nested: { k: 1 }, list: [1] }]);
  });

  test('what a handler keeps of its answer does not reach anyone', async () => {
    const registry = silent();
    const answer = { action: 'modify' as const, data: { k: 1 } };
    registry.register('e', () => answer);
    registry.register('e', () => {
      answer.data.k = 2;
      return undefined;
    });
    const result = await registry.emit('e');
    answer.data.k = 3;
    expect(result.data).toEqual({ k: 1 });
  });

  test('dates and big numbers become text, as JSON has neither', async () => {
    const registry = silent();
    registry.register('e', () => ({ action: 'deny', data: { at: new Date(0), bytes: 2n ** 64n } }));
    expect((await registry.emit('e')).data).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      bytes: '18446744073709551616',
    });
  });

  test('unknown keys of the answer that wins come back', async () => {
    const registry = silent();
    registry.register('e', () => Object.assign(hookResult({ action: 'deny' }), { trace: 7 }));
    expect(await registry.emit('e')).toMatchObject({ action: 'deny', trace: 7 });
  });

  test('two rounds at once do not mix', async () => {
    const registry = silent();
    registry.register('e', async (_event, data) => {
      await nextTurn();
      return { action: 'modify', data: { id: data['id'], seen: true } };
    });
    const results = await Promise.all([registry.emit('e', { id: 1 }), registry.emit('e', { id: 2 })]);
    expect(results.map(({ data }) => data)).toEqual([
      { id: 1, seen: true },
      { id: 2, seen: true },
    ]);
  });
});

describe('what goes wrong is reported', () => {
  const circular: EventData = {};
  circular['self'] = circular;

  test.each<[string, HookHandler, Partial<LogEntry>]>([
    [
      'a handler that throws',
      () => {
        throw new Error('boom');
      },
      { code: 'handler_failed', message: 'Hook "h" on e failed and was passed over: Error: boom' },
    ],
    [
      'a handler that rejects with what cannot be shown',
      () => Promise.reject(Object.create(null)),
      { code: 'handler_failed', message: 'Hook "h" on e failed and was passed over: an unprintable value' },
    ],
    [
      'an invalid answer',
      () => JSON.parse('{"action": "allow"}'),
      {
        code: 'answer_invalid',
        message:
          'Hook "h" on e gave an invalid answer, which counts as deny: ' +
          'action must be one of continue, deny, modify, inject_context, ask_user, not "allow"',
      },
    ],
    [
      'an answer that cannot be JSON',
      () => ({ data: circular }),
      {
        code: 'answer_not_json',
        message: expect.stringMatching(
          /^Hook "h" on e gave an answer that cannot be JSON and was passed over: /,
        ),
      },
    ],
  ])('%s', async (_name, handler, entry) => {
    const { registry, entries } = recording();
    registry.register('e', handler, { name: 'h' });
    await registry.emit('e');
    expect(entries).toEqual([expect.objectContaining({ level: 'error', event: 'e', hook: 'h', ...entry })]);
  });

  test('nothing is reported when nothing goes wrong', async () => {
    const { registry, entries } = recording();
    registry.register('e', () => ({ action: 'deny' }));
    await registry.emit('e');
    expect(entries).toEqual([]);
  });
});

describe('collecting', () => {
  /** Every timer fires as soon as nothing else is left to do. */
  function impatient() {
    const asked: number[] = [];
    const clock: Clock = {
      now: noon.now,
      setTimer: (run, milliseconds) => {
        asked.push(milliseconds);
        const timer = setImmediate(run);
        return () => clearImmediate(timer);
      },
    };
    return { ...recording(clock), asked };
  }

  test('a handler that hangs is passed over and reported', async () => {
    const { registry, entries, asked } = impatient();
    registry.register('e', () => new Promise(() => {}), { name: 'hangs' });
    registry.register('e', () => ({ data: { n: 1 } }));
    expect(await registry.emitAndCollect('e', {}, { timeout: 2.5 })).toEqual([{ n: 1 }]);
    expect(asked).toEqual([2500, 2500]);
    expect(entries).toMatchObject([
      {
        level: 'warning',
        code: 'handler_timed_out',
        message: 'Hook "hangs" on e gave no answer within 2.5 s; it was passed over',
      },
    ]);
  });

  test('one second when nothing is said', async () => {
    const { registry, asked } = impatient();
    registry.register('e', () => undefined);
    await registry.emitAndCollect('e');
    expect(asked).toEqual([1000]);
  });

  test('no timer is left behind', async () => {
    let running = 0;
    const clock: Clock = {
      now: noon.now,
      setTimer: () => {
        running++;
        return () => {
          running--;
        };
      },
    };
    const { registry } = recording(clock);
    registry.register('e', () => undefined);
    registry.register('e', () => Promise.reject(new Error('boom')));
    await registry.emitAndCollect('e');
    expect(running).toBe(0);
  });
});
