// The real command in processes of its own. `AMPLIFIER_HOOKS_EXECUTABLE` names another build that the same attacks are to be tried on.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { bundle } from '../../../scripts/bundle.mjs';
import { settle } from '../../../src/engine/index.js';
import { TestProject } from '../../../src/engine/testing/project.js';
import { type Ended, ended } from '../../../src/testing/index.js';
import { approve, survey } from '../../../src/trust/index.js';

const another = process.env['AMPLIFIER_HOOKS_EXECUTABLE'];
let command = another ?? '';

/** To be called once in a file of tests. */
export function withCommand(): void {
  if (another !== undefined) return;
  const built = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-attacks-')));
  beforeAll(async () => {
    command = await bundle(join(built, 'dist', 'bin'));
  }, 60_000);
  afterAll(() => rmSync(built, { recursive: true, force: true }));
}

type Variables = Readonly<Record<string, string>>;

/** A project of somebody else, and the person who opened it. */
export class Opened extends TestProject {
  readonly env: Variables = {
    PATH: process.env['PATH'] ?? '',
    HOME: this.home,
    ANTHROPIC_API_KEY: 'sk-secret',
  };

  start(argv: readonly string[], more: Variables = {}, cwd = this.dir): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [command, ...argv], { cwd, env: { ...this.env, ...more } });
  }

  run(argv: readonly string[], stdin = '', more: Variables = {}): Promise<Ended> {
    return ended(this.start(argv, more), stdin);
  }

  dispatch(fields: Readonly<Record<string, unknown>>, ...flags: string[]): Promise<Ended> {
    return this.run(['dispatch', ...flags], JSON.stringify({ session_id: 's', cwd: this.dir, ...fields }));
  }

  /** What the person did before: `amplifier-hooks trust`, and yes. */
  approved(): void {
    const { request, stateDir } = settle({ projectDir: this.dir, env: this.env, claudeSettings: true });
    const found = survey(request, stateDir);
    expect(approve(found, found.entries, new Date())).toEqual([]);
  }
}

export const LS = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
export const SESSION_START = { hook_event_name: 'SessionStart', source: 'startup' };
