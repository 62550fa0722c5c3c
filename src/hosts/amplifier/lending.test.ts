// What is lent, when it is taken back, and what becomes of each loan, whatever is told of it in whatever order.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine, Lending } from '../../engine/index.js';
import { type HookInput, renderStdin } from '../../events/index.js';
import type { HookId, Loan, Recipe } from '../../nouns.js';
import type { AmplifierSession, LoanCall, Offer } from './port.js';
import { Scene } from './testing/scene.js';

const RECIPE: Recipe = {
  ...{ file: '/bin/sh', args: [], env: {}, cwd: '/', script: '', opening: '\n' },
  ...{ stdin: 'in', stdout: 'out', stderr: 'err', files: {}, place: '1 2 3' },
};

/** Writes down what it is told. */
class FakeLoan implements Loan {
  readonly told: string[] = [];
  readonly recipe = RECIPE;
  readonly hook: HookId;

  constructor(hook: HookId) {
    this.hook = hook;
  }

  called(pid: number, agoMs: number): void {
    this.told.push(`called ${pid} ${agoMs}`);
  }

  ended(code: number | null, signal: number | null): void {
    this.told.push(`ended ${code} ${signal}`);
  }

  release(): void {
    this.told.push('released');
  }

  lost(): void {
    this.told.push('lost');
  }
}

let scene: Scene;
let loans: FakeLoan[];
let offers: Offer[];
let recalled: number[];
/** What a hook is for which a process is lent; `null`: none is. */
let lends: boolean;
beforeEach(() => {
  scene = new Scene();
  [loans, offers, recalled, lends] = [[], [], [], true];
});
afterEach(() => scene.end());

async function lend(input: HookInput, at: number): Promise<Lending | null> {
  const [hook] = scene.engine.generation.hooks;
  if (!lends || hook === undefined) return null;
  const loan = new FakeLoan(hook.id);
  loans.push(loan);
  const timestamp = new Date(at).toISOString();
  return { loan, stdin: renderStdin(input, { bothSpellings: true, timestamp }) };
}

/** The engine of the scene, but for what it lends. */
const engine = (): Engine =>
  new Proxy(scene.engine, {
    get(of, name) {
      if (name === 'lend') return lend;
      const found: unknown = Reflect.get(of, name);
      return typeof found === 'function' ? found.bind(of) : found;
    },
  });

const open = (): AmplifierSession =>
  scene.open({}, {}, engine(), {
    lend: (offer) => void offers.push(offer),
    recall: (numbers) => void recalled.push(...numbers),
  });

const data = (tool_name = 'bash') => ({ tool_name, tool_input: { command: 'ls' }, tool_call_id: 'c' });
const pre = (session: AmplifierSession, tool?: string, call?: LoanCall) =>
  session.handle('tool:pre', data(tool), null, call);
const passed = (loan: number, more: Partial<LoanCall> = {}): LoanCall => ({ loan, pid: 7, ago: 3, ...more });
const WELL = { code: 0, signal: null };

/** Until so many were offered in all. */
const offered = (count: number) =>
  vi.waitFor(() => expect(offers).toHaveLength(count), { timeout: 15_000, interval: 2 });

/** A session that has lent the process for the next call of `bash`. */
async function lent(): Promise<AmplifierSession> {
  scene.project.hooks({ PreToolUse: ['true'] });
  const session = open();
  await pre(session);
  session.recall();
  await offered(1);
  return session;
}

/** Lends what is wanted, and something besides, which comes after it. */
async function settled(session: AmplifierSession): Promise<void> {
  const other = `own_${offers.length}`;
  await pre(session, other);
  session.recall();
  await vi.waitFor(() => expect(offers.map(({ tool }) => tool)).toContain(other), {
    timeout: 15_000,
    interval: 2,
  });
}

const tools = (): readonly string[] =>
  offers.map(({ tool }) => tool).filter((tool) => !tool.startsWith('own_'));

