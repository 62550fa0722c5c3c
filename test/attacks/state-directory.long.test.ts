// A state directory in which nothing can be written keeps no guard from denying.
import { expect, it } from 'vitest';
import { Answer, LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

it.each([
  ['a short reason', 'echo "not here" >&2; exit 2'],
  ['a reason that goes to a file', 'head -c 20000 /dev/zero | tr "\\0" x >&2; exit 2'],
])('that is a file, with %s', async (_title, guard) => {
  project.userHooks({ PreToolUse: [guard] });
  const state = project.write('state-file', 'no folder');
  const ended = await project.run(['dispatch'], JSON.stringify(LS), { XDG_STATE_HOME: state });
  expect([ended.code, new Answer(ended).permission]).toEqual([0, 'deny']);
});
