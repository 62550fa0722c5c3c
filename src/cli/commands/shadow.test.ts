// `shadow`, `report` and `promote`, end to end with real hooks.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const GUARD = 'grep -q secret && { echo "no secrets" >&2; exit 2; }; exit 0';
const REGISTRY = 'project/.amplifier/hooks/hooks.json';
const read = (path: string): string => readFileSync(join(stage.root, path), 'utf8');
const json = async (words: readonly string[]) => JSON.parse((await stage.play([...words, '--json'])).stdout);
const idOf = async (): Promise<string> => (await json(['list'])).hooks[0].id;

const event = (command: string) =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'Bash',
    tool_input: { command, password: 'hunter2hunter2' },
  });
/** What a host is answered, by a call of its own. */
const ask = async (command: string) =>
  (await stage.play(['dispatch', '--host', 'claude'], { stdin: { text: event(command) } })).stdout;

/** Ids of what was observed, and times, differ from run to run. */
const stable = { replace: [[/\b0[0-9a-z]{14}\b/g, '<id>']] as const };

describe('a new guard', () => {
  it('is shadowed, looked at, marked, promoted, and denies', async () => {
    stage.hooks({ PreToolUse: [GUARD] });
    const id = await idOf();
    expect(await ask('cat secret')).toContain('"permissionDecision":"deny"');

    expect(await stage.play(['shadow', id])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook grep at hooks.json:1 (60466a6b0b): only observes for you in this project
        grep at hooks.json:1 (60466a6b0b)  PreToolUse *
          grep -q secret && { echo "no secrets" >&2; exit 2; }; exit 0
      Written to <root>/home/.amplifier/hooks-state.json
      What it would have done: \`amplifier-hooks report\`
      Undo: \`amplifier-hooks promote 60466a6b0b\`
      ",
      }
    `);
    expect(await ask('cat secret')).toBe('');
    expect(await ask('ls')).toBe('');
    expect(await ask('cat secret.txt')).toBe('');
    expect(await stage.play(['report'], stable)).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "grep at hooks.json:1 (60466a6b0b)  PreToolUse
        observed 3 events; would have denied 2
        it only observes: shadowed for you in this project in
          ~/.amplifier/hooks-state.json
        <id>  <time>  Bash  would have denied
            no secrets
            {"command":"cat secret.txt","password":"[redacted]"}
        <id>  <time>  Bash  would have denied
            no secrets
            {"command":"cat secret","password":"[redacted]"}
        Mark: \`amplifier-hooks report --mark <id> false-alarm\`, or right
        Make it real: \`amplifier-hooks promote 60466a6b0b\`

      ",
      }
    `);

    const [{ alarms }] = (await json(['report'])).hooks;
    const [newest, oldest] = alarms;
    expect(newest).toMatchObject({
      verdict: 'deny',
      reason: 'no secrets\n',
      mark: null,
      input: { tool_input: { command: 'cat secret.txt', password: '[redacted]' } },
    });
    expect((await stage.play(['report', '--mark', newest.id, 'false-alarm'])).code).toBe(0);
    expect((await stage.play(['report', '--mark', oldest.id, 'right'])).code).toBe(0);
    expect((await json(['report'])).hooks[0]).toMatchObject({
      runs: 3,
      verdicts: { deny: 2, nothing: 1 },
      marks: { 'false-alarm': 1, right: 1 },
    });
    expect((await stage.play(['report', '--mark', newest.id, 'none'])).code).toBe(0);
    expect((await json(['report'])).hooks[0].marks).toEqual({ 'false-alarm': 0, right: 1 });

    expect(await stage.play(['promote', id])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook grep at hooks.json:1 (60466a6b0b): real from now on
        grep at hooks.json:1 (60466a6b0b)  PreToolUse *
          grep -q secret && { echo "no secrets" >&2; exit 2; }; exit 0
      Written to <root>/home/.amplifier/hooks-state.json
      Undo: \`amplifier-hooks shadow 60466a6b0b\`
      ",
      }
    `);
    expect(await ask('cat secret')).toContain('"permissionDecision":"deny"');
    expect(existsSync(join(stage.root, 'home/.amplifier/hooks-state.json'))).toBe(true);
    expect(JSON.parse(read('home/.amplifier/hooks-state.json'))).toEqual({ version: 1 });
  });

  it('shows in list, explain, log and stats', async () => {
    stage.hooks({ PreToolUse: [{ command: GUARD, mode: 'observe' }] });
    await ask('cat secret');
    const id = await idOf();
    const said = async (words: readonly string[]) => (await stage.play(words, stable)).stdout;
    expect(await said(['list'])).toMatchInlineSnapshot(`
      "PreToolUse
        grep at hooks.json:1 (60466a6b0b)  observing  *
          grep -q secret && { echo "no secrets" >&2; exit 2; }; exit 0
          .amplifier/hooks/hooks.json:1 (project)
          "mode": "observe" in .amplifier/hooks/hooks.json, line 1
          last: <time>, would have denied, <ms>, 1 run recorded, exit 2

      1 hook: 1 observing
      "
    `);
    expect(await said(['list', '--state', 'armed'])).toContain('1 not shown');
    expect(await said(['explain', 'PreToolUse', '--tool', 'Bash'])).toContain('Would only observe (1)');
    expect(await said(['explain', '--last'])).toContain('would have denied: no secrets');
    expect(
      (
        await stage.play(['log'], {
          replace: [
            [/\d\d:\d\d:\d\d/g, '<clock>'],
            [/\d{4}-\d\d-\d\d/g, '<day>'],
          ],
        })
      ).stdout,
    ).toMatchInlineSnapshot(`
      "<day>
      <clock> PreToolUse       Bash         - <ms>
      <clock> PreToolUse       Bash <ms>  ◌ grep at hooks.json:1
               observed: would have denied: no secrets
      "
    `);
    expect(await said(['stats'])).toContain(`${id} · only observed 1, would have denied 1`);
    expect(
      await said(['run', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"cat secret"}']),
    ).toMatchInlineSnapshot(`
      "   ⇒ nothing to do
         ◌ grep at hooks.json:1 only observed: would have denied: no secrets
      "
    `);
  });
});

