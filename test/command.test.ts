// The command as it is installed: bundled, in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandProject } from '../src/cli/testing/command.js';
import { withExecutables } from '../src/testing/executables.js';
import { type Ended, ended } from '../src/testing/index.js';

const { command } = withExecutables('command');

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
});
afterEach(() => project.remove());

interface Loaded extends Ended {
  /** Files beside the command that were loaded, without their hashes. */
  readonly loaded: readonly string[];
  /** Modules of Node that an empty script does not load. */
  readonly builtins: readonly string[];
  /** How often Node put a path together sign by sign, beside what it does to find the command. */
  readonly joins: number;
}

const LISTEN = `const vm = require('node:vm'); const fs = require('node:fs'); const path = require('node:path');
const before = new Set(process.moduleLoadList); const files = [];
vm.Script = class extends vm.Script {
  constructor(code, options) {
    super(code, options);
    if (options !== undefined) files.push(path.basename(options.filename));
  }
};
let joins = 0;
for (const name of ['join', 'relative', 'resolve']) {
  const own = path[name];
  path[name] = (...parts) => {
    if (files.length > 0) joins += 1;
    return own(...parts);
  };
}
process.on('exit', () => {
  const builtins = process.moduleLoadList.filter((name) => !before.has(name) && name.startsWith('NativeModule '));
  fs.writeFileSync(process.env.LOADED, JSON.stringify({ files, joins, builtins: builtins.map((name) => name.slice(13)) }));
});`;

async function run(
  argv: readonly string[],
  stdin = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Loaded> {
  const listen = project.write('listen.cjs', LISTEN);
  const report = project.write('loaded', '');
  project.own();
  const child = project.start(
    argv,
    { LOADED: report, NODE_DISABLE_COMPILE_CACHE: '1', ...more },
    { node: ['--require', listen] },
  );
  const end = await ended(child, stdin);
  const heard: { files: string[]; builtins: string[]; joins: number } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return {
    ...end,
    loaded: heard.files.map(nameOf),
    builtins: heard.builtins,
    joins: heard.joins,
  };
}

const nameOf = (file: string): string => basename(file, '.cjs').replace(/-[\w-]{8}$/, '');
const LIBRARIES = ['commander', 'jsonc-parser', 'unbash', 'yaml'];
const librariesIn = ({ loaded }: Loaded) => LIBRARIES.filter((name) => loaded.includes(name));

const bash = JSON.stringify({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});

describe('loads only what it needs', () => {
  it('--version loads next to nothing', async () => {
    const ended = await run(['--version']);
    const { version } = JSON.parse(
      readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
    );
    expect(ended).toMatchObject({
      code: 0,
      signal: null,
      stderr: '',
      loaded: [],
    });
    // Scripts take the first word.
    expect(ended.stdout).toBe(
      `${version} (${command}, Node ${process.versions.node} at ${process.execPath})\n`,
    );
  });

  it('dispatch in a project without hooks loads no library and no engine', async () => {
    const ended = await run(['dispatch'], bash);
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(ended.loaded).toEqual(['start']);
    expect(ended.builtins).toEqual([]);
  });

  it('dispatch with hooks loads one file more, no library, and of Node nothing heavy, not even what usually starts processes', async () => {
    project.write('home/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ matcher: 'Bash|Edit', hooks: [{ type: 'command', command: 'true' }] }] },
    });
    const own = { XDG_RUNTIME_DIR: dirname(project.write('short-lived/place', '')) };
    // The first one makes named pipes, and leaves some to the next.
    await run(['dispatch'], bash, own);
    const ended = await run(['dispatch'], bash, own);
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(ended.loaded).toEqual(['start', 'road']);
    const heavy =
      /^(?:crypto|http|https|tls|os|perf_hooks|readline|worker_threads|zlib|fs\/promises|internal\/modules\/esm\/loader)$/;
    const starting = /^(?:child_process|dgram|net|stream|internal\/(?:abort_controller|child_process))$/;
    expect(ended.builtins.filter((name) => heavy.test(name))).toEqual([]);
    // With seventy of them and long names Node's loop over the signs is compiled in the middle of the event.
    expect(ended.joins).toBeLessThan(10);
    // Elsewhere processes are started the usual way.
    if (process.version.startsWith('v20.'))
      expect(ended.builtins.filter((name) => starting.test(name))).toEqual([]);
  });

  it.each([
    ['UserPromptSubmit', { prompt: 'p' }],
    ['PostToolUse', { tool_name: 'Write', tool_input: {}, tool_response: {} }],
    ['Stop', { stop_hook_active: false }],
  ])('nor does a hook of %s that says nothing take more', async (hook_event_name, more) => {
    project.write('home/.amplifier/hooks/hooks.json', {
      hooks: { [hook_event_name]: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
    const { code, stdout, loaded } = await run(['dispatch'], JSON.stringify({ hook_event_name, ...more }));
    expect([code, stdout, loaded]).toEqual([0, '', ['start', 'road']]);
  });
});

describe('what seldom happens is loaded when it does', () => {
  const ask = ({ matcher, ...hook }: Readonly<Record<string, unknown>>) => ({
    hooks: {
      PreToolUse: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', ...hook }] }],
    },
  });
  const answer = JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: 'sure?',
    },
  });
  const WAITING = ['spoken', 'patterns', 'plugins', 'amplifier', 'problems', 'lasting'];
  const inUserFile = (hooks: unknown) => project.write('home/.amplifier/hooks/hooks.json', hooks);

  const deny = 'echo no >&2; exit 2';
  it.each([
    ['a deny by exit code', ask({ command: deny }), ['"deny"', 'no'], ['spoken']],
    ['an answer in JSON', ask({ command: `echo '${answer}'` }), ['"ask"', 'sure?'], ['spoken']],
    ['a failure', ask({ command: 'exit 3' }), ['exited with code 3'], ['spoken']],
    [
      'a time limit',
      ask({ command: 'sleep 60', timeout: 0.2 }),
      ['within 0.2 s'],
      ['lasting', 'problems', 'spoken'],
    ],
    ['a pattern', ask({ matcher: '^Ba.*', command: deny }), ['"deny"'], ['patterns', 'spoken']],
    ['a rule', ask({ if: 'Bash(ls)', command: deny }), ['"deny"'], ['patterns', 'spoken', 'unbash']],
    ['no program', ask({ command: '/no/such', args: [] }), ['/no/such'], ['problems', 'spoken']],
    ['an entry that is none', ask({ comand: 'true' }), ['needs "command"'], ['problems']],
  ])('%s', async (_name, hooks, said, files) => {
    inUserFile(hooks);
    const { code, stdout, stderr, loaded } = await run(['dispatch'], bash);
    expect(code).toBe(0);
    for (const words of said) expect(stdout + stderr).toContain(words);
    expect(loaded.filter((name) => WAITING.includes(name) || LIBRARIES.includes(name)).sort()).toEqual(files);
  });

  it('hooks of a project that nobody approved', async () => {
    project.hooks({ PreToolUse: ['true'] });
    const child = project.start(['dispatch']);
    const { code, stderr } = await ended(child, bash);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Not approved, so not in force: 1 new hook')]);
  });

  it('and where it is not there any more, because the package was replaced meanwhile, a gate stays shut', async () => {
    const folder = join(project.root, 'replaced');
    cpSync(dirname(command), folder, { recursive: true });
    const allow = answer.replace('ask', 'allow');
    inUserFile(ask({ command: `rm ${folder}/spoken-*; echo '${allow}'` }));
    const child = spawn(process.execPath, [join(folder, basename(command)), 'dispatch'], {
      cwd: project.dir,
      env: project.env,
    });
    const { code, stdout } = await ended(child, bash);
    expect(code).toBe(0);
    expect(stdout).toContain('"permissionDecision":"deny"');
  });

  it('the answer to Amplifier', async () => {
    inUserFile(ask({ command: 'echo no >&2; exit 2' }));
    const event = { event: 'tool:pre', data: { tool_name: 'bash', tool_input: { command: 'ls' } } };
    const { stdout } = await run(['dispatch', '--host', 'amplifier'], JSON.stringify(event));
    expect(JSON.parse(stdout)).toMatchObject({ action: 'deny', reason: expect.stringContaining('no') });
  });
});