describe('a process', () => {
  it('is lent for the next call of a tool that was called, and one at a time', async () => {
    const session = await lent();
    expect(offers).toMatchObject([{ loan: 1, tool: 'bash', recipe: RECIPE }]);
    await pre(session);
    await settled(session);
    expect(tools()).toEqual(['bash']);
  });

  it('is lent again when it was used', async () => {
    const session = await lent();
    await session.ran('tool:pre', data(), passed(1, { end: WELL }));
    session.recall();
    await offered(2);
    expect(loans[0]?.told).toEqual(['called 7 3', 'ended 0 null', 'released']);
    expect(offers[1]).toMatchObject({ loan: 2, tool: 'bash' });
  });

  it.each([
    ['skills', 'load_skill'],
    ['patches', 'apply_patch'],
  ])('is not lent for %s', async (_title, tool) => {
    const session = await lent();
    await pre(session, tool);
    await settled(session);
    expect(tools()).toEqual(['bash']);
  });

  it('is lent for the four tools that were called last', async () => {
    const session = await lent();
    for (const tool of ['a', 'b', 'c', 'd']) {
      await pre(session, tool);
      session.recall();
      await vi.waitFor(() => expect(tools()).toContain(tool), { timeout: 15_000, interval: 2 });
    }
    expect(recalled).toEqual([1]);
  });

  it('is not lent by a host that could not start it for so often', async () => {
    const session = await lent();
    for (let times = 1; times <= 3; times += 1) {
      session.unused([times], true);
      await pre(session);
      session.recall();
      if (times < 3) await offered(times + 1);
    }
    await settled(session);
    expect(tools()).toHaveLength(3);
    expect(loans.slice(0, 3).map(({ told }) => told)).toEqual([['released'], ['released'], ['released']]);
  });

  it('is lent again to a host that had no use for it', async () => {
    const session = await lent();
    session.unused([1], false);
    session.recall();
    await offered(2);
    expect(loans[0]?.told).toEqual(['released']);
  });
});

describe('what is lent is taken back', () => {
  it('when hooks were edited', async () => {
    const session = await lent();
    scene.project.hooks({ PreToolUse: ['true '] });
    scene.engine.reload();
    session.recall();
    expect(recalled).toEqual([1]);
    // A guard is gone, and whoever calls a tool next is told.
    await pre(session);
    session.recall();
    await offered(2);
  });

  it('when hooks exported something', async () => {
    scene.project.hooks({ PreToolUse: ['true'], SessionStart: ['echo export A=1 >> "$CLAUDE_ENV_FILE"'] });
    const session = open();
    await pre(session);
    session.recall();
    await offered(1);
    await session.handle('session:start', { session_id: 's' });
    session.recall();
    expect(recalled).toEqual([1]);
  });

  it.each([
    [
      'a turn has ended, so that a timer runs',
      'orchestrator:complete',
      { status: 'success' },
      { Notification: ['true'] },
    ],
    ['Stop hooks were asked', 'orchestrator:complete', { status: 'success' }, { Stop: ['true'] }],
    [
      'a hook has ended the turn',
      'tool:post',
      { ...data(), result: { success: true, output: 'x' } },
      { PostToolUse: [`echo '{"continue":false}'`] },
    ],
  ])('when %s', async (_title, event, about, hooks) => {
    scene.project.hooks({ PreToolUse: ['true'], ...hooks });
    const session = open();
    await pre(session);
    session.recall();
    await offered(1);
    await session.handle(event, about);
    session.recall();
    expect(recalled).toEqual([1]);
  });

  it('and may have been let through a moment before', async () => {
    const session = await lent();
    scene.project.hooks({ PreToolUse: ['true '] });
    scene.engine.reload();
    session.recall();
    await pre(session, 'bash', passed(1));
    expect(loans[0]?.told).toEqual(['called 7 3', 'released']);
  });
});

