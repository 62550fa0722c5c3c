import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Scene } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

const front = (name: string, command: string, once = false) =>
  `---\nname: ${name}\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: "${command}"\n          once: ${once}\n---\nText\n`;
const loaded = (name: string, folder: string, hooks: unknown = { PreToolUse: [{}] }) => ({
  skill_name: name,
  skill_directory: folder,
  hooks,
  source: 'project',
});
const denies = async (session: ReturnType<Scene['open']>) =>
  (await session.handle('tool:pre', { tool_name: 'bash', tool_input: {} })).result?.action === 'deny';

it('hooks of a skill run from its loading to its unloading', async () => {
  const folder = dirname(scene.project.write('skills/tidy/SKILL.md', front('tidy', 'exit 2')));
  const session = scene.open();
  expect(session.events()).toEqual(['skill:loaded', 'skill:unloaded']);
  expect(await denies(session)).toBe(false);
  await session.handle('skill:loaded', loaded('tidy', folder));
  expect(session.events()).toContain('tool:pre');
  expect(await denies(session)).toBe(true);
  await session.handle('skill:unloaded', { skill_name: 'tidy' });
  expect(await denies(session)).toBe(false);
  await session.handle('skill:loaded', loaded('tidy', folder));
  expect(await denies(session)).toBe(true);
});

it('they belong to the name in the file, and run only where the skill is loaded', async () => {
  const folder = dirname(scene.project.write('skills/tidy/SKILL.md', front('neat', 'exit 2')));
  const session = scene.open();
  await session.handle('skill:loaded', loaded('tidy', folder));
  expect(await denies(session)).toBe(true);
  expect(await denies(scene.open({}, { session: 'other' }))).toBe(false);
});

it('`once` counts', async () => {
  const folder = dirname(scene.project.write('skills/tidy/SKILL.md', front('tidy', 'exit 2', true)));
  const session = scene.open();
  await session.handle('skill:loaded', loaded('tidy', folder));
  expect([await denies(session), await denies(session)]).toEqual([true, false]);
});

it('the end of an agent does not end the skill of the session that started it', async () => {
  const folder = dirname(scene.project.write('skills/tidy/SKILL.md', front('tidy', 'exit 2')));
  const session = scene.open();
  const agent = scene.open({}, { session: 's-1_a', parent: 's' });
  for (const one of [session, agent]) await one.handle('skill:loaded', loaded('tidy', folder));
  await agent.handle('skill:unloaded', { skill_name: 'tidy' });
  expect(await denies(session)).toBe(true);
});

it.each([
  [
    'no file',
    (root: string) => loaded('gone', `${root}/gone`),
    /"gone" do not run: .*SKILL\.md does not exist/,
  ],
  ['no folder', () => ({ skill_name: 'gone', hooks: { Stop: [{}] } }), /does not say where/],
])('hooks that the host speaks of and that cannot be read are told: %s', async (_, data, message) => {
  await scene.open().handle('skill:loaded', data(scene.project.root));
  expect(scene.shown).toMatchObject([{ level: 'error', message: expect.stringMatching(message) }]);
});

it('a skill without hooks is nothing to tell of', async () => {
  const session = scene.open();
  await session.handle('skill:loaded', loaded('plain', `${scene.project.root}/plain`, null));
  await session.handle('skill:loaded', { skill_name: 'old', skill_directory: `${scene.project.root}/old` });
  expect(scene.shown).toEqual([]);
});

it('an edited skill is noticed where the engine watches', async () => {
  const file = scene.project.write('skills/tidy/SKILL.md', front('tidy', 'true'));
  const session = scene.open({}, {}, scene.project.engine({ watch: true }));
  await session.handle('skill:loaded', loaded('tidy', dirname(file)));
  expect(await denies(session)).toBe(false);
  scene.project.write('skills/tidy/SKILL.md', front('tidy', 'exit 2'));
  await expect.poll(() => denies(session)).toBe(true);
});
