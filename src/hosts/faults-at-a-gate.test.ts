// A fault of ours while a guard is asked is no assent, no failure of the guard and no block by it; and a journal decides nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../engine/index.js';
import { TestProject } from '../engine/testing/project.js';
import { HookRegistry } from '../kernel/index.js';
import type { Diagnostic, Journal, Runner } from '../nouns.js';
import { mountHooks } from './index.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** Breaks down where a command has this word in it. */
const breaking = (word: string): Pick<EngineOptions, 'inProcess'> => ({
  inProcess: (otherwise: Runner): Runner => ({
    run: (task) => {
      const { handler } = task.hook;
      if (handler.type === 'command' && handler.command.includes(word)) throw new Error('out of order');
      return otherwise.run(task);
    },
    close: () => otherwise.close(),
  }),
});

const deny = 'echo "not here" >&2; exit 2';

describe.each(['PreToolUse', 'PermissionRequest'])('a runner that throws at %s', (event) => {
  it.each(['continue', 'block'])('is told to the host, with onFailure "%s"', async (onFailure) => {
    project.userHooks({ [event]: [{ command: 'exit 0 # guard', onFailure }] });
    await expect(project.engine(breaking('guard')).dispatch(project.input(event))).rejects.toThrow(
      'out of order',
    );
  });

  it('does not hide the deny of another hook', async () => {
    project.userHooks({ [event]: ['exit 0 # guard', deny] });
    const decision = await project.engine(breaking('guard')).dispatch(project.input(event));
    expect(decision).toMatchObject({
      permission: 'deny',
      reason: expect.stringContaining('not here'),
      failures: [{ message: expect.stringContaining('fault in the engine'), blocked: false }],
    });
    expect(decision.decidedBy).toHaveLength(1);
  });

  it('does not use up a hook that runs once', async () => {
    project.userHooks({ [event]: [{ command: 'exit 0 # guard', once: true }] });
    const engine = project.engine(breaking('guard'));
    for (let time = 0; time < 2; time += 1)
      await expect(engine.dispatch(project.input(event))).rejects.toThrow('out of order');
  });
});

it('a guard that breaks down in the second round lets no rewritten call pass', async () => {
  const rewrite = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'rm' } } };
  project.hooks({ PreToolUse: [`echo '${JSON.stringify(rewrite)}'`] });
  project.userHooks({ PreToolUse: ['exit 0 # guard'] });
  let asked = 0;
  const second: Pick<EngineOptions, 'inProcess'> = {
    inProcess: (otherwise) => ({
      run: (task) => {
        const { handler } = task.hook;
        if (handler.type === 'command' && handler.command.includes('guard')) asked += 1;
        if (asked === 2) throw new Error('out of order');
        return otherwise.run(task);
      },
      close: () => otherwise.close(),
    }),
  };
  await expect(project.engine(second).dispatch(project.input('PreToolUse'))).rejects.toThrow('out of order');
});

it('Amplifier asks the user', async () => {
  project.userHooks({ PreToolUse: ['exit 0 # guard'] });
  const registry = new HookRegistry();
  mountHooks(registry, project.engine(breaking('guard')), { cwd: project.dir });
  const result = await registry.emit('tool:pre', { tool_name: 'bash', tool_input: { command: 'ls' } });
  expect(result).toMatchObject({
    action: 'ask_user',
    approval_default: 'deny',
    approval_prompt: expect.stringContaining('out of order'),
  });
});

it.each([
  [deny, 'deny'],
  ['exit 0', null],
])('a journal that throws changes nothing: %s', async (command, permission) => {
  const fail = (): never => {
    throw new Error('no space left');
  };
  const journal: Journal = {
    inForce: fail,
    idle: fail,
    dispatched: fail,
    late: fail,
    unknown: fail,
    flush: async () => fail(),
    close: async () => fail(),
  };
  const told: Diagnostic[] = [];
  project.userHooks({ PreToolUse: [command] });
  const engine = project.engine({ journal, onDiagnostic: (found) => told.push(found) });
  expect((await engine.dispatch(project.input('PreToolUse'))).permission).toBe(permission);
  expect((await engine.dispatch(project.input('Stop'))).blocked).toBe(false);
  await engine.close();
  expect(told.map(({ code }) => code)).toEqual(['journal-failed']);
});