describe('libraries', () => {
  it('are there when they are needed', async () => {
    project.write(
      'project/.amplifier/hooks/hooks.json',
      '{"hooks": {"PreToolUse": [{"hooks": [/* here */\n{"type": "command", "command": "echo no >&2; exit 2", "if": "Bash(ls *)"}]}]}}',
    );
    const ended = await run(['dispatch', '--home', project.home], bash);
    expect(ended.stdout).toContain('"permissionDecision":"deny"');
    expect(librariesIn(ended)).toEqual(['jsonc-parser', 'unbash']);
    expect(librariesIn(await run(['list']))).toEqual(['commander', 'jsonc-parser']);
  });
});

describe('the client', () => {
  it('answers as dispatch does, by the engine that its first use starts', async () => {
    project.hooks({ PreToolUse: ['echo "asked by $PPID" >&2; exit 2'] });
    const env = { PATH: process.env['PATH'], HOME: project.home };
    project.own();
    const client = join(project.root, 'client');
    expect(await run(['dispatch', '--client', client])).toMatchObject({
      code: 0,
      stdout: `wrote ${client}\n`,
    });
    const ask = () => ended(spawn(client, [], { cwd: project.dir, env }), bash);
    const askers = new Set<string>();
    try {
      // Whoever is asked last is still there; on a busy machine that may take a while.
      for (let last = ''; last === '' || !askers.has(last); ) {
        askers.add(last);
        const { code, stdout, stderr } = await ask();
        expect([code, stderr]).toEqual([0, '']);
        last = /asked by (\d+)/.exec(stdout)?.[1] ?? '';
        expect(last).not.toBe('');
      }
    } finally {
      expect((await run(['dispatch', '--stop-resident'])).stdout).toContain('has ended');
    }
  });
});

