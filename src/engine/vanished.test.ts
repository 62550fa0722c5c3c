// A guard that goes away while an engine runs. The attacks themselves: test/attacks/removed-guard.long.test.ts.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Diagnostic } from '../nouns.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

it('is told at once, and to every session', async () => {
  project.hooks({ PreToolUse: ['echo no >&2; exit 2'], PostToolUse: ['true'] });
  const told: Diagnostic[] = [];
  const engine = project.engine({ onDiagnostic: (found) => told.push(found) });
  expect((await engine.dispatch(project.input('PreToolUse'))).permission).toBe('deny');
  project.hooks({ PostToolUse: ['true'] });
  engine.reload();
  expect(told.map(({ code, severity }) => [code, severity])).toEqual([['guard-vanished', 'error']]);
  const after = project.input('PostToolUse', { tool_response: {} });
  expect((await engine.dispatch(after)).diagnostics.map(({ code }) => code)).toEqual(['guard-vanished']);
  expect((await engine.dispatch(after)).diagnostics).toEqual([]);
});
