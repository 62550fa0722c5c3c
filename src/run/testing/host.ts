// A host in a process of its own that runs hooks.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandHook, compiled, input } from '../../testing/index.js';
import { TEST_PATH, type testPlace } from './place.js';

export interface EndedHost {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly tempDir: string;
}

export interface Hosts {
  /** Runs a host that has `runner`, `task(command, changes)` and `tempDir`; `onOutput` is told what it printed so far. */
  host(code: string, onOutput?: (pid: number, stdout: string) => void): Promise<EndedHost>;
  /** Where the compiled modules are. */
  readonly built: string;
  remove(): void;
}

/** Hosts for a place. */
export function hosts(place: ReturnType<typeof testPlace>): Hosts {
  const built = compiled('run/index.ts', 'run/command/large/helper-main.ts');
  let count = 0;
  return {
    built,
    host: (code, onOutput) => {
      count += 1;
      return started(code, onOutput ?? (() => {}), join(place.root, `host-${count}`), built, place.mark);
    },
    remove: () => rmSync(built, { recursive: true, force: true }),
  };
}

function started(
  code: string,
  onOutput: (pid: number, stdout: string) => void,
  tempDir: string,
  built: string,
  mark: string,
): Promise<EndedHost> {
  const env = { PATH: TEST_PATH, TEST_MARK: mark };
  const task = {
    hook: commandHook(''),
    input: input('PreToolUse'),
    env,
    cwd: ['/'],
    timeoutMs: 20_000,
    signal: null,
  };
  const script = `
    const { createCommandRunner } = await import(${JSON.stringify(join(built, 'run/index.js'))});
    const { profile } = await import(${JSON.stringify(join(built, 'profiles.js'))});
    const { readdirSync } = await import('node:fs');
    const tempDir = ${JSON.stringify(tempDir)};
    const runner = createCommandRunner({ profile: profile('amplifier'), tempDir });
    const base = ${JSON.stringify(task)};
    const task = (command, changes = {}) => ({
      ...base,
      stdin: Buffer.from('{}\\n'),
      recheck: null,
      onFirstLine: null,
      ...changes,
      hook: { ...base.hook, handler: { ...base.hook.handler, command } },
    });
    const running = (command) => new Promise((resolve) => runner.run(task(command, { onFirstLine: resolve })));
    ${code}`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      stdout += text;
      onOutput(child.pid ?? 0, stdout);
    });
    child.on('close', (exitCode, signal) => {
      resolve({ code: exitCode, signal, stdout, tempDir });
    });
  });
}
