// A project's hook does not end a turn that the user's hook keeps going, and gives no other id to the user's hooks.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestProject } from '../../src/engine/testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const END = `echo '{"continue":false,"stopReason":"enough"}'`;
const GO_ON = 'echo "tests fail" >&2; exit 2';

test('continue: false of a project does not lift the block of the user’s Stop hook', async () => {
  project.hooks({ Stop: [END] });
  project.userHooks({ Stop: [GO_ON] });
  const decision = await project.engine().dispatch(project.input('Stop'));
  expect(decision).toMatchObject({ blocked: true, continues: true, reason: 'tests fail\n', stop: null });
});

test('that of the user lifts every block of a project, and equals go on as ever', async () => {
  project.hooks({ Stop: [GO_ON] });
  project.userHooks({ Stop: [END] });
  const decision = await project.engine().dispatch(project.input('Stop'));
  expect(decision).toMatchObject({ blocked: false, continues: false, stop: { value: 'enough' } });
  project.hooks({ Stop: [GO_ON, END] });
  const equal = await project.engine({ allowUserHooks: false }).dispatch(project.input('Stop'));
  expect(equal).toMatchObject({ blocked: false, continues: false });
});

test('the id of a user’s hook is the same with and without a copy in the project', () => {
  project.userHooks({ Stop: [GO_ON] });
  const idOf = () => project.engine().generation.hooks.find(({ voice }) => voice === 'user')?.id;
  const alone = idOf();
  project.hooks({ Stop: [GO_ON] });
  expect(idOf()).toBe(alone);
});
