// Background hooks with a real engine and real processes: when they are heard, how many there may be, how they end.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Decision, Said } from '../nouns.js';
import { MOST_IN_BACKGROUND } from './launch.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const values = (said: readonly Said<string>[]) => said.map(({ value }) => value);
const kinds = ({ runs }: Decision) => runs.map(({ outcome }) => outcome.kind);

/** A command that goes on when the test lets it. */
const gate = () => {
  const file = join(project.root, 'gate');
  return { wait: `while [ ! -e '${file}' ]; do sleep 0.05; done`, open: () => writeFileSync(file, '') };
};

const MARK = `echo '{"async":true}'`;

describe('a hook that may wake the model', () => {
  it('is heard at the next event of its session, in its own words', async () => {
    const words = { rewakeMessage: 'Review findings:', rewakeSummary: 'The review is done' };
    project.hooks({ PostToolUse: [{ command: 'echo bug >&2; exit 2', asyncRewake: true, ...words }] });
    const engine = project.engine();
    const decision = await engine.dispatch(project.input('PostToolUse'));
    expect(kinds(decision)).toEqual(['background']);
    expect(decision).toMatchObject({ feedback: [], late: [] });
    await engine.idle();
    const other = await engine.dispatch(project.input('Notification', { session_id: 'other' }));
    expect(other.late).toEqual([]);
    const next = await engine.dispatch(project.input('Notification'));
    expect(values(next.late)).toEqual(['The review is done\nReview findings:\nbug']);
  });

  it('has the time limit of any other where it is waited for', async () => {
    const { wait } = gate();
    project.hooks({ PreToolUse: [{ command: wait, asyncRewake: true, timeout: 0.3 }] });
    const engine = project.engine({ oneShot: true, profile: 'claude-code' });
    expect(kinds(await engine.dispatch(project.input('PreToolUse')))).toEqual(['timedOut']);
  });
});

describe('an event that is aborted', () => {
  it('after its answer does not end the hooks it left in the background', async () => {
    const { wait, open } = gate();
    project.hooks({ PostToolUse: [{ command: `${wait}; echo '{"systemMessage":"done"}'`, async: true }] });
    const engine = project.engine();
    const controller = new AbortController();
    await engine.dispatch(project.input('PostToolUse'), { signal: controller.signal });
    controller.abort();
    open();
    await engine.idle();
    expect(values(engine.takeLate('s'))).toEqual(['done']);
  });

  it('before it began starts none', async () => {
    project.hooks({ PostToolUse: [{ command: `touch '${join(project.root, 'ran')}'`, async: true }] });
    const engine = project.engine();
    await engine.dispatch(project.input('PostToolUse'), { signal: AbortSignal.abort() });
    await engine.idle();
    expect(existsSync(join(project.root, 'ran'))).toBe(false);
  });
});

describe('the number of hooks in the background', () => {
  it('also counts those that ask with their first line; one too many is refused and not heard', async () => {
    const { wait, open } = gate();
    const commands = Array.from(
      { length: MOST_IN_BACKGROUND + 2 },
      (_, index) => `${MARK}; ${wait}; echo '{"systemMessage":"${index}"}'`,
    );
    project.hooks({ PostToolUse: commands });
    const engine = project.engine();
    const decision = await engine.dispatch(project.input('PostToolUse'));
    const refused = decision.failures.map(({ message }) => message);
    expect(refused).toEqual(Array(2).fill('32 background hooks are running already'));
    open();
    await engine.idle();
    expect(engine.takeLate('s')).toHaveLength(MOST_IN_BACKGROUND);
    const again = await engine.dispatch(project.input('PostToolUse'));
    expect(again.failures.length).toBeLessThanOrEqual(2);
  });
});

describe('the end', () => {
  it('of the engine is the end of its background hooks, and they say nothing', async () => {
    const { wait } = gate();
    const started = join(project.root, 'started');
    const stopped = join(project.root, 'stopped');
    const command = `trap 'touch ${stopped}; exit 2' TERM; touch ${started}; ${wait}`;
    project.hooks({ PostToolUse: [{ command, asyncRewake: true }] });
    const heard = vi.fn();
    const engine = project.engine({ onDiagnostic: heard });
    await engine.dispatch(project.input('PostToolUse'));
    await expect.poll(() => existsSync(started)).toBe(true);
    await engine.close();
    expect(existsSync(stopped)).toBe(true);
    expect(engine.takeLate('s')).toEqual([]);
    expect(heard).not.toHaveBeenCalled();
  });

  it('of a session is not the end of its hooks, but nobody hears them any more', async () => {
    const { wait, open } = gate();
    const ran = join(project.root, 'ran');
    const command = `${wait}; touch '${ran}'; echo '{"systemMessage":"late"}'`;
    project.hooks({ PostToolUse: [{ command, async: true }] });
    const engine = project.engine();
    await engine.dispatch(project.input('PostToolUse'));
    await engine.dispatch(project.input('SessionEnd', { reason: 'other' }));
    open();
    await engine.idle();
    expect(existsSync(ran)).toBe(true);
    expect(engine.takeLate('s')).toEqual([]);
  });
});

describe('the end of a session', () => {
  it('ends what runs for it in the background, and nothing of others', async () => {
    const { wait, open } = gate();
    project.hooks({ PostToolUse: [{ command: `${wait}; echo '{"systemMessage":"done"}'`, async: true }] });
    const engine = project.engine();
    await engine.dispatch(project.input('PostToolUse'));
    await engine.dispatch(project.input('PostToolUse', { session_id: 'other' }));
    engine.endSession('s');
    open();
    await engine.idle();
    expect(values(engine.takeLate('s'))).toEqual([]);
    expect(values(engine.takeLate('other'))).toEqual(['done']);
  });

  it('takes its env files away', async () => {
    project.hooks({ SessionStart: ['echo "export A=1" >> "$CLAUDE_ENV_FILE"'] });
    const engine = project.engine();
    await engine.dispatch(project.input('SessionStart', { source: 'startup' }));
    const [file = ''] = engine.envFiles('s');
    expect(existsSync(file)).toBe(true);
    engine.endSession('s');
    expect(existsSync(file)).toBe(false);
    expect(engine.exportedEnv('s')).toEqual({});
  });
});
