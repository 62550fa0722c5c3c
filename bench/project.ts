// Throw-away projects with hooks in them.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createEngine,
  type Engine,
  type EngineOptions,
  type HookInput,
  type Journal,
  openJournal,
  parseInput,
} from 'amplifier-hooks';
import { ownHandlers } from '../src/cli/work/own-handlers.js';

export interface Group {
  readonly matcher: string;
  readonly command: string;
  readonly mode?: 'observe';
}

export class Project {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-bench-')));
  readonly env: Readonly<Record<string, string>>;
  /** Not in the project: there approvals would count for nothing. */
  readonly stateDir = `${this.root}-state`;

  constructor() {
    const inherited = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    this.env = Object.fromEntries(inherited);
  }

  /** One hooks file, `name` empty for the root registry. */
  write(name: string, groups: readonly Group[]): void {
    const folder = join(this.root, '.amplifier', 'hooks', name);
    mkdirSync(folder, { recursive: true });
    const entries = groups.map(({ matcher, ...hook }) => ({
      matcher,
      hooks: [{ type: 'command', ...hook }],
    }));
    writeFileSync(join(folder, 'hooks.json'), JSON.stringify({ hooks: { PreToolUse: entries } }, null, 2));
  }

  engine(journal: Journal | null = null): Engine {
    return createEngine({ ...this.options, journal });
  }

  /** The same where hooks must be approved. */
  judged(): Engine {
    return createEngine({ ...this.options, trust: 'content' });
  }

  get options(): EngineOptions {
    const home = join(this.root, 'home');
    mkdirSync(home, { recursive: true });
    const { root: projectDir, env } = this;
    return {
      projectDir,
      home,
      env,
      stateDir: this.stateDir,
      inProcess: ownHandlers,
      trust: 'off',
      warm: 'off',
    };
  }

  journal(): Journal {
    return openJournal({ stateDir: this.stateDir, projectDir: this.root });
  }

  input(tool: string): HookInput {
    const event = { session_id: 'bench', cwd: this.root, hook_event_name: 'PreToolUse', tool_name: tool };
    const parsed = parseInput({ ...event, tool_input: { command: 'x'.repeat(900) } });
    if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('the benchmark made a bad event');
    return parsed.input;
  }

  remove(): void {
    for (const folder of [this.root, this.stateDir]) rmSync(folder, { recursive: true, force: true });
  }
}

/** The shell the engine uses for commands in this profile. */
export const shell = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';
