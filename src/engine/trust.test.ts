import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Diagnostic } from '../nouns.js';
import { approve, follow, forget, refuse, repositoryOf, survey } from '../trust/index.js';
import { createEngine, type Engine, type EngineOptions, settle } from './index.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
let told: Diagnostic[];
beforeEach(() => {
  project = new TestProject();
  told = [];
});
afterEach(() => project.remove());

const options = (more: Partial<EngineOptions> = {}): EngineOptions => ({
  projectDir: project.dir,
  home: project.home,
  env: { PATH: process.env['PATH'], HOME: project.home },
  stateDir: project.path('state'),
  claudeSettings: { managedFile: null },
  onDiagnostic: (found) => told.push(found),
  ...more,
});
const engine = (more: Partial<EngineOptions> = {}): Engine =>
  project.engine({ ...options(more), trust: 'content', ...more });
const approveAll = (): void => {
  const { request, stateDir } = settle(options());
  const found = survey(request, stateDir);
  approve(found, found.entries, new Date());
};
const ran = (): boolean => existsSync(project.path('ran'));
const touch = (): string => `touch '${project.path('ran')}'`;

const servers = (command: string, ...args: readonly string[]) => ({
  mcpServers: { guard: { command, args } },
});

it('a hook that nobody approved is not run, and the engine says once what to do', async () => {
  project.hooks({ PreToolUse: [touch()] });
  const one = engine();
  const decision = await one.dispatch(project.input('PreToolUse'));
  await one.dispatch(project.input('PreToolUse'));
  expect([decision.permission, ran()]).toEqual([null, false]);
  expect(told.map(({ code, hint }) => [code, hint])).toEqual([
    ['hooks-untrusted', expect.stringContaining(`amplifier-hooks trust --project ${project.dir}`)],
  ]);
  expect(one.generation.hooks[0]).toMatchObject({ trust: 'new', inactive: { code: 'untrusted' } });
});

it('an approved one is, and so is what the user has', async () => {
  project.hooks({ PreToolUse: [touch()] });
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo own >&2; exit 2' }] }] },
  });
  approveAll();
  const one = engine();
  const decision = await one.dispatch(project.input('PreToolUse'));
  expect([decision.reason, ran(), told]).toEqual([expect.stringContaining('own'), true, []]);
  expect(one.generation.hooks.map(({ trust }) => trust)).toEqual(['trusted', 'own']);
});

it.each([
  ['PreToolUse', 'deny'],
  ['PostToolUse', null],
])('%s: a hook that changed since it was approved is not run: %s', async (event, permission) => {
  const script = project.write('project/guard.sh', '#!/bin/sh\nexit 0\n', 0o755);
  project.hooks({ [event]: ['"$CLAUDE_PROJECT_DIR/guard.sh"'] });
  approveAll();
  const before = engine();
  expect((await before.dispatch(project.input(event))).failures).toEqual([]);
  project.write('project/guard.sh', `#!/bin/sh\n${touch()}\n`, 0o755);
  // The engine that had it in force, and one that starts now, say the same.
  for (const one of [before, engine()]) {
    const decision = await one.dispatch(project.input(event));
    expect([decision.permission, ran()]).toEqual([permission, false]);
    if (permission === 'deny')
      expect(decision.reason).toContain('it changed since you approved it: guard.sh');
  }
  expect(told.map(({ code }) => code)).toContain('hook-swapped');
  approveAll();
  expect((await before.dispatch(project.input(event))).failures).toEqual([]);
  expect([script, ran()]).toEqual([project.path('project/guard.sh'), true]);
});

