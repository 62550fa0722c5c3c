// Whose definition counts where two files define the same hook. The attacks themselves: test/attacks/repeated-definition.long.test.ts.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const GUARD = 'echo "not here" >&2; exit 2';

test('the repetition is told when it is read, at its place, and named in the plan', () => {
  project.userHooks({ PreToolUse: [GUARD] });
  const hooks = [{ type: 'command', command: GUARD, async: true }];
  project.write('project/.claude/settings.json', { hooks: { PreToolUse: [{ hooks }] } });
  const engine = project.engine({ claudeSettings: true });
  const file = project.path('project/.claude/settings.json');
  expect(engine.generation.diagnostics).toContainEqual(
    expect.objectContaining({
      code: 'definition-outranked',
      severity: 'warning',
      file,
      line: 1,
      column: expect.any(Number),
    }),
  );
  const plan = engine.plan(project.input('PreToolUse'));
  expect(plan.runs).toMatchObject([{ voice: 'user', handler: { background: 'no' } }]);
  const skipped = plan.entries().find(({ runs }) => !runs);
  expect(skipped).toMatchObject({
    hook: { source: { file } },
    reason: { code: 'duplicate', detail: expect.stringContaining('the user’s definition counts') },
  });
});

test('among equals the later definition counts, as ever', () => {
  project.hooks({
    PreToolUse: [
      { command: GUARD, async: true },
      { command: GUARD, timeout: 5 },
    ],
  });
  const { runs } = project.engine().plan(project.input('PreToolUse'));
  expect(runs).toMatchObject([{ timeoutMs: 5000 }]);
});

test('what the user’s guard does not select, the project’s repetition still guards', () => {
  const registry = (matcher: string) => ({
    hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: GUARD }] }] },
  });
  project.write('home/.amplifier/hooks/hooks.json', registry('Edit'));
  project.write('project/.amplifier/hooks/hooks.json', registry('*'));
  const { runs } = project.engine().plan(project.input('PreToolUse'));
  expect(runs).toMatchObject([{ voice: 'project' }]);
});
