// A project's hook does not end a turn that the user's hook keeps going, and gives no other id to the user's hooks.
import { expect, test } from 'vitest';
import { type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

const END = `echo '{"continue":false,"stopReason":"enough"}'`;
const GO_ON = 'echo "tests fail" >&2; exit 2';
const STOP = { hook_event_name: 'Stop' };

test('continue: false of a project does not lift the block of the user’s Stop hook', async () => {
  project.hooks({ Stop: [END] });
  project.userHooks({ Stop: [GO_ON] });
  project.approved();
  expect((await project.answer(STOP)).ended).toMatchObject({ code: 2, stdout: '', stderr: 'tests fail\n' });
});

test('nor does it where a sidecar asks', async () => {
  project.hooks({ Stop: [END] });
  project.userHooks({ Stop: [GO_ON] });
  project.approved();
  const sidecar = await project.serve();
  expect((await sidecar.answer(STOP)).ended).toEqual({ stdout: '', stderr: 'tests fail\n' });
});

test('that of the user lifts every block of a project, and equals go on as ever', async () => {
  // Whoever ends the turn wins in the host; what was to be told stands in its transcript.
  const ended = { continue: false, stopReason: 'enough', decision: 'block', reason: 'tests fail\n' };
  project.hooks({ Stop: [GO_ON] });
  project.userHooks({ Stop: [END] });
  project.approved();
  expect((await project.answer(STOP)).json).toEqual(ended);
  project.userHooks({});
  project.hooks({ Stop: [GO_ON, END] });
  project.approved();
  expect((await project.answer(STOP)).json).toEqual(ended);
});

test('the id of a user’s hook is the same with and without a copy in the project', async () => {
  project.userHooks({ Stop: [GO_ON] });
  const idOf = async (): Promise<string | undefined> => {
    const { hooks } = JSON.parse((await project.run(['list', '--json'])).stdout);
    return hooks.find(({ file }: { file: string }) => file.startsWith(project.home)).id;
  };
  const alone = await idOf();
  project.hooks({ Stop: [GO_ON] });
  expect(await idOf()).toBe(alone);
});