it.each(['PreToolUse', 'PostToolUse'])(
  '%s: a file that is swapped while its hook waits for its turn is not run',
  async (event) => {
    project.write('project/guard.sh', '#!/bin/sh\nexit 0\n', 0o755);
    // More than start at once.
    const before = Array.from({ length: 20 }, (_, index) => `true ${index}`);
    project.hooks({ [event]: [...before, '"$CLAUDE_PROJECT_DIR/guard.sh"'] });
    approveAll();
    const one = engine();
    expect((await one.dispatch(project.input(event))).failures).toEqual([]);
    const going = one.dispatch(project.input(event));
    project.write('project/guard.sh', `#!/bin/sh\n${touch()}\n`, 0o755);
    const decision = await going;
    expect(ran()).toBe(false);
    expect(decision.permission).toBe(event === 'PreToolUse' ? 'deny' : null);
    expect(told.map(({ code }) => code)).toEqual(['hook-swapped']);
  },
);

it.each([
  ['rejects', {}, false],
  ['is told and decides nothing where nobody waits for the hook', { async: true }, true],
])('at a gate a fault in asking for approval %s', async (_title, how, goesOn) => {
  project.write('project/guard.sh', '#!/bin/sh\nexit 0\n', 0o755);
  project.hooks({ PreToolUse: [{ command: '"$CLAUDE_PROJECT_DIR/guard.sh"', ...how }] });
  approveAll();
  const one = engine();
  project.write('project/guard.sh', '#!/bin/sh\nexit 1\n', 0o755);
  rmSync(project.path('state/trust'), { recursive: true });
  symlinkSync('trust', project.path('state/trust'));
  const decided = one.dispatch(project.input('PreToolUse'));
  if (!goesOn) await expect(decided).rejects.toThrow('ELOOP');
  else
    expect(await decided).toMatchObject({
      permission: null,
      failures: [{ message: expect.stringContaining('ELOOP') }],
    });
});

it.each([
  [
    'its definition',
    (): unknown => project.write('project/.mcp.json', servers('node', 'server.mjs', 'more')),
  ],
  ['its program', (): unknown => project.write('project/server.mjs', '// another')],
  ['its entry, which is gone', (): unknown => project.write('project/.mcp.json', { mcpServers: {} })],
  ['its file, which is gone', (): unknown => rmSync(project.path('project/.mcp.json'))],
])('a guard whose approved MCP server was changed denies: %s', async (_what, edit) => {
  project.write('project/server.mjs', '// never started here');
  project.write('project/.mcp.json', servers('node', 'server.mjs'));
  project.hooks({ PreToolUse: [{ type: 'mcp_tool', server: 'guard', tool: 'check' }] });
  approveAll();
  edit();
  const decision = await engine().dispatch(project.input('PreToolUse'));
  expect([decision.permission, decision.reason]).toEqual(['deny', expect.stringContaining('"guard"')]);
});

it('variables, lists and switches of the project wait for approval', async () => {
  project.write('home/.claude/settings.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo "$KEY" >&2; exit 2' }] }] },
  });
  project.write('project/.claude/settings.json', {
    env: { KEY: 'theirs' },
    allowedHttpHookUrls: ['*'],
    httpHookAllowedEnvVars: ['SECRET'],
  });
  const before = engine();
  expect(before.generation).toMatchObject({ env: [], http: { allowedUrls: [], allowedEnvVars: [] } });
  expect((await before.dispatch(project.input('PreToolUse'))).reason).not.toContain('theirs');
  expect(told[0]?.message).toContain('its settings');
  approveAll();
  expect(engine().generation).toMatchObject({
    env: [{ voice: 'project', variables: { KEY: 'theirs' } }],
    http: { allowedEnvVars: [{ voice: 'project', items: ['SECRET'] }] },
  });
});

it('a reload takes approval in, and a new definition waits', () => {
  project.hooks({ PreToolUse: ['echo a'] });
  const one = engine();
  approveAll();
  expect(one.reload().kind).toBe('adopted');
  expect(one.generation.hooks[0]?.trust).toBe('trusted');
  project.hooks({ PreToolUse: ['echo a', 'echo b'] });
  one.reload();
  expect(one.generation.hooks.map(({ trust }) => trust)).toEqual(['trusted', 'new']);
});

