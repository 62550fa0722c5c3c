// The client answers as `dispatch` does: the same output, exit code, environment and folder, with many callers at once.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundle } from '../scripts/bundle.mjs';
import { ClientScene } from '../src/cli/testing/clients.js';
import { own } from '../src/cli/testing/play.js';

const built = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-client-')));
let scene: ClientScene;
/** Says so where it would start Node. */
let warm: string;

beforeAll(async () => {
  scene = new ClientScene(await bundle(join(built, 'bin')));
  await scene.resident();
  warm = scene.warmClient();
}, 60_000);
afterAll(async () => {
  await scene.remove();
  rmSync(built, { recursive: true, force: true });
});

let sessions = 0;
const event = (name: string, more: Readonly<Record<string, unknown>> = {}): string => {
  sessions += 1;
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } };
  return JSON.stringify({ session_id: `s${sessions}`, hook_event_name: name, ...tool, ...more });
};

const json = (value: unknown): string => `echo '${JSON.stringify(value)}'`;

describe('the same answer', () => {
  const gate = (permissionDecision: string) =>
    json({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: 'so' },
    });

  it.each<readonly [string, string, Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    ['a hook that says nothing', 'PreToolUse', { PreToolUse: ['true'] }, []],
    ['a deny by exit code', 'PreToolUse', { PreToolUse: ['echo "not here" >&2; exit 2'] }, []],
    ['a deny by JSON', 'PreToolUse', { PreToolUse: [gate('deny')] }, []],
    ['a question', 'PreToolUse', { PreToolUse: [gate('ask')] }, []],
    [
      'an allow that the project may give',
      'PreToolUse',
      { PreToolUse: [gate('allow')] },
      ['--project-allow'],
    ],
    ['an allow that it may not', 'PreToolUse', { PreToolUse: [gate('allow')] }, []],
    ['what JSON cannot block', 'Elicitation', { Elicitation: ['echo "not here" >&2; exit 2'] }, []],
    ['a stop that is blocked', 'Stop', { Stop: ['echo "go on" >&2; exit 2'] }, []],
    ['context, not in ASCII', 'SessionStart', { SessionStart: ['echo "größer — 日本語 🎉"'] }, []],
    ['a prompt that is blocked', 'UserPromptSubmit', { UserPromptSubmit: ['echo nein >&2; exit 2'] }, []],
    ['a hook that fails', 'PostToolUse', { PostToolUse: ['echo oh >&2; exit 1'] }, []],
    ['a hook that is not there', 'PreToolUse', { PreToolUse: ['/nowhere/at-all'] }, []],
    ['a misspelt event', 'PreToolUse', { Stopp: ['x'], PreToolUse: ['true'] }, []],
    ['an unknown event', 'FromTheFuture', { PreToolUse: ['true'] }, []],
    [
      'an answer of Amplifier',
      'PreToolUse',
      { PreToolUse: ['echo no >&2; exit 2'] },
      ['--host', 'amplifier'],
    ],
    ['no hooks', 'PreToolUse', {}, []],
    ['a project that is not there', 'PreToolUse', { PreToolUse: ['true'] }, ['--project', '/nowhere']],
    ['approval that is required', 'PreToolUse', { PreToolUse: ['true'] }, ['--require-trusted']],
    ['a loud trust', 'PreToolUse', { PreToolUse: ['echo no >&2; exit 2'] }, ['--trust-project']],
  ])('%s', async (_title, name, hooks, args) => {
    scene.hooks(hooks);
    const expected = await scene.cold(event(name), { args });
    expect(await scene.warm(warm, event(name), { args })).toEqual(expected);
  });

  it.each([
    ['no JSON', '{"hook_event_name": "PreToolUse"'],
    ['nothing', ''],
    ['white space', ' \n\n'],
    ['a list', '[]'],
    ['text that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('an event that is none: %s', async (_title, text) => {
    scene.hooks({ PreToolUse: ['true'] });
    const expected = await scene.cold(text);
    expect(await scene.warm(warm, text)).toEqual(expected);
  });

  it('a large event arrives whole, and one with a NUL stays none', async () => {
    scene.hooks({ PreToolUse: ['cat > got.json'] });
    const text = event('PreToolUse', { tool_input: { command: 'é∀🎉'.repeat(150_000) } });
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_000_000);
    expect(await scene.warm(warm, text)).toMatchObject({ code: 0 });
    expect(JSON.parse(scene.told('got.json'))).toMatchObject(JSON.parse(text));
    const real = scene.client();
    for (const odd of [`${text}\0`, `\0${text}`, text.replace('é', 'é\0')]) {
      const { code, stdout } = await scene.ask(real, odd);
      expect([code, JSON.parse(stdout)]).toMatchObject([
        0,
        { hookSpecificOutput: { permissionDecision: 'deny' } },
      ]);
    }
  });

  it('what is too large for the engine is answered by dispatch with the same bytes', async () => {
    scene.hooks({ PreToolUse: ['cat > got.json'] });
    const client = scene.client();
    const text = event('PreToolUse', { tool_input: { command: 'é'.repeat(5_000_000) } });
    expect(await scene.ask(client, text)).toMatchObject({ code: 0 });
    expect(JSON.parse(scene.told('got.json'))).toMatchObject(JSON.parse(text));
  });

  it('words that only the general way understands are left to it', async () => {
    scene.hooks({ PreToolUse: ['true'], Stop: ['true'] });
    const client = scene.client();
    const args = ['--host', 'nobody'];
    // A deny at the gate, and a wrong command line elsewhere.
    for (const [name, code] of [['PreToolUse', 0] as const, ['Stop', 1] as const]) {
      const expected = await scene.cold(event(name), { args });
      expect(expected.code).toBe(code);
      expect(await scene.ask(client, event(name), { args })).toEqual(expected);
    }
  });

  it('what a session remembers is the same: once is once', async () => {
    scene.hooks({});
    scene.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo ran >> ran.txt', once: true }] }] },
    });
    const same = event('PreToolUse');
    for (const _ of [1, 2, 3]) expect(await scene.warm(warm, same)).toMatchObject({ code: 0 });
    expect(await scene.cold(same)).toMatchObject({ code: 0 });
    expect(scene.told('ran.txt')).toBe('ran\n');
  });

  it('what is too long for an answer is kept each time', async () => {
    scene.hooks({ SessionStart: ['head -c 30000 /dev/zero | tr "\\0" x'] });
    const same = event('SessionStart');
    const files = new Set<string>();
    for (const _ of [1, 2, 3]) {
      const { stdout } = await scene.warm(warm, same);
      files.add(/All of it is in (\S+?)\\n/.exec(stdout)?.[1] ?? stdout);
    }
    expect([...files].map((file) => readFileSync(file, 'utf8').length)).toEqual([30_000, 30_000, 30_000]);
  });

  it('a hook may take longer than anything that is waited for otherwise', async () => {
    scene.hooks({ PostToolUse: ['sleep 6; echo slow >&2; exit 2'] });
    const { code, stdout } = await scene.warm(warm, event('PostToolUse'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('slow')]);
  });

  it('an edited hook counts at the next event', async () => {
    for (const word of ['one', 'two', 'three']) {
      scene.hooks({ PreToolUse: [`echo ${word} >&2; exit 2`] });
      expect((await scene.warm(warm, event('PreToolUse'))).stdout).toContain(word);
    }
  });

  it('answers and ends before background hooks are done, and they go on', async () => {
    scene.write('project/.amplifier/hooks/hooks.json', {
      hooks: {
        SessionStart: [
          { hooks: [{ type: 'command', command: 'echo hello' }] },
          {
            hooks: [
              {
                type: 'command',
                command: 'until test -e go; do sleep 0.05; done; echo done > late.txt',
                async: true,
              },
            ],
          },
        ],
      },
    });
    const { code, stdout } = await scene.warm(warm, event('SessionStart'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('hello')]);
    expect(scene.told('late.txt')).toBe('');
    scene.write('project/go', '');
    await vi.waitFor(() => expect(scene.told('late.txt')).toBe('done\n'), { timeout: 60_000 });
  });
});

