// What starting the command costs, against an empty script.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved, median } from './measure.js';
import type { Row } from './row.js';

const ROUNDS = 40;
const BAR = 1.3;

export const command = fileURLToPath(new URL('../../dist/bin/amplifier-hooks.cjs', import.meta.url));

/** The rows about start-up; the floor is an empty CommonJS script, run in turns with the command. */
export async function startupRows(): Promise<readonly Row[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-startup-')));
  try {
    const [empty, project, home] = [join(root, 'empty.cjs'), join(root, 'project'), join(root, 'home')];
    writeFileSync(empty, '');
    const busy = join(root, 'busy');
    const hooksDir = join(busy, '.amplifier', 'hooks');
    for (const folder of [project, home, hooksDir]) mkdirSync(folder, { recursive: true });
    const stop = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
    writeFileSync(join(hooksDir, 'hooks.json'), JSON.stringify(stop));
    const event = JSON.stringify({
      session_id: 's',
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    });
    const run = (args: readonly string[], stdin = '', cwd = project) =>
      started(args, stdin, cwd, { ...process.env, HOME: home });
    const times = await interleaved(
      {
        floor: () => run([empty]),
        version: () => run([command, '--version']),
        dispatch: () => run([command, 'dispatch'], event),
        others: () => run([command, 'dispatch'], event, busy),
      },
      ROUNDS,
    );
    const floor = median(times['floor'] ?? []);
    return [
      row('start of `amplifier-hooks --version`', floor, median(times['version'] ?? [])),
      row('start of `amplifier-hooks dispatch`, no hooks', floor, median(times['dispatch'] ?? [])),
      row(
        'start of `amplifier-hooks dispatch`, hooks for other events',
        floor,
        median(times['others'] ?? []),
      ),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function row(what: string, floor: number, own: number): Row {
  const ratio = own / floor;
  return {
    what,
    floor: `${floor.toFixed(2)} ms`,
    engine: `${own.toFixed(2)} ms`,
    ratio: `${ratio.toFixed(2)} ×`,
    bar: `≤ ${BAR} ×`,
    kept: ratio <= BAR,
  };
}

/** Runs Node as a host would start it: with nothing in the environment that slows every Node down. */
export function started(
  args: readonly string[],
  stdin: string,
  cwd: string,
  { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env }: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: exit code ${code}`)),
    );
    // An empty script may be gone before it is written to.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}
