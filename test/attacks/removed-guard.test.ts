// A guard that an agent takes out of its own project is gone, but not in silence.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../../src/cli/testing/play.js';
import type { Diagnostic } from '../../src/nouns.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const env = () => ({ PATH: process.env['PATH'], HOME: stage.home });
const alone = () => ({ strange: true, env: env() });
const person = (text: string) => ({ ...alone(), stdin: { text, terminal: true } });
const event = () => ({
  ...alone(),
  stdin: { text: JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} }) },
});
const stateOf = () => stage.path('home/.local/state/amplifier-hooks');
const deny = 'echo no >&2; exit 2';

it.each([
  ['taken out', { Stop: ['true'] }],
  ['the last hook', {}],
  ['made another one', { PreToolUse: [`true; ${deny}`] }],
])('an approved guard that is %s is told of until a person has looked', async (_title, hooks) => {
  stage.hooks({ PreToolUse: [deny] });
  await stage.play(['trust', '--yes'], person(''));
  expect((await stage.play(['dispatch'], event())).stdout).toContain('deny');
  stage.hooks(hooks);
  const told = expect.stringMatching(
    /The PreToolUse hook \w+, which you approved, is gone from \.amplifier\/hooks\/hooks\.json/,
  );
  // Twice: it is not over with the first event.
  for (let time = 0; time < 2; time += 1) {
    const { code, stderr } = await stage.play(['dispatch', '--claude-settings'], event());
    expect([code, stderr]).toEqual([0, told]);
  }
  expect((await stage.play(['doctor', '--json'], alone())).stdout).toContain('is gone from');
  expect((await stage.play(['trust', '--list'], alone())).stderr).toContain('which guarded PreToolUse');
  expect((await stage.play(['trust', '--yes'], person(''))).stdout).toContain('which guarded PreToolUse');
  expect((await stage.play(['trust', '--list'], alone())).stderr).toBe('');
  expect((await stage.play(['dispatch', '--claude-settings'], event())).stderr).not.toContain('is gone');
});

it.each([
  ['another command', { PreToolUse: [`true; ${deny}`] }],
  ['a harmless command', { PreToolUse: ['true'] }],
  ['a command that is not waited for', { PreToolUse: [{ command: deny, async: true }] }],
  ['one for other calls', { PreToolUse: [{ command: deny, if: 'Bash(git *)' }] }],
])('an approved guard that is edited into %s denies until a person has looked', async (_title, hooks) => {
  stage.hooks({ PreToolUse: [deny] });
  await stage.play(['trust', '--yes'], person(''));
  stage.hooks(hooks);
  expect((await stage.play(['dispatch'], event())).stdout).toContain('"permissionDecision":"deny"');
  expect((await stage.play(['list', '--json'], alone())).stdout).toContain('"changed"');
  await stage.play(['trust', '--yes'], person(''));
  expect((await stage.play(['dispatch'], event())).stdout).not.toContain('nobody approved');
});

it('an approved guard that is edited into one for another tool denies what it guarded', async () => {
  const guard = (matcher: string) =>
    stage.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: deny }] }] },
    });
  guard('Bash');
  await stage.play(['trust', '--yes'], person(''));
  guard('Read');
  expect((await stage.play(['dispatch'], event())).stdout).toContain('"permissionDecision":"deny"');
});

it('what another host reads is not gone', async () => {
  stage.write('project/.claude/settings.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: deny }] }] },
  });
  const skill = stage.write(
    'project/tools/SKILL.md',
    '---\nname: tools\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: "true"\n---\n',
  );
  await stage.play(['trust', '--yes', '--skill', skill], person(''));
  stage.hooks({ PreToolUse: ['true'] });
  expect((await stage.play(['dispatch'], event())).stderr).not.toContain('is gone');
  // Nor forgotten, when the person looks at the rest.
  await stage.play(['trust', '--yes'], person(''));
  const { entries } = JSON.parse((await stage.play(['trust', '--json', '--skill', skill], alone())).stdout);
  expect(entries.map(({ state }: { state: string }) => state)).toEqual(['trusted', 'trusted', 'trusted']);
});

it('in a running session it stays until a person has looked, and as it was approved', async () => {
  stage.hooks({ PreToolUse: [deny], PostToolUse: ['true'] });
  await stage.play(['trust', '--yes'], person(''));
  const told: string[] = [];
  const engine = stage.engine({
    trust: 'content',
    stateDir: stateOf(),
    onDiagnostic: ({ message }) => told.push(message),
  });
  const permission = async () => (await engine.dispatch(stage.input('PreToolUse'))).permission;
  stage.hooks({ PostToolUse: ['true'] });
  for (let time = 0; time < 2; time += 1) {
    engine.reload();
    expect(await permission()).toBe('deny');
  }
  stage.hooks({ Stop: ['true'] });
  engine.reload();
  expect(await permission()).toBe('deny');
  expect(told.filter((message) => message.includes('it stays in force'))).toHaveLength(1);
  await stage.play(['trust', '--yes'], person(''));
  engine.reload();
  expect(await permission()).toBe(null);
});

it('in a running session it is told at once, and to every session', async () => {
  stage.hooks({ PreToolUse: [deny], PostToolUse: ['true'] });
  const told: Diagnostic[] = [];
  const engine = stage.engine({ onDiagnostic: (found) => told.push(found) });
  expect((await engine.dispatch(stage.input('PreToolUse'))).permission).toBe('deny');
  stage.hooks({ PostToolUse: ['true'] });
  engine.reload();
  expect(told.map(({ code, severity }) => [code, severity])).toEqual([['guard-vanished', 'error']]);
  const { diagnostics } = await engine.dispatch(stage.input('PostToolUse', { tool_response: {} }));
  expect(diagnostics.map(({ code }) => code)).toEqual(['guard-vanished']);
  expect((await engine.dispatch(stage.input('PostToolUse', { tool_response: {} }))).diagnostics).toEqual([]);
});
