// What the engine notices about hooks: who gets into whose way, who costs too much, who blocks for ever. Real processes throughout.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toClaudeOutput } from '../hosts/index.js';
import type { Decision, Dispatched, Journal } from '../nouns.js';
import type { Engine, EngineOptions } from './index.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const codes = ({ diagnostics }: Decision) => diagnostics.map(({ code }) => code);
const answer = (event: string, fields: Readonly<Record<string, unknown>>): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })}'`;

/** An engine that lives for all events, or one for each, as `dispatch` has it. */
const LIVES: readonly (readonly [string, () => () => Engine])[] = [
  [
    'one engine',
    () => {
      const engine = project.engine();
      return () => engine;
    },
  ],
  ['an engine for each event', () => () => project.engine({ oneShot: true })],
];

describe.each(LIVES)('%s', (_, make) => {
  it('two rewrites of one field are named, told once, and recorded every time', async () => {
    const rewrite = (command: string) => answer('PreToolUse', { updatedInput: { command } });
    project.userHooks({ PreToolUse: [rewrite('one'), rewrite('two')] });
    const engine = make();
    const first = await engine().dispatch(project.input('PreToolUse'));
    const [one, two] = engine().generation.hooks;
    expect(first.conflicts).toEqual([
      { what: 'input', names: ['command'], hooks: [one?.id, two?.id], used: two?.id },
    ]);
    expect(codes(first)).toEqual(['conflicting-rewrites']);
    expect(first.diagnostics[0]?.message).toContain(`replaces the tool input (command); so do`);
    expect(first.diagnostics[0]?.message).toContain(one?.id);
    expect(toClaudeOutput(first).stdout).toContain('"systemMessage":"PreToolUse hook');
    const second = await engine().dispatch(project.input('PreToolUse'));
    expect([second.conflicts?.length, codes(second)]).toEqual([1, []]);
    expect(toClaudeOutput(second).stdout).not.toContain('systemMessage');
  });

  it('two hooks that change the same file are named when it is certain that both do', async () => {
    const [file, gate] = [project.path('project/a.ts'), project.path('gate')];
    writeFileSync(file, 'x');
    project.hooks({
      PostToolUse: [
        `echo one >> '${file}'`,
        `while [ ! -e '${gate}' ]; do sleep 0.02; done; echo two >> '${file}'`,
        'true',
      ],
    });
    const engine = make();
    // The second one goes on when the first has ended.
    const event = () => {
      rmSync(gate, { force: true });
      const now = engine();
      const [first] = now.generation.hooks;
      return now.dispatch(
        project.input('PostToolUse', {
          tool_name: 'Write',
          tool_input: { file_path: file },
          tool_response: {},
        }),
        {
          onHook: (hook, state) => {
            if (hook.id === first?.id && state === 'ended') writeFileSync(gate, '');
          },
        },
      );
    };
    // Side by side nobody can tell who wrote what: it may be one of them twice.
    expect((await event()).conflicts).toBeUndefined();
    const certain = await event();
    const [one, two] = engine().generation.hooks;
    expect(certain.conflicts).toEqual([
      { what: 'file', names: [file], hooks: [one?.id, two?.id], used: two?.id },
    ]);
    expect(codes(certain)).toEqual(['conflicting-writers']);
    const third = await event();
    expect([third.conflicts?.length, codes(third)]).toEqual([1, []]);
  });

  it('a hook that writes twice while another one ends accuses nobody', async () => {
    const [file, gate] = [project.path('project/a.ts'), project.path('gate')];
    writeFileSync(file, 'x');
    project.hooks({
      PostToolUse: [
        `while [ ! -e '${gate}.1' ]; do sleep 0.02; done; true`,
        `echo one >> '${file}'; touch '${gate}.1'; while [ ! -e '${gate}.2' ]; do sleep 0.02; done; echo two >> '${file}'`,
      ],
    });
    const engine = make();
    for (const _event of [1, 2, 3]) {
      const now = engine();
      const [first] = now.generation.hooks;
      const { conflicts } = await now.dispatch(
        project.input('PostToolUse', {
          tool_name: 'Write',
          tool_input: { file_path: file },
          tool_response: {},
        }),
        {
          onHook: (hook, state) => {
            if (hook.id === first?.id && state === 'ended') writeFileSync(`${gate}.2`, '');
          },
        },
      );
      expect(conflicts).toBeUndefined();
      // In turn the first one must not wait for the second.
      writeFileSync(`${gate}.1`, '');
    }
  });

  it.each([
    ['none', ''],
    ['that of nothing', 'nowhere/a.ts'],
    ['one with a zero', 'a\0b'],
    ['a very long one', 'x'.repeat(5000)],
    ['that of a folder', '.'],
  ])('a file name hurts nobody: %s', async (_what, name) => {
    project.hooks({ PostToolUse: ['true', 'exit 0'] });
    const fields = { tool_name: 'Write', tool_input: { file_path: name }, tool_response: {} };
    const { runs, conflicts } = await make()().dispatch(project.input('PostToolUse', fields));
    expect([runs.length, conflicts]).toEqual([2, undefined]);
  });

  it('a hook over its budget is told once, and not waited for where nothing hangs on it', async () => {
    project.hooks({
      Notification: [{ command: `echo '{"systemMessage":"seen"}'`, budget: { ms: 0.001 } }],
      PreToolUse: [{ command: 'echo no >&2; exit 2', budget: { ms: 0.001 } }],
    });
    const engine = make();
    const event = () => engine().dispatch(project.input('Notification', { message: 'm' }));
    const first = await event();
    expect(first.runs).toMatchObject([{ over: ['ms'], outcome: { kind: 'finished' } }]);
    expect(codes(first)).toEqual(['over-budget']);
    expect(first.diagnostics[0]).toMatchObject({
      tell: true,
      message: expect.stringMatching(
        /went over its budget: \d+ ms of 0 ms; from now on this session does not wait/,
      ),
    });
    const now = engine();
    const second = await now.dispatch(project.input('Notification', { message: 'm' }));
    expect(second.runs).toMatchObject([{ outcome: { kind: 'background' } }]);
    expect([second.systemMessages, codes(second)]).toEqual([[], []]);
    await now.idle();
    expect(now.takeLate('s').map(({ value }) => value)).toEqual(['seen']);

    // A guard is waited for, however long it takes.
    for (const told of [['over-budget'], []]) {
      const denied = await engine().dispatch(project.input('PreToolUse'));
      expect(denied).toMatchObject({
        permission: 'deny',
        runs: [{ over: ['ms'], outcome: { exitCode: 2 } }],
      });
      expect(codes(denied)).toEqual(told);
    }
  });

  it('a Stop hook that blocks for ever is overridden, named, and told so', async () => {
    const file = project.path('stdin');
    project.hooks({ Stop: [`cat > '${file}'; echo more >&2; exit 2`] });
    const engine = make();
    const stop = () => engine().dispatch(project.input('Stop'));
    for (let round = 0; round < 8; round += 1) expect((await stop()).continues).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('stop_hook_overridden');
    const ninth = await stop();
    const [hook] = engine().generation.hooks;
    expect(ninth).toMatchObject({ continues: false, overridden: [hook?.id] });
    const message = `The Stop hook at .amplifier/hooks/hooks.json:1 kept the agent going 8 times in a row and wanted another round; overridden: it may stop`;
    expect(ninth.diagnostics).toMatchObject([{ code: 'stop-cap-reached', message }]);
    expect(JSON.parse(toClaudeOutput(ninth).stdout)).toMatchObject({ systemMessage: message });
    await engine().dispatch(project.input('UserPromptSubmit', { prompt: 'next' }));
    expect((await stop()).continues).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      stop_hook_active: false,
      stop_hook_overridden: 1,
    });
  });
});