it('what was found approved at a load is looked at anew as soon as it, its place or an answer is another', () => {
  const given = (...commands: string[]): void => {
    project.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] },
    });
  };
  project.write('project/b.sh', 'true');
  given('echo a', 'sh ./b.sh', 'echo c');
  approveAll();
  const one = engine();
  const states = (): readonly unknown[] => {
    one.reload();
    return one.generation.hooks.map(({ trust }) => trust);
  };
  const found = () => survey(settle(options()).request, settle(options()).stateDir);
  // The first load finds out, the second need not.
  for (const _ of [1, 2]) expect(states()).toEqual(['trusted', 'trusted', 'trusted']);
  given('echo c', 'echo new', 'echo a', 'sh ./b.sh');
  for (const _ of [1, 2]) expect(states()).toEqual(['trusted', 'new', 'trusted', 'trusted']);
  project.write('project/b.sh', 'evil');
  for (const _ of [1, 2]) expect(states()).toEqual(['trusted', 'new', 'trusted', 'changed']);
  refuse(
    found(),
    found().entries.filter(({ identity }) => JSON.stringify(identity.definition).includes('echo a')),
  );
  for (const _ of [1, 2]) expect(states()).toEqual(['trusted', 'new', 'refused', 'changed']);
  forget(found());
  for (const _ of [1, 2]) expect(states()).toEqual(['new', 'new', 'new', 'new']);
});

it('what is remembered of hooks gives each the id and the state that it would have if nothing were', () => {
  const command = fc.constantFrom('echo a', 'echo b', 'sh ./s.sh', 'sh ./t.sh');
  const hook = fc.oneof(
    { weight: 4, arbitrary: fc.record({ command }) },
    fc.record(
      { command, timeout: fc.constantFrom(1, 5, 60), once: fc.boolean() },
      { requiredKeys: ['command'] },
    ),
    fc.record({ command: fc.constant('sh'), args: fc.constantFrom([], ['./s.sh'], ['./t.sh', 'x']) }),
    fc.record({
      type: fc.constant('http'),
      url: fc.constantFrom('http://127.0.0.1:1/a', 'http://127.0.0.1:1/b'),
    }),
  );
  const group = fc.record({
    matcher: fc.constantFrom('', 'Bash', 'Edit|Write'),
    hooks: fc.array(
      hook.map((one) => ({ type: 'command', ...one })),
      { minLength: 1, maxLength: 4 },
    ),
  });
  const step = fc.record({
    groups: fc.array(group, { maxLength: 5 }),
    script: fc.constantFrom('true', 'false'),
    approved: fc.boolean(),
    again: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 6 }), (steps) => {
      const one = engine();
      for (const { groups, script, approved, again } of steps) {
        project.write('project/.amplifier/hooks/hooks.json', { hooks: { PostToolUse: groups } });
        for (const name of ['s', 't']) project.write(`project/${name}.sh`, script);
        if (approved) approveAll();
        one.reload();
        if (again) one.reload();
        const found = (from: Engine) => from.generation.hooks.map(({ id, trust }) => [id, trust]);
        const remembered = [found(one), found(engine())];
        const folder = project.path('state/trust');
        mkdirSync(folder, { recursive: true });
        for (const name of readdirSync(folder)) if (name.endsWith('.seen')) rmSync(join(folder, name));
        const anew = found(engine());
        expect(remembered).toEqual([anew, anew]);
        // Where nobody is asked nothing is remembered.
        const ids = engine({ trust: 'off' }).generation.hooks.map(({ id }) => id);
        expect(anew.map(([id]) => id)).toEqual(ids);
      }
    }),
    { numRuns: 40 },
  );
});

it('a script that is named by the working directory is the approved one wherever the session goes', async () => {
  project.write('project/check.sh', 'exit 0\n');
  project.write('project/sub/check.sh', touch());
  project.hooks({ PreToolUse: ['sh ./check.sh'] });
  approveAll();
  const decision = await engine().dispatch(project.input('PreToolUse', { cwd: project.path('project/sub') }));
  expect([decision.permission, ran()]).toEqual(['deny', false]);
});

