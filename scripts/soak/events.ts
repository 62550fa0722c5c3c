// Very many events: through the library, and through the sidecar.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createEngine, type Engine, openJournal, parseInput } from 'amplifier-hooks';
import { Client } from '../../src/hosts/sidecar/testing/client.js';
import { journalStats } from '../../src/journal/index.js';
import { isRecord } from '../../src/text/index.js';
import { judged, type SoakRow } from './row.js';
import { GUARD, World } from './world.js';

/** One event in so many meets the guard; every second of these must be denied. */
const GUARDED = 20;

const toolAt = (index: number): string => (index % GUARDED === 0 ? 'Bash' : 'Read');
const commandAt = (index: number): string => (index % (2 * GUARDED) === 0 ? 'rm -rf build' : `ls ${index}`);
const mustDeny = (index: number): boolean => index % (2 * GUARDED) === 0;

const MB = 1024 * 1024;

export async function library(executable: string, events: number): Promise<SoakRow> {
  const world = new World(executable);
  world.hooks([GUARD]);
  const where = { stateDir: world.path('state', 'amplifier-hooks'), projectDir: world.project };
  const journal = openJournal({ ...where, onProblem: ({ message }) => console.error(message) });
  const engine = createEngine({ ...where, home: world.home, env: world.env, journal });
  const warm = Math.min(1000, events / 10);
  let wrong = await play(engine, world, 0, warm);
  const begin = used();
  wrong += await play(engine, world, warm, events);
  await journal.flush();
  const end = used();
  await engine.close();
  await journal.close();
  const { events: recorded } = await journalStats(where);
  const kept = recorded.reduce((sum, { ran, idle }) => sum + ran + idle, 0);
  const left = await world.left();
  world.remove();
  const lost = wrong + Math.abs(events - kept);
  return judged({ what: 'events through the library', memory: { begin, end }, lost, events, left }, 16);
}

/** How many of these events were answered wrongly. */
async function play(engine: Engine, world: World, from: number, to: number): Promise<number> {
  let wrong = 0;
  for (let index = from; index < to; index += 1) {
    const parsed = parseInput(world.event(toolAt(index), commandAt(index), `s${index % 7}`));
    if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('the soak made a bad event');
    const { permission } = await engine.dispatch(parsed.input);
    if ((permission === 'deny') !== mustDeny(index)) wrong += 1;
  }
  return wrong;
}

/** Without what nobody holds any more. */
function used(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
}

export async function sidecar(executable: string, events: number): Promise<SoakRow> {
  const world = new World(executable);
  world.hooks([GUARD]);
  const child = spawn(process.execPath, [executable, 'serve'], { cwd: world.project, env: world.env });
  child.stderr.resume();
  const ended = once(child, 'close');
  const client = new Client(child.stdin, child.stdout);
  await client.get('initialize', {
    protocol: [1],
    host: { name: 'soak', version: '1' },
    format: 'claude',
  });
  await client.get('session/open', { session: 'soak', cwd: world.project });
  const ask = async (index: number): Promise<number> => {
    const input = world.event(toolAt(index), commandAt(index));
    const reply = await client.ask('event', { session: 'soak', input }).reply;
    if ('error' in reply) return 1;
    return isDenied(reply.result) === mustDeny(index) ? 0 : 1;
  };
  const warm = Math.min(1000, events / 10);
  let lost = await inBatches(ask, 0, warm);
  const begin = residentOf(child.pid);
  lost += await inBatches(ask, warm, events, () => {
    client.heard.length = 0;
    client.said.length = 0;
  });
  const end = residentOf(child.pid);
  child.stdin.end();
  await ended;
  const left = await world.left();
  world.remove();
  const memory = begin === null || end === null ? null : { begin, end };
  return judged({ what: 'events through the sidecar', memory, lost, events, left }, 64);
}

/** Whether the answer, as a hook of Claude Code would print it, denies. */
function isDenied(reply: unknown): boolean {
  const answer = isRecord(reply) && isRecord(reply['result']) ? reply['result']['stdout'] : null;
  return typeof answer === 'string' && answer.includes('"deny"');
}

/** Some at a time, as a host with several agents sends them. */
async function inBatches(
  ask: (index: number) => Promise<number>,
  from: number,
  to: number,
  between = () => {},
): Promise<number> {
  let lost = 0;
  for (let start = from; start < to; start += 40) {
    const batch = Array.from({ length: Math.min(40, to - start) }, (_, offset) => ask(start + offset));
    lost += (await Promise.all(batch)).reduce((sum, one) => sum + one, 0);
    between();
  }
  return lost;
}

/** Megabytes of memory of a process; `null`: this system does not show it. */
function residentOf(pid: number | undefined): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}
