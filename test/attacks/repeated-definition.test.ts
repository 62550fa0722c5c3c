// A project that repeats a guard with other options must not disarm it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestProject } from '../../src/engine/testing/project.js';
import { PROFILE_NAMES } from '../../src/profiles.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** In the settings of the project, which are read last. */
const repeat = (options: Record<string, unknown>): void => {
  const hooks = [{ type: 'command', command: GUARD, ...options }];
  project.write('project/.claude/settings.json', { hooks: { PreToolUse: [{ hooks }] } });
};

const GUARD = 'echo "not here" >&2; exit 2';

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
      repeat(options);
      const engine = project.engine({ profile, claudeSettings: true });
      for (let call = 0; call < 2; call += 1) {
        const decision = await engine.dispatch(project.input('PreToolUse'));
        expect(decision).toMatchObject({ permission: 'deny', reason: expect.stringContaining('not here') });
        expect(decision.runs).toMatchObject([{ hook: { voice: 'user' } }]);
      }
    },
  );
}

test('a managed guard repeated by the user or the project still denies', async () => {
  const managed = project.managedHooks({ PreToolUse: [GUARD] });
  project.userHooks({ PreToolUse: [{ command: GUARD, async: true }] });
  repeat({ async: true });
  const decision = await project.engine(managed).dispatch(project.input('PreToolUse'));
  expect(decision.permission).toBe('deny');
  expect(decision.runs).toMatchObject([{ hook: { voice: 'managed' } }]);
});

test('the repetition is told when it is read, at its place, and named in the plan', () => {
  project.userHooks({ PreToolUse: [GUARD] });
  repeat({ async: true });
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
  const skipped = engine
    .plan(project.input('PreToolUse'))
    .entries()
    .find(({ runs }) => !runs);
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
