/** What holds for the registry whatever the handlers do. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHookResult } from './hook-result.js';
import { type HookHandler, HookRegistry } from './registry.js';
import { systemClock } from './system.js';
import { anyAction, anyData, anyHookResult } from './testing/arbitraries.js';

const clock = { ...systemClock, now: () => new Date('2030-01-01T12:00:00Z') };
const silent = () => new HookRegistry({ clock, log: () => {} });

/** A handler may answer anything at all; the types only say what it should. */
function returning(answer: unknown): HookHandler {
  const box: object = { answer };
  return () => Reflect.get(box, 'answer');
}

const anyAnswer = fc.oneof(anyHookResult, fc.anything({ withBigInt: true, withDate: true, withMap: true }));

test('no answer of a handler makes emit throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAnswer, { maxLength: 4 }), anyData, async (answers, data) => {
      const registry = silent();
      for (const answer of answers) registry.register('e', returning(answer));
      const result = await registry.emit('e', data);
      expect(result.action).not.toBe('modify');
      expect(parseHookResult(result)).toEqual({ ok: true, result });
    }),
  );
});

test('no way to fail makes emit throw, and none stops the others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (thrown) => {
      const registry = silent();
      registry.register('e', () => {
        throw thrown;
      });
      registry.register('e', () => Promise.reject(thrown));
      registry.register('e', () => ({ action: 'deny', reason: 'reached' }));
      expect((await registry.emit('e')).reason).toBe('reached');
    }),
  );
});

test('handlers of other events make no difference', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyHookResult, { maxLength: 3 }),
      fc.array(fc.tuple(fc.string(), anyHookResult), { maxLength: 3 }),
      anyData,
      async (mine, others, data) => {
        const alone = silent();
        const crowded = silent();
        for (const [event, result] of others) crowded.register(`other${event}`, returning(result));
        mine.forEach((result, index) => {
          for (const registry of [alone, crowded]) {
            registry.register('e', returning(result), { name: `h${index}` });
          }
        });
        expect(await crowded.emit('e', data)).toEqual(await alone.emit('e', data));
      },
    ),
  );
});

test('deny wins over everything, at any priority', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyHookResult, fc.integer({ min: -9, max: 9 })), { maxLength: 4 }),
      fc.integer({ min: -9, max: 9 }),
      async (others, priority) => {
        const registry = silent();
        for (const [result, at] of others) registry.register('e', returning(result), { priority: at });
        registry.register('e', () => ({ action: 'deny' }), { priority });
        expect((await registry.emit('e')).action).toBe('deny');
      },
    ),
  );
});

test('the strongest action of all comes back', async () => {
  const strength = ['continue', 'modify', 'inject_context', 'ask_user', 'deny'];
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 5 }), async (actions) => {
      const registry = silent();
      for (const action of actions) {
        registry.register('e', () => ({ action, data: {}, context_injection: 'c' }));
      }
      const strongest = Math.max(...actions.map((action) => strength.indexOf(action)));
      const expected = strength[strongest] === 'modify' ? 'continue' : strength[strongest];
      expect((await registry.emit('e')).action).toBe(expected);
    }),
  );
});

test('handlers run by priority, equal ones as registered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 8 }), async (priorities) => {
      const registry = silent();
      const ran: [number, number][] = [];
      priorities.forEach((priority, index) => {
        registry.register(
          'e',
          () => {
            ran.push([priority, index]);
            return undefined;
          },
          { priority },
        );
      });
      await registry.emit('e');
      const sorted = priorities.map((priority, index): [number, number] => [priority, index]);
      expect(ran).toEqual(sorted.sort(([p, i], [q, j]) => p - q || i - j));
    }),
  );
});