describe('the caller’s world', () => {
  const ENV = 'env -0 > "got-$MARK"';

  it('hooks see the environment of their caller, whole, and nobody else’s', async () => {
    scene.hooks({ PreToolUse: [ENV] });
    const odd = {
      LINES: 'one\ntwo\n',
      'BASH_FUNC_greet%%': '() {  echo "hi\n there"\n}',
      'odd.name': 'kept',
      EMPTY: '',
      QUOTES: `'"\\$(touch hacked)\``,
      WIDE: 'größer 日本語',
      LC_ALL: 'C.UTF-8',
      key: 'mine',
      event: 'mine too',
    };
    const variables = (mark: string): ReadonlyMap<string, string> =>
      new Map(
        scene
          .told(`got-${mark}`)
          .split('\0')
          .filter((entry) => entry !== '')
          .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
      );
    await scene.cold(event('PreToolUse'), { env: { ...scene.env, ...odd, MARK: 'cold' } });
    await scene.warm(warm, event('PreToolUse'), { env: { ...scene.env, ...odd, MARK: 'warm' } });
    // What Node itself reads differs, so that the client has to become `dispatch` after it found the engine.
    const other = { ...scene.env, ...odd, TZ: 'UTC' };
    await scene.cold(event('PreToolUse'), { env: { ...other, MARK: 'other' } });
    await scene.ask(scene.client(), event('PreToolUse'), { env: { ...other, MARK: 'became' } });
    const differing = /^(?:MARK|CLAUDE_PID|.*SESSION_ID|AMPLIFIER_HOOKS_ANSWERING|AMPLIFIER_HOOK_RUN|_)$/;
    const same = (mark: string) => [...variables(mark)].filter(([name]) => !differing.test(name)).sort();
    expect(same('warm')).toEqual(same('cold'));
    expect(same('became')).toEqual(same('other'));
    expect(Object.fromEntries(variables('warm'))).toMatchObject({ LINES: odd.LINES, 'odd.name': 'kept' });
    await scene.warm(warm, event('PreToolUse'), { env: { ...scene.env, MARK: 'plain' } });
    expect([...variables('plain').keys()].filter((name) => name in odd)).toEqual([]);
  });

  it('the host that hooks are told of is the caller, and it is who is answering', async () => {
    scene.hooks({ PreToolUse: ['printf "%s %s" "$CLAUDE_PID" "$AMPLIFIER_HOOKS_ANSWERING" > got'] });
    for (;;) {
      const child = scene.start(warm, []);
      child.stdin.end(event('PreToolUse'));
      const code = await new Promise((resolve) => child.on('close', resolve));
      if (code !== 0) continue;
      expect(scene.told('got')).toMatch(new RegExp(`^${child.pid} ${child.pid}\\.`));
      break;
    }
  });

  it('a client that is a hook of the settings which it reads does not ask itself without end', async () => {
    scene.hooks({ PreToolUse: ['"$CLIENT" 2>> loop.txt; echo asked >> asked.txt', 'echo no >&2; exit 2'] });
    const env = { ...scene.env, CLIENT: scene.client() };
    const { code, stdout } = await scene.warm(warm, event('PreToolUse'), { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('"deny"')]);
    expect(scene.told('loop.txt')).toMatch(
      /^amplifier-hooks: this PreToolUse is being answered by process \d+ already/,
    );
    expect(scene.told('asked.txt')).toBe('asked\n');
  });

  it('twenty callers with projects and environments of their own, at once', async () => {
    const client = scene.client();
    const callers = Array.from({ length: 20 }, (_, index) => {
      const dir = scene.path(`project-${index}`);
      mkdirSync(dir);
      own(dir, scene.env);
      scene.write(`project-${index}/.amplifier/hooks/hooks.json`, {
        hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo "$OWN in $PWD" >&2; exit 2' }] }] },
      });
      return { dir, own: `caller-${index}` };
    });
    const ends = await Promise.all(
      callers.map(({ dir, own: mine }) =>
        scene.ask(client, event('PreToolUse'), { cwd: dir, env: { ...scene.env, OWN: mine } }),
      ),
    );
    for (const [index, { code, stdout }] of ends.entries()) {
      const { dir, own: mine } = callers[index] ?? { dir: '', own: '' };
      expect(code).toBe(0);
      expect(stdout).toContain(`${mine} in ${dir}`);
      expect(stdout.match(/caller-\d+/g)).toEqual([mine]);
    }
  });

  it('what is kept ready for one caller is for him alone', async () => {
    scene.hooks({
      PreToolUse: ['printf "%s %s %s\\n" "$OWN" "$CLAUDE_PID" "$AMPLIFIER_HOOKS_ANSWERING" >> "told-$OWN"'],
    });
    const same = event('PreToolUse');
    const pids: Record<string, number[]> = { one: [], other: [] };
    const ask = async (mine: string): Promise<void> => {
      const child = scene.start(warm, [], { env: { ...scene.env, OWN: mine } });
      child.stdin.end(same);
      const code = await new Promise((resolve) => child.on('close', resolve));
      if (code === 0 && child.pid !== undefined) pids[mine]?.push(child.pid);
    };
    const kinds = (): readonly string[] =>
      [...scene.said('log', '--json').matchAll(/"kind":"(shell|python|node|fork)"/g)].map(String);
    for (let round = 0; kinds().length < 4 && round < 100; round += 1)
      for (const mine of ['one', 'other']) await ask(mine);
    expect(kinds().length).toBeGreaterThanOrEqual(4);
    for (const mine of ['one', 'other']) {
      const lines = scene.told(`told-${mine}`).trim().split('\n');
      const [own = [], owner = []] = [lines.map((line) => line.split(' ')), pids[mine]];
      expect(own.map(([name]) => name)).toEqual(own.map(() => mine));
      expect(own.map(([, pid]) => Number(pid))).toEqual(owner);
      expect(own.map(([, , answering]) => Number(answering?.split('.')[0]))).toEqual(owner);
    }
  });

  it('another umask, other limits or another Node are answered by a process of its own', async () => {
    scene.hooks({ PreToolUse: ['umask > got; ulimit -c >> got'] });
    await scene.warm(warm, event('PreToolUse'));
    const asked = async (before: string, env: Readonly<Record<string, string>> = {}) => {
      const args = ['-c', `${before}\nexec "$0"`, warm];
      const own = { args, env: { ...scene.env, ...env } };
      const ends = [1, 2, 3].map(() => scene.ask('/bin/bash', event('PreToolUse'), own));
      return (await Promise.all(ends)).every(ClientScene.isCold);
    };
    expect(await asked('umask 077')).toBe(true);
    expect(await asked('ulimit -S -t 1000')).toBe(true);
    expect(await asked(':', { NODE_OPTIONS: '--no-warnings' })).toBe(true);
    expect(await asked(':', { TMPDIR: scene.path('home') })).toBe(true);
    const client = scene.client();
    const args = ['-c', 'umask 027\nexec "$0"', client];
    await scene.ask('/bin/bash', event('PreToolUse'), { args });
    expect(scene.told('got')).toMatch(/^0027\n/);
  });

  it('a folder behind a link is the folder that it leads to', async () => {
    scene.hooks({ PreToolUse: ['echo "$CLAUDE_PROJECT_DIR" > got'] });
    const args = ['-c', `cd -L ${scene.path('link')} && exec "$0"`, warm];
    symlinkSync(scene.dir, scene.path('link'));
    for (;;) if (!ClientScene.isCold(await scene.ask('/bin/bash', event('PreToolUse'), { args }))) break;
    expect(scene.told('got')).toBe(`${scene.dir}\n`);
  });
});

