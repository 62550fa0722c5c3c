// A state directory in which nothing can be written neither holds a host up nor keeps a guard from deciding.
import { describe, expect, it } from 'vitest';
import { LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

const DENY = 'echo "not here" >&2; exit 2';
const LONG = 'head -c 20000 /dev/zero | tr "\\0" x >&2; exit 2';

describe.each([
  ['is a file', () => project.write('state-file', 'no folder')],
  ['lies where nothing can be made', () => '/proc/none'],
])('that %s', (_title, state) => {
  it.each([
    ['a call', LS, DENY, [0, '"permissionDecision":"deny"', '']],
    ['a call, with a reason that goes to a file', LS, LONG, [0, '"permissionDecision":"deny"', '']],
    ['the end of a turn', { hook_event_name: 'Stop' }, DENY, [2, '', 'not here']],
  ])('%s', async (_about, event, guard, answer) => {
    project.userHooks({ [event.hook_event_name]: [guard] });
    const { code, stdout, stderr } = await project.run(
      ['dispatch'],
      JSON.stringify({ session_id: 's', cwd: project.dir, ...event }),
      { XDG_STATE_HOME: state() },
    );
    const [expected, out, err] = answer;
    expect(code).toBe(expected);
    expect(stdout).toContain(out);
    expect(stderr).toContain(err);
  });
});
