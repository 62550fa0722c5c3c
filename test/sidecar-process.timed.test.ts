// The sidecar as hosts start it: one file, in a process of its own.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../scripts/bundle.mjs';
import { sidecar } from '../scripts/sidecar.mjs';
import { own, play } from '../src/cli/testing/play.js';
import { TestProject } from '../src/engine/testing/project.js';
import { Client } from '../src/hosts/sidecar/testing/client.js';
import { eventually, gone, longTime } from '../src/run/testing/place.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-sidecar-')));
const file = join(folder, 'sidecar.cjs');
beforeAll(async () => {
  writeFileSync(file, await sidecar());
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  own(project.dir, { HOME: project.home });
});
afterEach(() => project.remove());

class Running extends Client {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<{ code: number | null; signal: string | null; ms: number }>;
  stderr = '';
  #leftAt = 0;

  constructor(options: readonly string[] = [], program: readonly string[] = [file]) {
    const env = { PATH: process.env['PATH'], HOME: project.home };
    const child = spawn(process.execPath, [...options, ...program], { cwd: project.dir, env });
    super(child.stdin, child.stdout);
    this.child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = once(child, 'close').then(([code, signal]) => ({
      code,
      signal,
      ms: performance.now() - this.#leftAt,
    }));
  }

  async begin(): Promise<void> {
    await this.initialize({ format: 'claude' });
    await this.get('session/open', { session: 's', cwd: project.dir });
  }

  stop() {
    return this.ask('event', { session: 's', input: { hook_event_name: 'Stop' } });
  }

  /** What a host does that dies: its end of the pipe closes. */
  leave(how: () => void = () => this.child.stdin.end()) {
    this.#leftAt = performance.now();
    how();
    return this.ended;
  }
}

const isThere = (name: string): Promise<void> =>
  eventually(() => expect(existsSync(join(project.root, name))).toBe(true), 10_000);

describe('ends', () => {
  const ways: readonly (readonly [string, (running: Running) => void])[] = [
    ['stdin closes', ({ child }) => child.stdin.end()],
    ['SIGTERM comes', ({ child }) => child.kill('SIGTERM')],
    ['SIGHUP comes', ({ child }) => child.kill('SIGHUP')],
    ['nobody reads any more', (running) => running.child.stdout.destroy()],
    ['it is asked to', (running) => running.send({ id: 'end', method: 'shutdown' })],
  ];
  it.each(ways)(
    'when %s, with every hook, soon, and with exit code 0',
    async (_title, how) => {
      const seconds = longTime();
      const touch = (name: string): string => `touch ${join(project.root, name)}`;
      project.hooks({
        Stop: [
          {
            command: `${touch('stubborn')}; trap '' TERM HUP INT; sleep ${seconds}; sleep ${seconds}`,
            timeout: 99,
          },
          { command: `${touch('family')}; (setsid sleep ${seconds} &) ; sleep ${seconds}`, timeout: 99 },
          { command: `${touch('background')}; sleep ${seconds}`, async: true },
        ],
      });
      const running = new Running();
      await running.begin();
      void running.stop();
      await Promise.all(['stubborn', 'family', 'background'].map(isThere));
      const { code, signal, ms } = await running.leave(() => {
        how(running);
        // A host that does not read learns of nothing; what it does next is to write.
        if (running.child.stdout.destroyed) running.send({ id: 'after', method: 'ping' });
      });
      expect([code, signal]).toEqual([0, null]);
      expect(ms).toBeLessThan(5500);
      await gone(seconds);
      expect(running.stderr).toBe('');
    },
    30_000,
  );

  it('at once when nothing runs', async () => {
    const running = new Running();
    const { code, ms } = await running.leave();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(3000);
  });

  it('not when its terminal is interrupted: that is for the host to decide', async () => {
    const running = new Running();
    await running.begin();
    running.child.kill('SIGINT');
    expect(await running.get('ping')).toEqual({});
    expect((await running.leave()).code).toBe(0);
  });

  it('with the answers to what was asked before stdin closed', async () => {
    const text = (await play(['serve', '--help'], { cwd: project.dir })).stdout;
    const example = /^ {2}printf [^|]*\|\n *amplifier-hooks serve$/m.exec(text)?.[0] ?? '';
    project.hooks({ PreToolUse: ['true'] });
    const child = spawn('sh', ['-c', example.replace(/amplifier-hooks serve$/, '"$NODE" "$FILE"')], {
      cwd: project.dir,
      env: { PATH: process.env['PATH'], HOME: project.home, NODE: process.execPath, FILE: file },
    });
    const lines: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (more: string) => lines.push(more));
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    const [first, second] = lines
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ id: 1, result: { protocol: 1, name: 'amplifier-hooks' } });
    expect(second).toMatchObject({ id: 2, result: { events: expect.arrayContaining(['tool:pre']) } });
  });
});

