import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Diagnostic, Run, Runner } from '../nouns.js';
import { eventually, longTime, processesWith } from '../run/testing/place.js';
import { inputOf } from '../testing/index.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const values = (said: readonly { value: unknown }[]) => said.map(({ value }) => value);
const answer = (value: unknown) => `printf '%s' '${JSON.stringify(value)}'`;

describe('an event', () => {
  it('runs its hooks and decides', async () => {
    project.hooks({ PreToolUse: ['echo no >&2; exit 2', 'true'], PostToolUse: ['exit 2'] });
    const decision = await project.engine().dispatch(project.input('PreToolUse'));
    expect(decision).toMatchObject({ permission: 'deny', blocked: true, reason: 'no\n', failures: [] });
    expect(decision.runs.map(({ outcome }) => outcome.kind)).toEqual(['finished', 'finished']);
    expect(decision.plan.entries().map((entry) => entry.runs)).toEqual([true, true, false]);
  });

  it('that nothing matches costs no process and gives the same value again', async () => {
    const engine = project.engine();
    const first = await engine.dispatch(project.input('PreToolUse'));
    expect(first).toMatchObject({ permission: null, blocked: false, runs: [], continues: true });
    expect(await engine.dispatch(project.input('PreToolUse'))).toBe(first);
  });

  it('applies effects in declared order, however long hooks take', async () => {
    project.hooks({ UserPromptSubmit: ['sleep 0.3; echo first', 'echo second'] });
    const decision = await project.engine().dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    expect(values(decision.context)).toEqual(['first', 'second']);
  });

  it('reaches the hook as one JSON line with both spellings and the time', async () => {
    project.hooks({ PostToolUse: ['cat > "$HOME/stdin"'] });
    await project.engine().dispatch(project.input('PostToolUse', { tool_response: { stdout: 'x' } }));
    const text = readFileSync(join(project.home, 'stdin'), 'utf8');
    expect(text.split('\n')).toHaveLength(2);
    expect(JSON.parse(text)).toMatchObject({
      tool_response: { stdout: 'x' },
      tool_result: { stdout: 'x' },
      timestamp: expect.any(String),
    });
  });

  it('with a hundred hooks answers each of them', async () => {
    project.hooks({
      PreToolUse: Array.from({ length: 100 }, (_, index) => answer({ systemMessage: `m${index}` })),
    });
    const decision = await project.engine().dispatch(project.input('PreToolUse'));
    expect(values(decision.systemMessages)).toEqual(Array.from({ length: 100 }, (_, index) => `m${index}`));
  });

  it('sixteen at once do not disturb each other', async () => {
    project.hooks({ UserPromptSubmit: ['cat'] });
    const engine = project.engine({ profile: 'amplifier' });
    const all = Array.from({ length: 16 }, (_, index) =>
      engine.dispatch(project.input('UserPromptSubmit', { prompt: `p${index}`, session_id: `s${index}` })),
    );
    const decisions = await Promise.all(all);
    expect(
      decisions.map(({ runs }) =>
        runs[0]?.outcome.kind === 'finished' ? JSON.parse(runs[0].outcome.stdout).prompt : null,
      ),
    ).toEqual(Array.from({ length: 16 }, (_, index) => `p${index}`));
  });

  it('can be cancelled by the host', async () => {
    project.hooks({ PreToolUse: ['sleep 30'] });
    const controller = new AbortController();
    const pending = project.engine().dispatch(project.input('PreToolUse'), { signal: controller.signal });
    controller.abort();
    expect((await pending).runs.map(({ outcome }) => outcome.kind)).toEqual(['cancelled']);
  });
});

describe('a blocked prompt', () => {
  const refuse = 'echo no >&2; exit 2';

  it('ends the other hooks in claude-code', async () => {
    const begun = 'until [ -e "$HOME/began" ]; do sleep 0.02; done';
    project.hooks({ UserPromptSubmit: [`${begun}; ${refuse}`, 'touch "$HOME/began"; sleep 600'] });
    const decision = await project
      .engine({ profile: 'claude-code' })
      .dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    expect(decision).toMatchObject({ blocked: true, reason: 'no\n', failures: [] });
    expect(decision.runs.map(({ outcome }) => outcome.kind)).toEqual(['finished', 'cancelled']);
  });

  it('lets them do their work in amplifier', async () => {
    project.hooks({ UserPromptSubmit: [refuse, 'sleep 2; touch "$HOME/ended"'] });
    const decision = await project.engine().dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    expect(decision.runs.map(({ outcome }) => outcome.kind)).toEqual(['finished', 'finished']);
    expect(existsSync(join(project.home, 'ended'))).toBe(true);
  });
});