describe('what was let through', () => {
  it.each<[string, (session: AmplifierSession) => Promise<unknown>]>([
    ['with the call', (session) => pre(session, 'bash', passed(1, { end: WELL }))],
    [
      'after the call',
      async (session) => {
        await pre(session, 'bash', passed(1));
        session.ended(1, WELL);
      },
    ],
    [
      'before the call',
      (session) => {
        session.ended(1, WELL);
        return pre(session, 'bash', passed(1));
      },
    ],
  ])('has ended once, where that is told %s', async (_title, act) => {
    const session = await lent();
    await act(session);
    session.ended(1, { code: 9, signal: null });
    expect(loans[0]?.told.filter((word) => word !== 'released')).toEqual(['called 7 3', 'ended 0 null']);
  });

  it.each([
    [-5, 0],
    [1e9, 1000],
  ])('began at a moment that can be: %d', async (ago, agoMs) => {
    const session = await lent();
    await pre(session, 'bash', passed(1, { ago }));
    expect(loans[0]?.told[0]).toBe(`called 7 ${agoMs}`);
  });

  it('is ended where its event is given up', async () => {
    const session = await lent();
    session.unjudged(passed(1));
    session.unjudged(undefined);
    expect(loans[0]?.told).toEqual(['called 7 3', 'released']);
  });

  it('is not run a second time where nobody knows of it any more', async () => {
    scene.project.hooks({ PreToolUse: [scene.recording('guard')] });
    const session = open();
    await session.ran('tool:pre', data(), passed(12, { end: WELL }));
    expect(scene.seen('guard')).toEqual([]);
  });

  it('and had nothing to say, is told where hooks that count now would not have let it go on', async () => {
    const session = await lent();
    scene.project.hooks({ PreToolUse: ['echo never >&2; exit 2'] });
    scene.engine.reload();
    await session.ran('tool:pre', data(), passed(1, { end: WELL }));
    expect(scene.shown.map(({ message }) => message).join()).toContain('after it had gone on: never');
  });

  it('is written down before its session is closed', async () => {
    scene.project.hooks({ PreToolUse: [`sleep 0.1; ${scene.recording('guard')}`] });
    const session = open();
    await pre(session);
    session.recall();
    await offered(1);
    const told = session.ran('tool:pre', data(), passed(1, { end: WELL }));
    await session.close();
    expect(scene.seen('guard')).toHaveLength(2);
    await told;
  });
});

it('a session that is closed has nothing left, and lends nothing more', async () => {
  const session = await lent();
  await pre(session, 'own');
  session.recall();
  await offered(2);
  scene.project.hooks({ PreToolUse: ['true '] });
  scene.engine.reload();
  session.recall();
  await pre(session);
  session.recall();
  await offered(4);
  await session.close();
  expect(loans.map(({ told }) => told)).toEqual(loans.map(() => ['lost']));
});

it('every loan is used or released, whatever is told in whatever order', async () => {
  const word = fc.record({
    what: fc.constantFrom(
      'call',
      'call and end',
      'ended',
      'unused',
      'failed',
      'recall',
      'edit',
      'event',
      'unjudged',
    ),
    loan: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 12 }), async (told) => {
      [loans, offers, recalled] = [[], [], []];
      scene.project.hooks({ PreToolUse: ['true'] });
      scene.engine.reload();
      const session = open();
      await pre(session);
      session.recall();
      await offered(1);
      for (const [at, { what, loan }] of told.entries()) {
        if (what === 'call') await pre(session, 'bash', passed(loan));
        else if (what === 'call and end') await session.ran('tool:pre', data(), passed(loan, { end: WELL }));
        else if (what === 'ended') session.ended(loan, WELL);
        else if (what === 'unused' || what === 'failed') session.unused([loan], what === 'failed');
        else if (what === 'unjudged') session.unjudged(passed(loan));
        else if (what === 'event') await pre(session, `own_${at}`);
        else if (what === 'edit') {
          scene.project.hooks({ PreToolUse: [`true ${at}`] });
          scene.engine.reload();
        }
        session.recall();
      }
      await session.close();
      for (const loan of loans) {
        const calls = loan.told.filter((one) => one.startsWith('called'));
        expect(calls.length).toBeLessThanOrEqual(1);
        expect(loan.told.at(-1)).toMatch(calls.length === 0 ? /released|lost/ : /released/);
        expect(loan.told.filter((one) => one.startsWith('ended')).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 30 },
  );
});
