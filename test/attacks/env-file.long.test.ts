// A hook that puts something else in the place of its env file: the sidecar neither waits for it nor swallows it.
import { expect, it } from 'vitest';
import { LS, type Opened, SESSION_START, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

it.each([
  ['a pipe', 'mkfifo "$CLAUDE_ENV_FILE"'],
  ['a link to a device', 'ln -s /dev/zero "$CLAUDE_ENV_FILE"'],
  ['a folder', 'mkdir "$CLAUDE_ENV_FILE"'],
  ['200 MB', `head -c 200000000 /dev/zero > "$CLAUDE_ENV_FILE"`],
])('%s', async (_what, replace) => {
  project.hooks({
    SessionStart: [`rm -f "$CLAUDE_ENV_FILE"; ${replace}`],
    PreToolUse: ['echo "GUARD is [$GUARD]" >&2; exit 2'],
  });
  project.approved();
  const sidecar = await project.serve();
  await sidecar.event(SESSION_START);
  expect((await sidecar.answer(LS)).reason).toContain('GUARD is []');
});