describe('a hook that cannot be run', () => {
  it('by this host is refused, and blocks if it says so', async () => {
    project.hooks({
      PreToolUse: [
        { type: 'http', url: 'http://127.0.0.1:1/' },
        { type: 'http', url: 'http://127.0.0.1:2/', onFailure: 'block' },
      ],
    });
    const decision = await project
      .engine({ runners: { http: null, prompt: null, agent: null, mcp_tool: null } })
      .dispatch(project.input('PreToolUse'));
    expect(decision.failures).toMatchObject([
      { kind: 'refused', blocked: false },
      { kind: 'refused', blocked: true },
    ]);
    expect(decision.permission).toBe('deny');
    expect(decision.reason).toContain('no runner for handler type "http"');
  });

  it('because the engine is at fault is never a block where nothing is permitted or denied', async () => {
    const boom = new Error('boom');
    const faults: Runner['run'][] = [
      (): Promise<Run> => Promise.reject(boom),
      () => {
        throw boom;
      },
    ];
    project.hooks({ PostToolUse: ['true'] });
    for (const run of faults) {
      const runners = { command: { run, close: () => Promise.resolve() } };
      const decision = await project.engine({ runners }).dispatch(project.input('PostToolUse'));
      expect(decision).toMatchObject({ permission: null, blocked: false, failures: [{ kind: 'refused' }] });
      expect(decision.failures[0]?.message).toContain('fault in the engine');
    }
  });
});

describe('timeouts', () => {
  it('default and maximum are options, and the hook is told apart', async () => {
    project.hooks({ PreToolUse: ['sleep 600', { command: 'sleep 601', timeout: 60 }] });
    const decision = await project
      .engine({ defaultTimeout: 0.2, maxTimeout: 0.3 })
      .dispatch(project.input('PreToolUse'));
    expect(
      decision.runs.map(({ outcome }) => (outcome.kind === 'timedOut' ? outcome.timeoutMs : null)),
    ).toEqual([200, 300]);
    expect(decision.failures.map(({ kind }) => kind)).toEqual(['timedOut', 'timedOut']);
  });
});