it('where rounds cannot be counted, no number is told', async () => {
  project.hooks({ Stop: ['echo more >&2; exit 2'] });
  // A file stands where what is remembered would lie.
  writeFileSync(project.path('no-folder'), '');
  const engine = project.engine({ oneShot: true, stateDir: project.path('no-folder') });
  const again = project.input('Stop', { stop_hook_active: true });
  const { continues, diagnostics } = await engine.dispatch(again, { endless: true });
  const note = diagnostics.find(({ code }) => code === 'stop-cap-reached');
  expect([continues, note?.message]).toEqual([
    false,
    expect.stringContaining('kept the agent going again, how often could not be counted, and wanted'),
  ]);
});

it('the real program tells a Stop hook nothing of it', async () => {
  const file = project.path('stdin');
  project.hooks({ Stop: [`cat > '${file}'; exit 2`] });
  const engine = project.engine({
    profile: 'claude-code',
    env: { PATH: process.env['PATH'], CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1' },
  });
  for (const _round of [1, 2, 3]) await engine.dispatch(project.input('Stop'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('stop_hook_overridden');
});

describe('rewrites', () => {
  const input = { tool_input: { command: 'ls', timeout: 1 } };
  const dispatch = (...values: readonly Readonly<Record<string, unknown>>[]) => {
    project.userHooks({ PreToolUse: values.map((updatedInput) => answer('PreToolUse', { updatedInput })) });
    return project.engine().dispatch(project.input('PreToolUse', input));
  };

  it('an input is replaced as a whole, so a change of another field is lost too', async () => {
    const { conflicts } = await dispatch({ command: 'ls -a', timeout: 1 }, { command: 'ls', timeout: 5 });
    expect(conflicts).toMatchObject([{ what: 'input', names: ['command'] }]);
  });

  it('hooks that agree, and changes that are part of what is used, are no conflict', async () => {
    expect((await dispatch({ command: 'x' }, { command: 'x' })).conflicts).toBeUndefined();
    const both = await dispatch({ command: 'x', timeout: 1 }, { command: 'x', timeout: 5 });
    expect([both.conflicts, codes(both)]).toEqual([undefined, []]);
  });

  it('fields for the host', async () => {
    const titled = (sessionTitle: string) => answer('UserPromptSubmit', { sessionTitle });
    project.userHooks({ UserPromptSubmit: [titled('one'), titled('two')] });
    const decision = await project.engine().dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    expect(decision.conflicts).toMatchObject([{ what: 'field', names: ['sessionTitle'] }]);
  });
});

describe('budgets', () => {
  const heard = (options: Partial<EngineOptions> = {}) => {
    const events: Dispatched[] = [];
    const journal: Journal = {
      inForce: () => undefined,
      idle: () => undefined,
      unknown: () => true,
      dispatched: (event) => events.push(event),
      late: () => undefined,
      flush: async () => undefined,
      close: async () => undefined,
    };
    return { events, engine: project.engine({ journal, ...options }) };
  };

  it('of tokens count what the model has to read', async () => {
    const says = (length: number, tokens: number) => ({
      command: `printf '%0${length}d' ${tokens}`,
      budget: { tokens },
    });
    project.hooks({ UserPromptSubmit: [says(400, 99), says(400, 100)] });
    const { engine, events } = heard();
    const decision = await engine.dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
    expect(decision.runs.map(({ over }) => over)).toEqual([['tokens'], undefined]);
    expect(events[0]?.decision.runs[0]?.over).toEqual(['tokens']);
    expect(decision.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('went over its budget: 100 tokens of 99 tokens'),
    ]);
  });

  it('of an event count for hooks of the same scope and of weaker ones', async () => {
    const of = (command: string) => ({
      budgets: { Notification: { ms: 0.001 } },
      hooks: { Notification: [{ hooks: [{ type: 'command', command }] }] },
    });
    project.write('home/.amplifier/hooks/hooks.json', of('true'));
    project.hooks({ Notification: ['true; true'] });
    const both = await heard().engine.dispatch(project.input('Notification', { message: 'm' }));
    expect(codes(both)).toEqual(['over-budget']);
    expect(both.diagnostics[0]?.message).toContain('the hooks of Notification together took');

    project.userHooks({ Notification: ['true'] });
    project.write('project/.amplifier/hooks/hooks.json', { ...of('true'), hooks: {} });
    const { runs } = await heard().engine.dispatch(project.input('Notification', { message: 'm' }));
    expect(runs.map(({ over }) => over)).toEqual([undefined]);
  });

  it('mean nothing where the real program is followed', async () => {
    project.hooks({ Notification: [{ command: 'true', budget: { ms: 0.001 } }] });
    const { engine } = heard({ profile: 'claude-code' });
    const { runs, diagnostics } = await engine.dispatch(project.input('Notification', { message: 'm' }));
    expect([runs[0]?.over, diagnostics]).toEqual([undefined, []]);
  });
});

it('nothing is kept of a session whose hooks keep to themselves', async () => {
  project.hooks({ PreToolUse: ['true', 'exit 0'], Stop: ['true'] });
  await project.engine({ oneShot: true }).dispatch(project.input('PreToolUse'));
  await project.engine({ oneShot: true }).dispatch(project.input('Stop'));
  expect(existsSync(project.path('state/sessions'))).toBe(false);
});
