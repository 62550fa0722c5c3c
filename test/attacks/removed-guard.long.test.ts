// A guard that an agent takes out of its own project is gone, but not in silence.
import { expect, it } from 'vitest';
import { LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

const approve = (...flags: readonly string[]) => project.person(['trust', '--yes', ...flags]);
const deny = 'echo no >&2; exit 2';

it.each([
  ['taken out', { Stop: ['true'] }],
  ['the last hook', {}],
  ['made another one', { PreToolUse: [`true; ${deny}`] }],
])('an approved guard that is %s is told of until a person has looked', async (_title, hooks) => {
  project.hooks({ PreToolUse: [deny] });
  await approve();
  expect((await project.dispatch(LS)).stdout).toContain('deny');
  project.hooks(hooks);
  const told = expect.stringMatching(
    /The PreToolUse hook \w+, which you approved, is gone from \.amplifier\/hooks\/hooks\.json/,
  );
  // Twice: it is not over with the first event.
  for (let time = 0; time < 2; time += 1) {
    const { code, stderr } = await project.dispatch(LS, '--claude-settings');
    expect([code, stderr]).toEqual([0, told]);
  }
  expect((await project.run(['doctor', '--json'])).stdout).toContain('is gone from');
  expect((await project.run(['trust', '--list'])).stderr).toContain('which guarded PreToolUse');
  expect((await approve()).stdout).toContain('which guarded PreToolUse');
  expect((await project.run(['trust', '--list'])).stderr).toBe('');
  expect((await project.dispatch(LS, '--claude-settings')).stderr).not.toContain('is gone');
});

it.each([
  ['another command', { PreToolUse: [`true; ${deny}`] }],
  ['a harmless command', { PreToolUse: ['true'] }],
  ['a command that is not waited for', { PreToolUse: [{ command: deny, async: true }] }],
  ['one for other calls', { PreToolUse: [{ command: deny, if: 'Bash(git *)' }] }],
])('an approved guard that is edited into %s denies until a person has looked', async (_title, hooks) => {
  project.hooks({ PreToolUse: [deny] });
  await approve();
  project.hooks(hooks);
  expect((await project.dispatch(LS)).stdout).toContain('"permissionDecision":"deny"');
  expect((await project.run(['list', '--json'])).stdout).toContain('"changed"');
  await approve();
  expect((await project.dispatch(LS)).stdout).not.toContain('nobody approved');
});

it('an approved guard that is edited into one for another tool denies what it guarded', async () => {
  const guard = (matcher: string) =>
    project.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: deny }] }] },
    });
  guard('Bash');
  await approve();
  guard('Read');
  expect((await project.dispatch(LS)).stdout).toContain('"permissionDecision":"deny"');
});

it('what another host reads is not gone', async () => {
  project.write('project/.claude/settings.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: deny }] }] },
  });
  const skill = project.write(
    'project/tools/SKILL.md',
    '---\nname: tools\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: "true"\n---\n',
  );
  await approve('--skill', skill);
  project.hooks({ PreToolUse: ['true'] });
  expect((await project.dispatch(LS)).stderr).not.toContain('is gone');
  // Nor forgotten, when the person looks at the rest.
  await approve();
  const { entries } = JSON.parse((await project.run(['trust', '--json', '--skill', skill])).stdout);
  expect(entries.map(({ state }: { state: string }) => state)).toEqual(['trusted', 'trusted', 'trusted']);
});

it.each([
  ['taken out', { PostToolUse: ['true'] }],
  ['the last hook', {}],
])('in a running session a guard that is %s stays until a person has looked', async (_title, hooks) => {
  project.hooks({ PreToolUse: [deny], PostToolUse: ['true'] });
  await approve();
  const sidecar = await project.serve();
  expect((await sidecar.answer(LS)).permission).toBe('deny');
  project.hooks(hooks);
  // It says so when it noticed, or asks for these events no more.
  await sidecar.client.until((line) => {
    const text = JSON.stringify(line);
    return (
      text.includes('it stays in force') || (line['method'] === 'interest' && !text.includes('PreToolUse'))
    );
  });
  for (let time = 0; time < 2; time += 1) expect((await sidecar.answer(LS)).permission).toBe('deny');
  expect(
    sidecar.client.heard.filter((line) => JSON.stringify(line).includes('it stays in force')),
  ).toHaveLength(1);
  await approve();
  project.hooks({ ...hooks, Stop: ['true'] });
  await sidecar.client.untilNotified(
    'interest',
    ({ events }) => !JSON.stringify(events).includes('PreToolUse'),
  );
  expect((await sidecar.answer(LS)).permission).toBeNull();
});
