// One session, and every event answered by an engine of its own, as `dispatch` does it.
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Decision } from '../nouns.js';
import type { EngineOptions } from './index.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** Answers one event and ends. */
async function answer(
  event: string,
  fields: Readonly<Record<string, unknown>> = {},
  options: Partial<EngineOptions> = {},
): Promise<Decision> {
  const engine = project.engine({ oneShot: true, ...options });
  const decision = await engine.dispatch(project.input(event, fields));
  await engine.idle();
  await engine.close();
  return decision;
}

const folder = () => project.path('state/sessions');
const kept = () => {
  try {
    return readdirSync(folder());
  } catch {
    return [];
  }
};
const values = (said: Decision['late']) => said.map(({ value }) => value);

describe('Stop hooks', () => {
  const rounds = async (count: number, fields = {}): Promise<boolean[]> => {
    const seen: boolean[] = [];
    for (let round = 0; round < count; round += 1) seen.push((await answer('Stop', fields)).continues);
    return seen;
  };

  it('that always block are heard eight times in a row', async () => {
    project.hooks({ Stop: ['echo more >&2; exit 2'] });
    expect(await rounds(10)).toEqual([...Array(8).fill(true), false, true]);
    expect(await rounds(1, { session_id: 'other' })).toEqual([true]);
  });

  it('are told that they forced this round, and a tool call starts the count again', async () => {
    project.hooks({ Stop: ['cat >> seen; echo >> seen; exit 2'] });
    await rounds(7);
    await answer('PreToolUse');
    expect(await rounds(8)).toEqual(Array(8).fill(true));
    const flags = project
      .read('project/seen')
      .trim()
      .split(/\n+/)
      .map((line) => JSON.parse(line).stop_hook_active);
    expect(flags).toEqual([false, ...Array(14).fill(true)]);
    await answer('UserPromptSubmit', { prompt: 'go on' });
    expect(await rounds(9)).toEqual([...Array(8).fill(true), false]);
  });

  it('of processes at the same time are counted all', async () => {
    project.hooks({ Stop: ['exit 2'] });
    const decisions = await Promise.all(Array.from({ length: 9 }, () => answer('Stop')));
    expect(decisions.filter(({ continues }) => !continues)).toHaveLength(1);
  });
});

describe('once', () => {
  it('counts for the session, not for the process', async () => {
    project.hooks({ PreToolUse: [{ command: 'echo x >> ran', once: true }, 'true'] });
    for (const session_id of ['s', 's', 's', 't']) await answer('PreToolUse', { session_id });
    expect(project.read('project/ran')).toBe('x\nx\n');
  });

  it('is forgotten with its session', async () => {
    project.hooks({ PreToolUse: [{ command: 'echo x >> ran', once: true }] });
    await answer('PreToolUse');
    await answer('SessionEnd', { reason: 'other' });
    expect(kept()).toEqual([]);
  });
});

describe('what background hooks say after the answer', () => {
  it('reaches the next event that can tell it, once', async () => {
    const said = JSON.stringify({ systemMessage: 'built' });
    project.hooks({ PostToolUse: [{ command: `echo '${said}'`, async: true }] });
    const first = await answer('PostToolUse', { tool_response: 'x' });
    expect(values(first.late)).toEqual([]);
    expect(values((await answer('SessionEnd', { session_id: 'another', reason: 'other' })).late)).toEqual([]);
    expect(values((await answer('Notification', { message: 'm' })).late)).toEqual([]);
    expect(values((await answer('PreToolUse')).late)).toEqual(['built']);
    expect(values((await answer('PreToolUse')).late)).toEqual([]);
  });
});

describe('the state directory', () => {
  it('is not touched by what needs no memory', async () => {
    project.hooks({ PreToolUse: ['true'], Stop: ['true'], PostToolUse: ['true'] });
    for (const event of ['PreToolUse', 'PostToolUse', 'Stop']) await answer(event, { tool_response: 'x' });
    expect(kept()).toEqual([]);
  });

  it('is not touched by an engine that lives as long as its sessions, nor for a session without a name', async () => {
    project.hooks({ Stop: ['exit 2'] });
    await answer('Stop', {}, { oneShot: false });
    await answer('Stop', { session_id: '' });
    expect(kept()).toEqual([]);
  });

  it('holds one private file a session, and no old ones', async () => {
    project.hooks({ Stop: ['exit 2'] });
    await answer('Stop');
    const [name = ''] = kept();
    expect(kept()).toHaveLength(1);
    expect(statSync(`${folder()}/${name}`).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    utimesSync(`${folder()}/${name}`, 0, 0);
    await answer('Stop', { session_id: 'new' });
    expect(kept()).not.toContain(name);
    expect(kept()).toHaveLength(1);
  });

  it('says nothing where a session is long over or its file holds something else', async () => {
    project.hooks({ Stop: ['exit 2'] });
    for (let round = 0; round < 8; round += 1) await answer('Stop');
    const file = `${folder()}/${kept()[0]}`;
    const whole = JSON.parse(readFileSync(file, 'utf8'));
    for (const text of [JSON.stringify({ ...whole, at: 0 }), '', '[]', '{"at":1e15,"stopRounds":{"":7}}']) {
      writeFileSync(file, text);
      expect((await answer('Stop')).continues).toBe(true);
    }
  });

  it.each(['/proc/none', '/dev/null/x', '/nowhere-\0'])('%j changes no answer', async (stateDir) => {
    project.hooks({ Stop: ['exit 2'], PreToolUse: [{ command: 'exit 2', once: true }] });
    for (let round = 0; round < 3; round += 1) {
      expect((await answer('Stop', {}, { stateDir })).continues).toBe(true);
      expect((await answer('PreToolUse', {}, { stateDir })).permission).toBe('deny');
    }
  });

  it.skipIf(process.getuid?.() === 0)('that cannot be written changes no answer', async () => {
    project.hooks({ Stop: ['exit 2'] });
    project.makeFolder('state');
    chmodSync(project.path('state'), 0o500);
    expect((await answer('Stop')).continues).toBe(true);
    chmodSync(project.path('state'), 0o700);
  });
});