describe('a session', () => {
  it('remembers hooks that run once', async () => {
    project.hooks({ PreToolUse: [{ command: answer({ systemMessage: 'once' }), once: true }] });
    const engine = project.engine();
    expect((await engine.dispatch(project.input('PreToolUse'))).runs).toHaveLength(1);
    const second = await engine.dispatch(project.input('PreToolUse'));
    expect(second.runs).toHaveLength(0);
    expect(second.plan.entries()[0]?.reason.code).toBe('once');
    expect((await engine.dispatch(project.input('PreToolUse', { session_id: 'other' }))).runs).toHaveLength(
      1,
    );
  });

  it('ends a Stop loop after eight rounds; a tool call starts the count again', async () => {
    project.hooks({ Stop: ['echo more >&2; exit 2'] });
    const engine = project.engine();
    const stop = () => engine.dispatch(project.input('Stop'));
    for (let round = 0; round < 5; round += 1) expect((await stop()).continues).toBe(true);
    await engine.dispatch(project.input('PreToolUse'));
    for (let round = 0; round < 8; round += 1) expect((await stop()).continues).toBe(true);
    const ninth = await stop();
    expect(ninth).toMatchObject({ blocked: false, continues: false });
    expect(ninth.diagnostics.map(({ code }) => code)).toContain('stop-cap-reached');
  });

  it('knows stop_hook_active where the host does not send it', async () => {
    project.hooks({ Stop: [`grep -q '"stop_hook_active":true' || { echo again >&2; exit 2; }`] });
    const engine = project.engine();
    expect((await engine.dispatch(project.input('Stop'))).continues).toBe(true);
    expect((await engine.dispatch(project.input('Stop'))).continues).toBe(false);
    await engine.dispatch(project.input('UserPromptSubmit', { prompt: 'next' }));
    expect((await engine.dispatch(project.input('Stop'))).continues).toBe(true);
  });

  it('hands exports of env files to later hooks and to the host', async () => {
    project.hooks({
      SessionStart: [
        'echo "export COLOUR=\'dark blue\'" >> "$AMPLIFIER_ENV_FILE"; test "$AMPLIFIER_ENV_FILE" = "$CLAUDE_ENV_FILE"',
      ],
      UserPromptSubmit: ['echo "$COLOUR"'],
    });
    const engine = project.engine();
    expect((await engine.dispatch(project.input('SessionStart', { source: 'startup' }))).failures).toEqual(
      [],
    );
    expect(engine.exportedEnv('s')).toEqual({ COLOUR: 'dark blue' });
    const [file] = engine.envFiles('s');
    expect(file === undefined ? 0 : statSync(file).mode & 0o777).toBe(0o600);
    const decision = await engine.dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    expect(values(decision.context)).toEqual(['dark blue']);
  });

  it('says so when an env file cannot be made or a line in it is not understood', async () => {
    project.hooks({
      SessionStart: ['echo "source other.sh" >> "$(printenv AMPLIFIER_ENV_FILE || echo /dev/null)"'],
    });
    const start = project.input('SessionStart', { source: 'startup' });
    const { diagnostics } = await project.engine().dispatch(start);
    expect(diagnostics).toMatchObject([
      { code: 'env-file-line', line: 1, file: expect.stringContaining('.sh') },
    ]);
    const stateDir = project.write('blocked', 'a file where a folder belongs');
    const blocked = await project.engine({ stateDir }).dispatch(start);
    expect(blocked.diagnostics.map(({ code }) => code)).toEqual(['env-file-unavailable']);
    expect(blocked.failures).toEqual([]);
  });

  it('does not wait at a pipe that a hook put in the place of its env file', async () => {
    project.hooks({ SessionStart: ['rm "$AMPLIFIER_ENV_FILE"; mkfifo "$AMPLIFIER_ENV_FILE"'] });
    const engine = project.engine();
    const start = project.input('SessionStart', { source: 'startup' });
    for (let round = 0; round < 2; round += 1) expect((await engine.dispatch(start)).failures).toEqual([]);
    expect([engine.exportedEnv('s'), engine.envFiles('s')]).toEqual([{}, []]);
  });

  it('runs the hooks of a skill once it is in use', async () => {
    const skill = project.write(
      'skills/tidy/SKILL.md',
      '---\nname: tidy\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: echo tidy >&2; exit 2\n---\n# Tidy\n',
    );
    const engine = project.engine({ skills: [skill] });
    const before = await engine.dispatch(project.input('PreToolUse'));
    expect(before.plan.entries()[0]?.reason.code).toBe('skill-not-active');
    await engine.dispatch(
      project.input('PostToolUse', { tool_name: 'Skill', tool_input: { skill: 'tidy' } }),
    );
    expect((await engine.dispatch(project.input('PreToolUse'))).permission).toBe('deny');
  });
});

