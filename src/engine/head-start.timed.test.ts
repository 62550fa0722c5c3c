// A block ends the other hooks, but each of them has time to begin.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { TestProject } from './testing/project.js';

it('a blocked prompt ends the other hooks in claude-code, after they have begun', async () => {
  const project = new TestProject();
  onTestFinished(() => project.remove());
  const commands = ['echo no >&2; exit 2', 'touch "$HOME/began"; sleep 2; touch "$HOME/ended"'];
  project.hooks({ UserPromptSubmit: commands });
  const decision = await project
    .engine({ profile: 'claude-code' })
    .dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
  expect(decision.runs.map(({ outcome }) => outcome.kind)).toEqual(['finished', 'cancelled']);
  expect(existsSync(join(project.home, 'began'))).toBe(true);
  expect(existsSync(join(project.home, 'ended'))).toBe(false);
});