it('follow and off run what is there; the profile of Claude Code asks nobody', () => {
  project.hooks({ PreToolUse: ['echo a'] });
  const trustOf = (one: Engine) => one.generation.hooks[0]?.trust;
  expect(trustOf(engine({ trust: 'follow' }))).toBe('trusted');
  expect(trustOf(engine({ trust: 'off' }))).toBeNull();
  const plain = createEngine({ ...options(), profile: 'claude-code' });
  expect(trustOf(plain)).toBeNull();
  follow({ stateDir: project.path('state'), key: repositoryOf(project.dir).key }, true);
  expect(trustOf(engine())).toBe('trusted');
  return plain.close();
});

it('a guard that is gone is told of, however many copies of another hook are there', async () => {
  project.hooks({ PreToolUse: ['true', 'exit 2'] });
  approveAll();
  project.hooks({ PreToolUse: ['true', 'true'] });
  const { diagnostics } = engine().generation;
  expect(diagnostics.map(({ code }) => code)).toContain('guard-gone');
});

it('a guard that was approved is not disarmed by an edit that has it observe', async () => {
  project.hooks({ PreToolUse: [touch()] });
  approveAll();
  project.hooks({ PreToolUse: [{ command: touch(), mode: 'observe' }] });
  const one = engine();
  expect((await one.dispatch(project.input('PreToolUse'))).permission).toBe('deny');
  await one.idle();
  expect(ran()).toBe(false);
  // Nor by a file of its own that says it of all, nor by a switch of the project.
  project.write('project/.amplifier/hooks/hooks.json', {
    mode: 'observe',
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: touch() }] }] },
  });
  expect((await engine().dispatch(project.input('PreToolUse'))).permission).toBe('deny');
  project.hooks({ PreToolUse: ['exit 2'] });
  approveAll();
  const [hook] = engine().generation.hooks;
  const switches = { version: 1, hooks: { [hook?.id ?? '']: { mode: 'observe' } } };
  project.write('project/.amplifier/hooks-state.json', switches);
  expect((await engine().dispatch(project.input('PreToolUse'))).permission).toBe('deny');
  // The user may.
  project.write('home/.amplifier/hooks-state.json', switches);
  expect((await engine().dispatch(project.input('PreToolUse'))).permission).toBe(null);
});

it('a hook that only observed when it was approved is real when that is approved, and denies nothing before', async () => {
  project.hooks({ PreToolUse: [{ command: `${touch()}; exit 2`, mode: 'observe' }] });
  approveAll();
  const observing = engine();
  expect((await observing.dispatch(project.input('PreToolUse'))).permission).toBe(null);
  await observing.idle();
  expect(ran()).toBe(true);
  rmSync(project.path('ran'));

  project.hooks({ PreToolUse: [`${touch()}; exit 2`] });
  const waiting = engine();
  expect((await waiting.dispatch(project.input('PreToolUse'))).permission).toBe(null);
  await waiting.idle();
  expect(ran()).toBe(false);
  expect(waiting.generation.hooks[0]).toMatchObject({ trust: 'changed', inactive: { code: 'untrusted' } });

  approveAll();
  expect((await engine().dispatch(project.input('PreToolUse'))).permission).toBe('deny');
});

it('a hook that only observes is not run once its script is another', async () => {
  project.write('project/guard.sh', '#!/bin/sh\nexit 2\n', 0o755);
  project.hooks({ PreToolUse: [{ command: '"$CLAUDE_PROJECT_DIR/guard.sh"', mode: 'observe' }] });
  approveAll();
  const one = engine();
  project.write('project/guard.sh', `#!/bin/sh\n${touch()}\n`, 0o755);
  for (const each of [one, engine()]) {
    expect((await each.dispatch(project.input('PreToolUse'))).permission).toBe(null);
    await each.idle();
  }
  expect(ran()).toBe(false);
});
