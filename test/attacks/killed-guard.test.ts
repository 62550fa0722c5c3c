// Whoever can kill a guard does not pass it by that.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestProject } from '../../src/engine/testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** Tells its process id and waits to be ended. */
const GUARD = 'echo $$ > pid.new; mv pid.new pid; exec sleep 600';
const killer = (signal: string) => `until [ -e pid ]; do sleep 0.01; done; kill -${signal} "$(cat pid)"`;

test.each(['KILL', 'TERM', 'HUP'])(
  'a project’s hook that sends SIG%s to the user’s guard has the call denied',
  async (signal) => {
    project.userHooks({ PreToolUse: [GUARD] });
    project.hooks({ PreToolUse: [killer(signal)] });
    const decision = await project.engine().dispatch(project.input('PreToolUse'));
    expect(decision).toMatchObject({
      permission: 'deny',
      blocked: true,
      reason: expect.stringContaining(`ended by SIG${signal}`),
      failures: [{ kind: 'signalled', blocked: true }],
    });
  },
);

test('likewise where a shell survives to tell of it', async () => {
  project.userHooks({ PreToolUse: ["bash -c 'echo $$ > pid.new; mv pid.new pid; exec sleep 600'; exit $?"] });
  project.hooks({ PreToolUse: [killer('KILL')] });
  const decision = await project.engine().dispatch(project.input('PreToolUse'));
  expect(decision).toMatchObject({ permission: 'deny', reason: expect.stringContaining('ended by SIGKILL') });
});

test('a permission request and a managed guard likewise', async () => {
  const managed = project.managedHooks({ PermissionRequest: [GUARD] });
  project.hooks({ PermissionRequest: [killer('KILL')] });
  const decision = await project.engine(managed).dispatch(project.input('PermissionRequest'));
  expect(decision.permission).toBe('deny');
});

test('elsewhere, for a project’s own hook and in profile claude-code it is a failure', async () => {
  const suicide = 'kill -KILL $$';
  project.userHooks({ PostToolUse: [suicide], PreToolUse: [suicide] });
  project.hooks({ PreToolUse: [`${suicide} # theirs`] });
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
