// A throw-away user with hooks, and the processes that were started for him.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { Folder } from '../../src/testing/index.js';

/** Denies `rm -rf`, and nothing else. */
export const GUARD = "if grep -q 'rm -rf'; then echo 'not here' >&2; exit 2; fi";

const MARK = 'AMPLIFIER_HOOKS_SOAK';

export class World extends Folder {
  readonly project = this.makeFolder('project');
  readonly home = this.makeFolder('home');
  readonly #mark = randomUUID();
  readonly executable: string;

  constructor(executable: string) {
    super('amplifier-hooks-soak-');
    this.executable = executable;
  }

  /** Hooks of the user for every call of Bash. */
  hooks(commands: readonly string[]): void {
    const hooks = commands.map((command) => ({ type: 'command', command }));
    this.write('home/.amplifier/hooks/hooks.json', { hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } });
  }

  /** Everything started in it carries the mark. */
  get env(): Readonly<Record<string, string>> {
    const state = this.path('state');
    const path = process.env['PATH'] ?? '';
    return { PATH: path, HOME: this.home, XDG_STATE_HOME: state, [MARK]: this.#mark };
  }

  event(tool: string, command: string, session = 'soak'): Readonly<Record<string, unknown>> {
    return {
      session_id: session,
      cwd: this.project,
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: { command },
    };
  }

  /** Runs a program of the system to its end, in the project. */
  run(program: string, argv: readonly string[], stdin = '', env = this.env): SpawnSyncReturns<string> {
    return spawnSync(program, argv, { cwd: this.project, env, input: stdin, encoding: 'utf8' });
  }

  /** Processes with the mark, after they had time to end; the rest is ended. `null`: this system does not show them. */
  async left(): Promise<number | null> {
    if (!existsSync('/proc/self/environ')) return null;
    const until = Date.now() + 10_000;
    while (this.#marked().length > 0 && Date.now() < until) await after(100);
    const pids = this.#marked();
    for (const pid of pids) end(pid);
    return pids.length;
  }

  #marked(): readonly number[] {
    const mark = `${MARK}=${this.#mark}`;
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(mark))
      .map(Number);
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    // Somebody else's, or gone.
    return '';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