describe('hooks in the background', () => {
  it('go on without the command, and what they say reaches the next event', async () => {
    const late = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'a late word' },
    });
    const go = join(project.root, 'go');
    project.write('project/.amplifier/hooks/hooks.json', {
      hooks: {
        SessionStart: [
          {
            hooks: [
              { type: 'command', command: 'echo at once' },
              {
                type: 'command',
                command: `until test -e "${go}"; do sleep 0.02; done; echo '${late}'`,
                async: true,
              },
            ],
          },
        ],
      },
    });
    const event = (hook_event_name: string, more = {}) =>
      JSON.stringify({ session_id: 's', hook_event_name, ...more });
    // It would never end if it waited.
    const { code, stdout } = await run(['dispatch'], event('SessionStart', { source: 'startup' }));
    expect([code, stdout]).toEqual([0, expect.stringContaining('at once')]);
    writeFileSync(go, '');
    for (let heard = ''; !heard.includes('a late word'); )
      heard = (await run(['dispatch'], event('UserPromptSubmit', { prompt: 'p' }))).stdout;
    const { stdout: log } = await run(['log', '--json']);
    expect(log).toContain('a late word');
  });
});

describe('ends well', () => {
  it('while the host still waits, and not before that is needed', async () => {
    project.hooks({ PreToolUse: ['true'] });
    expect(await run(['dispatch', '--host-timeout', '60'], bash)).toMatchObject({ code: 0, stdout: '' });
    project.hooks({ PreToolUse: ['sleep 600'] });
    const { code, stdout } = await run(['dispatch', '--host-timeout', '4'], bash);
    expect([code, stdout]).toEqual([0, expect.stringContaining('the host waits only 4 s')]);
  });

  it('with exit code 2 only for a block', async () => {
    project.hooks({ Elicitation: ['echo no >&2; exit 2'] });
    expect(await run(['dispatch'], '{"hook_event_name":"Elicitation"}')).toMatchObject({
      code: 2,
      stdout: '',
    });
    expect(await run(['dispatch'], '{')).toMatchObject({ code: 1, stdout: '' });
    // Where no gate waits for the answer; there it is a deny.
    const stop = '{"hook_event_name":"Stop"}';
    expect(await run(['dispatch', '--bogus'], stop)).toMatchObject({ code: 1, stdout: '' });
    expect(await run(['dispatch', '--host', 'nobody'], stop)).toMatchObject({ code: 1, stdout: '' });
    expect(await run(['nonsense'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('explains itself', async () => {
    expect((await run(['dispatch', '--help'])).stdout).toContain('Usage: amplifier-hooks dispatch');
    expect((await run(['--help'])).stdout).toContain('dispatch');
  });

  it('reads an event that comes in pieces', async () => {
    project.hooks({ Stop: ['cat >/dev/null; echo no >&2; exit 2'] });
    const big = JSON.stringify({ hook_event_name: 'Stop', last_assistant_message: 'ü'.repeat(200_000) });
    expect(await run(['dispatch'], big)).toMatchObject({ code: 2, stdout: '', stderr: 'no\n' });
  });

  it('when everything is written, also where the reader is slow', async () => {
    const answer = { permissionDecision: 'allow', updatedInput: { command: 'x'.repeat(2 ** 20) } };
    const said = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer } });
    project.write('project/answer.json', said);
    project.hooks({ PreToolUse: ['cat "$CLAUDE_PROJECT_DIR/answer.json"'] });
    project.own();
    const child = project.start(['dispatch']);
    child.stdin.end(bash);
    const pieces: string[] = [];
    // Nothing is read before the pipe is full and the command waits.
    await once(child.stdout, 'readable');
    await new Promise((resolve) => setImmediate(resolve));
    child.stdout.setEncoding('utf8').on('data', (text: string) => pieces.push(text));
    await once(child, 'close');
    expect(pieces.join('')).toContain(answer.updatedInput.command);
    expect(child.exitCode).toBe(0);
  });

  it('when nobody reads what it prints', async () => {
    const child = spawn(process.execPath, [command, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const err: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, err.join('')]).toEqual([0, '']);
  });

  it('with 130 when it is interrupted', async () => {
    const started = join(project.root, 'started');
    project.hooks({ Stop: [`touch ${started}; echo on; sleep 30`] });
    project.own();
    const child = spawn(process.execPath, [command, 'run', 'Stop'], {
      cwd: project.dir,
      env: project.env,
      stdio: 'ignore',
    });
    const { watch, existsSync } = await import('node:fs');
    await new Promise<void>((resolve) => {
      const watcher = watch(project.root, () => {
        if (!existsSync(started)) return;
        watcher.close();
        resolve();
      });
    });
    const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })));
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, signal: null });
  });
});