describe('background hooks', () => {
  it('are not waited for, cannot decide, and are heard at the next event', async () => {
    const late = {
      systemMessage: 'S',
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', additionalContext: 'C' },
    };
    project.hooks({ PreToolUse: [{ command: answer(late), async: true }] });
    const engine = project.engine();
    const decision = await engine.dispatch(project.input('PreToolUse'));
    expect(decision).toMatchObject({ permission: null, late: [] });
    expect(decision.runs.map(({ outcome }) => outcome.kind)).toEqual(['background']);
    await engine.idle();
    expect(values((await engine.dispatch(project.input('Notification'))).late)).toEqual(['S', 'C']);
    expect((await engine.dispatch(project.input('Notification'))).late).toEqual([]);
  });

  it('become such by their first line', async () => {
    project.hooks({ PostToolUse: [`echo '{"async":true}'; sleep 0.3; echo '{"systemMessage":"later"}'`] });
    const engine = project.engine();
    const decision = await engine.dispatch(project.input('PostToolUse'));
    expect(decision.runs.map(({ outcome }) => outcome.kind)).toEqual(['background']);
    await engine.idle();
    expect(values(engine.takeLate('s'))).toEqual(['later']);
    expect(engine.takeLate('s')).toEqual([]);
  });

  it('by their first line have no time limit in claude-code', async () => {
    const command = `echo '{"async":true}'; sleep 2; echo '{"systemMessage":"later"}'`;
    project.hooks({ PostToolUse: [{ command, timeout: 1.5 }] });
    const late = async (profile: 'amplifier' | 'claude-code') => {
      const engine = project.engine({ profile, plugins: [], claudeSettings: false });
      await engine.dispatch(project.input('PostToolUse'));
      await engine.idle();
      return values(engine.takeLate('s'));
    };
    const [claude, amplifier] = await Promise.all([late('claude-code'), late('amplifier')]);
    expect(claude).toEqual(['later']);
    expect(amplifier).toEqual([]);
  });

  it('that may wake the model are awaited where there is no later', async () => {
    project.hooks({ PreToolUse: [{ command: 'echo no >&2; exit 2', asyncRewake: true }] });
    expect((await project.engine().dispatch(project.input('PreToolUse'))).permission).toBeNull();
    const decision = await project.engine({ oneShot: true }).dispatch(project.input('PreToolUse'));
    expect(decision).toMatchObject({ permission: 'deny', reason: 'no\n' });
  });

  it('that fail are reported', async () => {
    project.hooks({ PostToolUse: [{ command: 'echo oops >&2; exit 3', async: true }] });
    const heard: Diagnostic[] = [];
    const engine = project.engine({ onDiagnostic: (diagnostic) => heard.push(diagnostic) });
    await engine.dispatch(project.input('PostToolUse'));
    await engine.idle();
    expect(heard).toMatchObject([{ code: 'background-failed', message: expect.stringContaining('oops') }]);
    const next = await engine.dispatch(project.input('Notification'));
    expect(next.diagnostics).toEqual(heard);
  });

  it('beyond the cap are refused aloud', async () => {
    project.hooks({
      PostToolUse: Array.from({ length: 40 }, (_, index) => ({
        command: `sleep 600 # ${index}`,
        async: true,
      })),
    });
    const { failures } = await project.engine().dispatch(project.input('PostToolUse'));
    expect(failures).toHaveLength(8);
    expect(failures[0]?.message).toContain('background hooks are running already');
  });
});

