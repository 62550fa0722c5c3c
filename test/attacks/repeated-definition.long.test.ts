// A project that repeats a guard with other options must not disarm it.
import { expect, test } from 'vitest';
import { PROFILE_NAMES } from '../../src/profiles.js';
import { LS, type Opened } from './testing/command.js';
import { withAdministrator } from './testing/managed.js';

let project: Opened;
const administrator = withAdministrator((opened) => {
  project = opened;
});

const GUARD = 'echo x >> ran; echo "not here" >&2; exit 2';
const entries = (options: Record<string, unknown>) => ({
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: GUARD, ...options }] }] },
});

const REPETITIONS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['async', { async: true }],
  ['asyncRewake', { asyncRewake: true }],
  ['a tiny timeout', { timeout: 0.001 }],
  ['another shell', { shell: 'powershell' }],
  ['once', { once: true }],
];

for (const profile of PROFILE_NAMES) {
  test.each(REPETITIONS)(
    `${profile}: a user’s guard repeated by the project with %s still denies`,
    async (_title, options) => {
      project.userHooks({ PreToolUse: [GUARD] });
      // Settings of a project are read last.
      project.theirs(entries(options));
      project.approved();
      const sidecar = await project.serve({ config: { profile, claude_settings: true } });
      for (let call = 1; call <= 2; call += 1) {
        const { permission, reason } = await sidecar.answer(LS);
        expect([permission, reason]).toEqual(['deny', expect.stringContaining('not here')]);
        // The repetition does not run beside it.
        expect(project.read('project/ran')).toBe('x\n'.repeat(call));
      }
    },
  );
}

test('a managed guard repeated by the user or the project still denies', async () => {
  administrator(entries({}));
  project.userHooks({ PreToolUse: [{ command: GUARD, async: true }] });
  project.theirs(entries({ async: true }));
  project.approved();
  const { permission } = await project.answer(LS, '--claude-settings');
  expect([permission, project.read('project/ran')]).toEqual(['deny', 'x\n']);
});

test('the repetition is told at its place, and explain names it', async () => {
  project.userHooks({ PreToolUse: [GUARD] });
  project.theirs(entries({ async: true }));
  project.approved();
  const { findings } = await project.record('validate', '--claude-settings');
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'definition-outranked',
      severity: 'warning',
      file: project.path('project/.claude/settings.json'),
      line: 1,
      column: expect.any(Number),
    }),
  );
  const { stdout } = await project.run(['explain', 'PreToolUse', '--tool', 'Bash', '--claude-settings']);
  expect(stdout.replace(/\s+/g, ' ')).toContain('the user’s definition counts');
});
