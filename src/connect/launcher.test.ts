import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { type Ended, ended, Folder } from '../testing/index.js';
import { launcherText } from './launcher.js';

const world = new Folder();
afterEach(() => world.remove());

/** A launcher whose engine is this script; what came of a call. */
function launched(engine: string, argv: readonly string[], stdin = ''): Promise<Ended> {
  const program = { node: '/bin/sh', command: world.write('engine', engine) };
  const launcher = world.write('launcher', launcherText(program, ['PreToolUse']), 0o755);
  return ended(spawn(launcher, argv, { env: { PATH: process.env['PATH'] } }), stdin);
}

const GATE = ['dispatch', '--host', 'codex', '--event', 'PreToolUse'];

describe('the launcher', () => {
  it('hands the event to the engine, and its answer to the host', async () => {
    const engine = 'echo "$* $(cat)"; echo no >&2; exit 7';
    for (const argv of [GATE, ['dispatch', '--host', 'codex']])
      expect(await launched(engine, argv, 'an event')).toEqual({
        code: 7,
        signal: null,
        stdout: `${argv.join(' ')} an event\n`,
        stderr: 'no\n',
      });
  });

  it('denies at a gate where the engine is killed', async () => {
    const { code, stdout, stderr } = await launched('kill -9 $$', GATE);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('amplifier-hooks was ended before the hooks had answered, so this is denied.\n');
  });

  it('is the engine elsewhere', async () => {
    const { signal, stderr } = await launched('kill -9 $$', ['dispatch', '--host', 'codex']);
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
  });

  it('hands a signal on, and waits for what the engine makes of it', async () => {
    const engine = `trap 'kill $!; echo ended; exit 2' TERM; sleep 60 > /dev/null 2>&1 & kill -TERM "$PPID"; wait`;
    expect(await launched(engine, GATE)).toMatchObject({ code: 2, stdout: 'ended\n' });
  });
});