describe('goes on', () => {
  it.each([
    ['kills itself', 'kill -9 $$'],
    ['kills the shell that runs it', `sh -c 'kill -9 $PPID'; sleep 5`],
    ['kills its process group', 'kill -9 0'],
    ['crashes', 'kill -SEGV $$'],
    ['prints without end', 'head -c 20000000 /dev/zero'],
    ['prints messages', `echo '{"jsonrpc":"2.0","id":1,"result":"mine"}'`],
    ['does not exist', '/nowhere/at/all'],
    [
      'writes to everything it finds open',
      'for f in /proc/self/fd/*; do echo noise > $f; done 2>/dev/null; true',
    ],
  ])('when a hook %s', async (_title, command) => {
    project.hooks({ Stop: [command], SessionEnd: ['exit 0'] });
    const running = new Running();
    await running.begin();
    expect(await running.stop().reply).toHaveProperty('result');
    expect(await running.get('event', { session: 's', input: { hook_event_name: 'SessionEnd' } })).toEqual({
      result: null,
    });
    expect((await running.leave()).code).toBe(0);
  });

  it('after lines that are no message, and one of 65 MiB', async () => {
    const running = new Running();
    running.raw('nonsense\n[]\n');
    running.raw(`${'x'.repeat(65 * 1024 * 1024)}\n`);
    await running.begin();
    const codes = running.heard.flatMap(({ id, error }) => (id === null ? [Object(error)['code']] : []));
    expect(codes).toEqual([-32700, -32600, -32008]);
    expect((await running.leave()).code).toBe(0);
  }, 30_000);

  it('after faults that nobody caught, and tells of them', async () => {
    const preload = project.write(
      'fault.cjs',
      `process.once('SIGUSR2', () => {
        setTimeout(() => { throw new Error('thrown by accident'); });
        Promise.reject(new Error('rejected by accident'));
        console.log('printed by accident');
        process.stdout.write('written by accident\\n');
      });`,
    );
    const running = new Running(['--require', preload]);
    await running.begin();
    running.child.kill('SIGUSR2');
    for (const words of ['thrown by accident', 'rejected by accident'])
      await running.untilNotified('log', ({ message }) => String(message).includes(words));
    expect(await running.get('ping')).toEqual({});
    await eventually(() => expect(running.stderr).toContain('written by accident'));
    expect(running.stderr).toContain('printed by accident');
    expect((await running.leave()).code).toBe(0);
  });
});

describe('amplifier-hooks serve', () => {
  it('is the same', async () => {
    const seconds = longTime();
    project.hooks({ Stop: [`touch ${join(project.root, 'on')}; sleep ${seconds}`] });
    const command = await bundle(join(folder, 'bin'));
    const running = new Running([], [command, 'serve']);
    running.raw('nonsense\n');
    await running.begin();
    void running.stop();
    await isThere('on');
    running.child.kill('SIGINT');
    expect(await running.get('ping')).toEqual({});
    const { code, ms } = await running.leave();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5500);
    await gone(seconds);
    expect(running.stderr).toBe('');
  }, 60_000);
});

describe('loads', () => {
  it('no library and no engine before a session opens', async () => {
    const preload = project.write(
      'compiled.cjs',
      `const vm = require('node:vm'); const { compileFunction } = vm; const names = [];
      vm.compileFunction = (code, params, options) => {
        names.push(require('node:path').basename(options.filename));
        return compileFunction(code, params, options);
      };
      process.on('exit', () => process.stderr.write(names.join(' ')));`,
    );
    const idle = new Running(['--require', preload]);
    await idle.initialize();
    await idle.leave();
    expect(idle.stderr).toBe('');

    project.write(
      'project/.amplifier/hooks/hooks.json',
      '{"hooks": {"PreToolUse": [{"hooks": [/* here */ {"type": "command", "command": "true", "if": "Bash(ls *)"}]}]}}',
    );
    const busy = new Running(['--require', preload]);
    await busy.begin();
    const input = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls -l' } };
    expect(await busy.get('event', { session: 's', input })).toEqual({ result: null });
    await busy.leave();
    expect(busy.stderr.split(' ')).toEqual(
      expect.arrayContaining(['library-jsonc-parser.cjs', 'library-unbash.cjs']),
    );
    expect(busy.stderr).not.toContain('library-yaml');
  });

  it('what each kind of hook needs', async () => {
    project.hooks({
      Stop: [
        { type: 'http', url: 'http://127.0.0.1:9/' },
        { type: 'mcp_tool', server: 'nobody', tool: 'nothing' },
        { type: 'prompt', prompt: 'is it done? $ARGUMENTS' },
        { type: 'agent', prompt: 'is it really done? $ARGUMENTS' },
      ],
    });
    const running = new Running();
    const asked: string[] = [];
    running.answers['complete'] = (params) => {
      asked.push(JSON.stringify(params));
      return { ok: true, text: '{"ok": false, "reason": "not yet"}' };
    };
    await running.initialize({ format: 'claude', capabilities: { complete: true } });
    await running.get('session/open', { session: 's', cwd: project.dir });
    const answer = JSON.stringify(await running.stop().reply);
    expect(asked.join()).toContain('is it done?');
    for (const words of ['cannot be reached', 'no MCP server', 'not yet']) expect(answer).toContain(words);
    expect(answer).not.toMatch(/fault (of|in)/);
    expect((await running.leave()).code).toBe(0);
  });

  it('nothing for its version', async () => {
    const child = spawn(process.execPath, [file, '--version'], { cwd: project.dir });
    const text: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (more: string) => text.push(more));
    await once(child, 'close');
    expect(text.join('')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
