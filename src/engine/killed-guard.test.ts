// A guard that a foreign signal ends has not assented. The attacks themselves: test/attacks/killed-guard.long.test.ts.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const KILLED = 'kill -KILL $$';

test('the decision says so, and the run is a failure that blocked', async () => {
  project.userHooks({ PreToolUse: [KILLED] });
  expect(await project.engine().dispatch(project.input('PreToolUse'))).toMatchObject({
    permission: 'deny',
    blocked: true,
    reason: expect.stringContaining('ended by SIGKILL'),
    failures: [{ kind: 'signalled', blocked: true }],
  });
});

test('elsewhere, for a project’s own hook and in profile claude-code it is a failure', async () => {
  project.userHooks({ PostToolUse: [KILLED], PreToolUse: [KILLED] });
  project.hooks({ PreToolUse: [`${KILLED} # theirs`] });
  const after = await project.engine().dispatch(project.input('PostToolUse', { tool_response: 'x' }));
  expect(after).toMatchObject({ blocked: false, failures: [{ blocked: false }] });
  const before = project.input('PreToolUse');
  const observed = await project.engine({ profile: 'claude-code' }).dispatch(before);
  expect(observed).toMatchObject({ permission: null, blocked: false });
  const theirs = await project.engine({ allowUserHooks: false }).dispatch(before);
  expect(theirs).toMatchObject({ permission: null, failures: [{ kind: 'signalled', blocked: false }] });
});

test('an end at its own time limit is no foreign signal', async () => {
  project.userHooks({ PreToolUse: [{ command: 'exec sleep 600', timeout: 0.05 }] });
  const decision = await project.engine().dispatch(project.input('PreToolUse'));
  expect(decision).toMatchObject({ permission: null, failures: [{ kind: 'timedOut', blocked: false }] });
});
