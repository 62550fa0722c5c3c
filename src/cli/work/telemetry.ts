// Telemetry of a command that ends with its event: others send it, after the answer.
import { spawn } from 'node:child_process';
import { type Env, type Heard, isTelemetryWanted } from '../../telemetry/index.js';
import { environmentForNode } from '../resident/circumstances.js';
import { ownCommand } from '../resident/door.js';

interface Sending {
  readonly env: Env;
  readonly stateDir: string;
}

/** Hands over what happened; gives what somebody should be told. */
export async function handOn(
  { all }: Heard,
  { env, stateDir }: Sending,
  isHeard: boolean,
): Promise<readonly string[]> {
  const { handOver } = await import('../../telemetry/hand-over/index.js');
  return handOver({ env, stateDir, happened: all, isHeard, start: () => startSender({ env, stateDir }) });
}

function startSender({ env, stateDir }: Sending): void {
  const child = spawn(process.execPath, [ownCommand(), 'dispatch', '--send-telemetry', stateDir], {
    cwd: '/',
    // What the host says about telemetry, and nothing else of it.
    env: { ...environmentForNode(env), ...standardVariables(env) },
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  // Where no process can be started, the next event tries again.
  child.on('error', () => undefined);
  child.unref();
}

const standardVariables = (env: Env): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')));

/** Is the process that sends. */
export async function sendTelemetry(env: Env, stateDir: string): Promise<void> {
  if (!isTelemetryWanted(env)) return;
  const { sendWaiting } = await import('../../telemetry/export/index.js');
  await sendWaiting({ env, stateDir });
}