describe('promote', () => {
  it('takes the mode out of a file of the project, with a way back', async () => {
    const text = `{
  // Guards of the team.
  "hooks": {
    "PreToolUse": [
      { "hooks": [
        { "type": "command", "command": "exit 2", "mode": "observe" },
        { "type": "command", "command": "exit 0", "mode": "observe", "timeout": 5 }
      ] }
    ]
  }
}
`;
    stage.write(REGISTRY, text);
    const id = await idOf();
    const dry = await stage.play(['promote', id, '--dry-run']);
    expect([dry.code, read(REGISTRY)]).toEqual([0, text]);
    const done = await stage.play(['promote', id], {
      replace: [[/\b\d{8}T\d{6}-[0-9a-f]{6}\b/g, '<backup>']],
    });
    expect(done).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook exit 2 (355fc21374): real from now on
        exit 2 (355fc21374)  PreToolUse *
          exit 2
      Changed .amplifier/hooks/hooks.json
      @@ -4 +4 @@
           "PreToolUse": [
             { "hooks": [
      -        { "type": "command", "command": "exit 2", "mode": "observe" },
      +        { "type": "command", "command": "exit 2" },
               { "type": "command", "command": "exit 0", "mode": "observe", "timeout": 5 }
             ] }
      Undo: \`amplifier-hooks restore <backup>\`
      ",
      }
    `);
    expect(read(REGISTRY)).toBe(text.replace('"exit 2", "mode": "observe"', '"exit 2"'));
    expect(await ask('ls')).toContain('deny');
    expect((await stage.play(['restore', 'latest'])).code).toBe(0);
    expect(read(REGISTRY)).toBe(text);
    expect(await ask('ls')).toBe('');
  });

  it('makes one hook of a file real, or all of them', async () => {
    stage.write(
      REGISTRY,
      '{"mode": "observe", "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}}',
    );
    const id = await idOf();
    expect((await stage.play(['promote', id])).code).toBe(0);
    expect(JSON.parse(read(REGISTRY))).toMatchObject({
      mode: 'observe',
      hooks: { PreToolUse: [{ hooks: [{ command: 'exit 2', mode: 'enforce' }] }] },
    });
    expect(await ask('ls')).toContain('deny');
    stage.write(
      REGISTRY,
      '{"mode": "observe", "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}}',
    );
    expect((await stage.play(['promote', REGISTRY.slice('project/'.length)])).code).toBe(0);
    expect(JSON.parse(read(REGISTRY))).toEqual({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
    });
  });

  it('leaves the file of a plugin to its author, and makes it real for the user', async () => {
    const file = 'home/.amplifier/hooks/linter/hooks.json';
    stage.write(file, {
      mode: 'observe',
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
    });
    const before = read(file);
    const refused = await stage.play(['promote', 'linter']);
    expect(refused).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "the plugin linter: still only observes
        linter (e4bc053ee9)  PreToolUse *
          exit 2
          only observes: the plugin linter says so itself
                         (<root>/home/.amplifier/hooks/linter/hooks.json),
                         and its files are its author’s; make it real for yourself
                         with: \`amplifier-hooks promote e4bc053ee9 --scope user\`
      ",
      }
    `);
    expect(read(file)).toBe(before);
    expect((await stage.play(['promote', 'linter', '--scope', 'user'])).code).toBe(0);
    expect(read(file)).toBe(before);
    expect(await ask('ls')).toContain('deny');
  });

  it('one hook of a shadowed plugin is real alone', async () => {
    stage.write('project/.amplifier/hooks/linter/hooks.json', {
      hooks: {
        PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }],
        Stop: [{ hooks: [{ type: 'command', command: 'true' }] }],
      },
    });
    expect((await stage.play(['shadow', 'linter', '--scope', 'user'])).code).toBe(0);
    const { hooks } = await json(['list']);
    const states = async () => (await json(['list'])).hooks.map(({ state }: { state: string }) => state);
    expect(await states()).toEqual(['observing', 'observing']);
    expect((await stage.play(['promote', hooks[0].id])).code).toBe(0);
    expect(await states()).toEqual(['armed', 'observing']);
    expect(await ask('ls')).toContain('deny');
  });
});