it.each([
  ['with its name', ':'],
  ['without', 'unset PWD'],
])('a folder that is gone, %s, is nobody else’s', async (_title, before) => {
  scene.userHooks({ PreToolUse: ['echo "$CLAUDE_PROJECT_DIR" > "$HOME/got"'] });
  const [client, gone] = [scene.client(), scene.path('gone')];
  const script = `mkdir ${gone}; cd ${gone}; rmdir ${gone}; ${before}; exec "$@"`;
  const projectOf = async (...command: readonly string[]) => {
    await scene.ask('/bin/bash', event('PreToolUse'), { args: ['-c', script, 'bash', ...command] });
    return scene.read('home/got');
  };
  const expected = await projectOf(process.execPath, scene.command, 'dispatch');
  expect(await projectOf(client)).toBe(expected);
  scene.userHooks({});
});

describe('the client that is written', () => {
  it('says what it was given, with paths from where it was written, and more at its call', async () => {
    scene.hooks({ PreToolUse: ['echo project >&2; exit 2'] });
    scene.write('project/plugin/hooks/hooks.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo "of the plugin" >&2; exit 2' }] }] },
    });
    scene.write('project/plugin/.claude-plugin/plugin.json', { name: 'plugin' });
    const client = scene.warmClient('--project', '.', '--plugin', 'plugin', '--trust-project');
    const { stdout } = await scene.warm(client, event('PreToolUse'), { cwd: scene.home });
    expect(stdout).toContain('of the plugin');
    const other = await scene.warm(client, event('PreToolUse'), { args: ['--host', 'amplifier'] });
    expect(JSON.parse(other.stdout)).toMatchObject({ action: 'deny' });
  });

  it('is an executable that nobody else can change, and takes the place of no other file', () => {
    const client = scene.client();
    expect(statSync(client).mode & 0o777).toBe(0o755);
    scene.client('--host', 'amplifier');
    expect(readFileSync(client, 'utf8')).toContain('--host amplifier');
    scene.write('mine', 'my own');
    expect(() => scene.said('dispatch', '--client', scene.path('mine'))).toThrow();
    expect(scene.read('mine')).toBe('my own');
  });
});
