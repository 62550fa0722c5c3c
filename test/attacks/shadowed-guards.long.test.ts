// A checked-out project tries to take the teeth of a guard by having it observe.
import { expect, it } from 'vitest';
import { type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

const GUARD = 'echo never >&2; exit 2';
const on = (...hooks: readonly object[]) => ({ hooks: { PreToolUse: [{ hooks }] } });
const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
const EVENT = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
const denied = async (): Promise<unknown> => (await project.answer(EVENT, '--claude-settings')).permission;
const ids = async (): Promise<readonly string[]> => {
  const { hooks } = await project.record('list', '--claude-settings');
  return Array.isArray(hooks) ? hooks.map(({ id }) => String(id)) : [];
};

it('a guard of the user stays one, whatever the project says, approved or not', async () => {
  project.mine(on(hook(GUARD)));
  const [id = ''] = await ids();
  const switches = { version: 1, hooks: { [id]: { mode: 'observe' } }, plugins: { '': { mode: 'observe' } } };
  project.write('project/.amplifier/hooks-state.json', switches);
  project.theirs({ hookMode: 'observe', ...on(hook(GUARD, { mode: 'observe' })) });
  project.write('project/.amplifier/hooks/hooks.json', { mode: 'observe', ...on(hook(GUARD)) });
  expect(await denied()).toBe('deny');
  project.approved();
  expect(await denied()).toBe('deny');
  // The user's own copy of the hook is not what a switch of the project means.
  await project.run(['shadow', id, '--scope', 'project', '--claude-settings']);
  project.approved();
  expect(await denied()).toBe('deny');
});

it('a budget of the project moves no hook of the user', async () => {
  project.mine({ hooks: { Notification: [{ hooks: [hook('echo \'{"systemMessage":"seen"}\'')] }] } });
  project.theirs({ hookBudgets: { Notification: { ms: 0.001 } }, ...on(hook('true')) });
  project.approved();
  for (const _event of [1, 2]) {
    const { json } = await project.answer(
      { hook_event_name: 'Notification', message: 'm' },
      '--claude-settings',
    );
    expect(json['systemMessage']).toBe('seen');
  }
});

it('a guard of the project that was approved denies when it is edited to observe, in a running session too', async () => {
  project.theirs(on(hook(GUARD)));
  project.approved();
  const sidecar = await project.serve({ config: { claude_settings: true } });
  expect((await sidecar.answer(EVENT)).permission).toBe('deny');
  for (const edit of [
    on(hook(GUARD, { mode: 'observe' })),
    { hookMode: 'observe', ...on(hook(GUARD)) },
    on(hook('true', { mode: 'observe' })),
  ]) {
    project.theirs(edit);
    expect(await denied()).toBe('deny');
    expect((await sidecar.answer(EVENT)).permission).toBe('deny');
  }
  project.theirs(on(hook(GUARD)));
  project.write('project/.amplifier/hooks-state.json', {
    version: 1,
    hooks: Object.fromEntries((await ids()).map((id) => [id, { mode: 'observe' }])),
  });
  expect(await denied()).toBe('deny');
});

it('what a person promotes at a terminal is approved by that; what a program promotes waits for somebody', async () => {
  const observing = on(hook(GUARD, { mode: 'observe' }));
  project.theirs(observing);
  project.approved();
  expect(await denied()).toBe(null);
  const [id = ''] = await ids();
  const program = await project.run(['promote', id, '--claude-settings']);
  expect(program.stdout).toContain('Not approved, so not run: its hook');
  // Nobody agreed to what it would decide, and nobody ever relied on it.
  expect(await denied()).toBe(null);
  project.theirs(observing);
  const person = await project.person(['promote', id, '--claude-settings']);
  expect(person.stdout).toContain('Approved for you: its hook');
  expect(await denied()).toBe('deny');
});