describe('who may', () => {
  it('a project has no say about a hook of the user', async () => {
    stage.userHooks({ PreToolUse: ['exit 2'] });
    const id = await idOf();
    const refused = await stage.play(['shadow', id, '--scope', 'project']);
    expect([refused.code, refused.stderr]).toMatchInlineSnapshot(`
      [
        1,
        "amplifier-hooks: 355fc21374 comes from <root>/home/.amplifier/hooks/hooks.json, which is not part of this project
      A project has a say only about its own hooks. Use --scope local or --scope user.
      ",
      ]
    `);
    expect((await stage.play(['shadow', id])).code).toBe(0);
  });

  it('what is wrong with a mark is said', async () => {
    stage.hooks({ Stop: ['true'] });
    const said = async (...words: string[]) => {
      const { code, stderr } = await stage.play(['report', ...words]);
      return [code, stderr.split('\n')[0]];
    };
    expect(await said('--mark', 'x', 'wrong')).toEqual([1, 'amplifier-hooks: "wrong" is not a mark']);
    expect(await said('--mark', 'x')).toEqual([1, 'amplifier-hooks: --mark x does not say what it was']);
    expect(await said('--mark', 'x', 'right')).toEqual([
      1,
      'amplifier-hooks: nothing that was observed has the id "x"',
    ]);
    expect(await said('right')).toEqual([1, 'amplifier-hooks: "right" marks nothing without --mark <id>']);
    expect(await said()).toEqual([0, 'no hook has observed anything']);
  });

  it('marks are for the user’s eyes only', async () => {
    stage.hooks({ PreToolUse: [{ command: 'exit 2', mode: 'observe' }] });
    await ask('ls');
    const [{ alarms }] = (await json(['report'])).hooks;
    await stage.play(['report', '--mark', alarms[0].id, 'right']);
    const journal = join(stage.root, 'home/.local/state/amplifier-hooks/journal');
    const { readdirSync } = await import('node:fs');
    const [folder = ''] = readdirSync(journal);
    expect(statSync(join(journal, folder, 'marks.json')).mode & 0o777).toBe(0o600);
  });
});

describe('what the engine notices', () => {
  it('shows in log, explain and stats', async () => {
    const rewrite = (command: string) =>
      `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command } } })}'`;
    stage.write('home/.amplifier/hooks/one.sh', `#!/bin/sh\n${rewrite('one')}\n`, 0o755);
    stage.write('home/.amplifier/hooks/two.sh', `#!/bin/sh\n${rewrite('two')}\n`, 0o755);
    stage.userHooks({
      PreToolUse: [
        '$HOME/.amplifier/hooks/one.sh',
        { command: '$HOME/.amplifier/hooks/two.sh', budget: { ms: 0.001 } },
      ],
    });
    const told = await ask('ls');
    expect(told).toContain('two.sh: replaces the tool input (command); so do one.sh');
    expect(told).toContain('went over its budget');
    expect(await ask('ls')).not.toContain('systemMessage');
    const log = (await stage.play(['log'])).stdout;
    expect(log.match(/conflict: +one.sh and two.sh replace the tool input/g)).toHaveLength(2);
    expect(log.match(/over budget: two.sh \(ms\)/g)).toHaveLength(2);
    const explained = (await stage.play(['explain', '--last'])).stdout;
    expect(explained).toContain('over its budget of ms');
    expect(explained).toContain('conflict: one.sh');
    const { stdout } = await stage.play(['stats']);
    expect(stdout).toContain('note: over its budget in 2 runs');
    expect(stdout).toContain('note: got into the way of another hook in 2 events');
    expect((await stage.play(['list'])).stdout).toContain('a run');
  });

  it('a Stop hook that was overridden shows too', async () => {
    stage.hooks({ Stop: ['exit 2'] });
    const env = {
      PATH: process.env['PATH'],
      HOME: join(stage.root, 'home'),
      CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1',
    };
    const text = JSON.stringify({ hook_event_name: 'Stop', session_id: 's' });
    const stop = () => stage.play(['dispatch'], { stdin: { text }, env });
    expect(await stop()).toMatchObject({ code: 2 });
    expect(await stop()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('overridden: it may stop'),
    });
    expect((await stage.play(['log'])).stdout).toContain('overridden: exit 2');
    expect((await stage.play(['stats'])).stdout).toContain('note: overridden in 1 round');
  });
});
