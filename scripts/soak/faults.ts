// A machine that fails: killed hosts, low limits, a full disk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { judged, type SoakRow, skipped } from './row.js';
import { GUARD, World } from './world.js';

const isRoot = process.getuid?.() === 0;
/** Nobody's: the limit of processes counts all of one user, and none for root. */
const STRANGER = 64_123;

const dispatchLine = '"$NODE" "$EXECUTABLE" dispatch';
const forLine = (world: World) => ({ ...world.env, NODE: process.execPath, EXECUTABLE: world.executable });
const isDenied = (stdout: string): boolean => stdout.includes('"deny"');
const danger = (world: World): string => JSON.stringify(world.event('Bash', 'rm -rf build'));

/** Each host is killed while its hook runs, when that has run long enough to be watched (docs/running.md); afterwards the journal can be read and the guard still stands. */
export async function killed(executable: string, rounds: number): Promise<SoakRow> {
  const world = new World(executable);
  for (let round = 0; round < rounds; round += 1) {
    const sign = world.path(`started-${round}`);
    world.hooks([`sleep 0.5; touch '${sign}'; sleep 600`]);
    const child = spawn(process.execPath, [executable, 'dispatch'], { cwd: world.project, env: world.env });
    const ended = once(child, 'close');
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.end(danger(world));
    while (!existsSync(sign) && child.exitCode === null) await after(20);
    child.kill('SIGKILL');
    // The hook may hold the pipes of its host.
    child.stdout.destroy();
    child.stderr.destroy();
    await ended;
  }
  const left = await world.left();
  world.hooks([GUARD]);
  const answer = world.run(process.execPath, [executable, 'dispatch'], danger(world));
  const log = world.run(process.execPath, [executable, 'log', '--json']);
  const lost = (isDenied(answer.stdout) ? 0 : 1) + (log.status === 0 ? 0 : 1);
  world.remove();
  return judged({ what: 'hosts ended by kill -9', memory: null, lost, events: rounds, left });
}

/** Sixty hooks on one event, the last of which denies. */
const crowd = [...Array.from({ length: 59 }, (_, index) => `sleep 0.1 # ${index}`), GUARD];

export async function fewDescriptors(executable: string, rounds: number): Promise<SoakRow> {
  const world = new World(executable);
  world.hooks(crowd);
  const lost = deniedNot(rounds, () =>
    world.run('sh', ['-c', `ulimit -n 64; exec ${dispatchLine}`], danger(world), forLine(world)),
  );
  const left = await world.left();
  world.remove();
  return judged({ what: '60 hooks with 64 descriptors', memory: null, lost, events: rounds, left });
}

export async function fewProcesses(executable: string, rounds: number): Promise<SoakRow> {
  const what = '60 hooks with 40 processes';
  if (!isRoot) return skipped(what, 'needs root, to run as a user without other processes');
  const world = new World(executable);
  world.hooks(crowd);
  give(world.root, STRANGER);
  const user = [`--reuid=${STRANGER}`, `--regid=${STRANGER}`, '--clear-groups'];
  const script = `ulimit -u 40; exec ${dispatchLine}`;
  const tried = world.run('setpriv', [...user, process.execPath, '--version']);
  const canRun = tried.status === 0 && world.run('setpriv', [...user, 'test', '-r', executable]).status === 0;
  const lost = canRun
    ? deniedNot(rounds, () =>
        world.run('setpriv', [...user, 'bash', '-c', script], danger(world), forLine(world)),
      )
    : 0;
  const left = await world.left();
  world.remove();
  if (!canRun) return skipped(what, 'another user cannot run this build here (setpriv)');
  return judged({ what, memory: null, lost, events: rounds, left });
}

export async function fullDisk(executable: string, rounds: number): Promise<SoakRow> {
  const what = 'state on a full disk';
  const world = new World(executable);
  const state = world.makeFolder('state');
  const mounted = `mount -t tmpfs -o size=256k none '${state}'`;
  const inside = (script: string) => ['-m', 'sh', '-c', `${mounted} && { ${script}; }`];
  if (!isRoot || world.run('unshare', inside('true')).status !== 0) {
    world.remove();
    return skipped(what, 'needs root, and leave to mount');
  }
  world.hooks([GUARD]);
  const fill = `head -c 1M /dev/zero > '${state}/full' 2>/dev/null`;
  const each = `i=0; while [ $i -lt ${rounds} ]; do ${dispatchLine} < '${world.write('event', danger(world))}'; echo; i=$((i+1)); done`;
  const { stdout } = world.run('unshare', inside(`${fill}; ${each}`), '', forLine(world));
  const lost = rounds - stdout.split('\n').filter(isDenied).length;
  const left = await world.left();
  world.remove();
  return judged({ what, memory: null, lost, events: rounds, left });
}

/** How many times the call was not denied. */
function deniedNot(rounds: number, dispatch: () => ReturnType<World['run']>): number {
  return Array.from({ length: rounds }, dispatch).filter(({ stdout }) => !isDenied(stdout)).length;
}

function give(folder: string, user: number): void {
  chownSync(folder, user, user);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) give(path, user);
    else chownSync(path, user, user);
  }
}