describe('over-long output', () => {
  it('goes to a file, and a preview stays', async () => {
    project.hooks({
      UserPromptSubmit: ['head -c 10001 /dev/zero | tr "\\0" x', 'head -c 10000 /dev/zero | tr "\\0" y'],
    });
    const { context } = await project.engine().dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    const [long = '', whole = ''] = values(context).map(String);
    expect(whole).toHaveLength(10_000);
    expect(long.length).toBeLessThan(10_000);
    const file = /is in (\S+)/.exec(long)?.[1] ?? '';
    expect(readFileSync(file, 'utf8')).toBe('x'.repeat(10_001));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('stays whole up to the limit of the host, and the hook is named by where it stands', async () => {
    project.hooks({ UserPromptSubmit: ['head -c 20000 /dev/zero | tr "\\0" x'] });
    const [engine, event] = [project.engine(), project.input('UserPromptSubmit', { prompt: 'p' })];
    const { context } = await engine.dispatch(event, { textLimit: 20_000 });
    expect(values(context)).toEqual(['x'.repeat(20_000)]);
    const { context: cut } = await engine.dispatch(event, { textLimit: 19_999 });
    expect(values(cut).map(String)).toEqual([
      expect.stringMatching(
        /^The output of the UserPromptSubmit hook at \.amplifier\/hooks\/hooks\.json:\d+ has 20000/,
      ),
    ]);
  });

  it('says so where it cannot be saved', async () => {
    project.hooks({ UserPromptSubmit: ['head -c 20000 /dev/zero | tr "\\0" x'] });
    project.write('state', 'a file where a folder belongs');
    const { context } = await project.engine().dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    expect(String(context[0]?.value)).toContain('could not be saved');
  });
});

describe('configuration', () => {
  it('is read again on demand; a broken edit keeps the hooks in force', async () => {
    project.hooks({ PreToolUse: ['exit 2'] });
    const heard: Diagnostic[] = [];
    const engine = project.engine({ onDiagnostic: (diagnostic) => heard.push(diagnostic) });
    expect(engine.reload().kind).toBe('unchanged');
    project.write('project/.amplifier/hooks/hooks.json', '{ "hooks": ');
    expect(engine.reload().kind).toBe('kept');
    expect(heard).toMatchObject([
      { code: 'last-good-kept', file: expect.stringContaining('hooks.json'), line: 1, column: 12 },
      { code: 'json-syntax', severity: 'error' },
    ]);
    expect((await engine.dispatch(project.input('PreToolUse'))).permission).toBe('deny');
    project.hooks({ PreToolUse: ['true'] });
    expect(engine.reload().kind).toBe('adopted');
    expect((await engine.dispatch(project.input('PreToolUse'))).permission).toBeNull();
  });

  it('is noticed by itself where the host wants it', async () => {
    project.hooks({ PreToolUse: ['true'] });
    const engine = project.engine({ watch: true });
    const before = engine.generation.id;
    project.hooks({ PreToolUse: ['exit 2'] });
    await expect.poll(() => engine.generation.id).not.toBe(before);
    expect((await engine.dispatch(project.input('PreToolUse'))).permission).toBe('deny');
  });

  it('with a matcher that will surprise its author says so, where it stands', () => {
    project.write(
      'project/.amplifier/hooks/hooks.json',
      '{"hooks": {"PreToolUse": [\n  {"matcher": "Bash(git *)", "hooks": [{"type": "command", "command": "x"}]}]}}',
    );
    const { diagnostics } = project.engine().generation;
    expect(diagnostics).toMatchObject([
      { file: expect.stringContaining('hooks.json'), line: 2, hint: expect.any(String) },
    ]);
  });

  it('switched off runs nothing and says why', async () => {
    project.hooks({ PreToolUse: ['touch "$HOME/ran"'] });
    const engine = project.engine({ enabled: false });
    const decision = await engine.dispatch(project.input('PreToolUse'));
    expect(decision.plan.entries()[0]).toMatchObject({ runs: false, reason: { code: 'disabled' } });
    expect(existsSync(join(project.home, 'ran'))).toBe(false);
  });

  it.each([
    ['user', { allowUserHooks: false }, ['project']],
    ['project', { allowProjectHooks: false }, ['user']],
  ])('of the %s can be kept out', async (_, options, expected) => {
    const entry = (word: string) => ({
      hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: `echo ${word}` }] }] },
    });
    project.write('project/.amplifier/hooks/hooks.json', entry('project'));
    project.write('home/.amplifier/hooks/hooks.json', entry('user'));
    const decision = await project
      .engine(options)
      .dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    expect(values(decision.context)).toEqual(expected);
  });
});

describe('tool names', () => {
  it('of the host select hooks, former ones too; the hook sees the canonical one', async () => {
    const group = (matcher: string) => ({
      matcher,
      hooks: [{ type: 'command', command: `cat >/dev/null; printf '{"systemMessage":"${matcher}"}'` }],
    });
    project.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: ['Write', 'write_file', 'Task', 'Agent', 'Edit'].map(group) },
    });
    const engine = project.engine();
    const seen = async (tool_name: string) =>
      values((await engine.dispatch(project.input('PreToolUse', { tool_name }))).systemMessages);
    expect(await seen('Write')).toEqual(['Write', 'write_file']);
    expect(await seen('Agent')).toEqual(['Task', 'Agent']);
  });
});

describe('closing', () => {
  it('ends what still runs', async () => {
    const time = longTime();
    project.hooks({ PostToolUse: [{ command: `sleep ${time}`, async: true }] });
    const engine = project.engine();
    await engine.dispatch(project.input('PostToolUse'));
    await eventually(() => expect(processesWith(time)).not.toEqual([]));
    await engine.close();
    expect(processesWith(time)).toEqual([]);
  });
});

describe('a bare event', () => {
  it.each([
    ['nothing but what it is', {}],
    ['everything else null', { session_id: null, transcript_path: null, cwd: null, permission_mode: null }],
  ])('%s: hooks get what they may rely on, after what the host sent', async (_title, more) => {
    project.hooks({ PreToolUse: ['cat >&2; exit 2'] });
    const bare = { tool_name: 'Bash', hook_event_name: 'PreToolUse', tool_input: { command: 'ls' } };
    const { reason } = await project
      .engine({ profile: 'claude-code' })
      .dispatch(inputOf({ ...bare, ...more }));
    const said = JSON.parse(reason?.slice(reason.indexOf('{')) ?? '');
    expect(Object.entries(said)).toEqual(
      Object.entries({ ...bare, session_id: 'unknown', transcript_path: '', cwd: project.dir }),
    );
  });
});
