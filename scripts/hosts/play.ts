// One case in one host: starts it with our model and our connection, and looks at what came of it.
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { agentNamed } from '../../src/hosts/agents/index.js';
import type { Case } from './case.js';
import { WORDS } from './cases.js';
import type { Driver } from './driver.js';
import type { Installed } from './install.js';
import { endAll, newMark } from './marked.js';
import type { ToolCall } from './model/dialect.js';
import { ScriptedModel } from './model/server.js';
import type { Exchange, Seen } from './seen.js';
import { World } from './world.js';

const PROMPT = 'Please do what has to be done here.';
/** Nothing that is played takes minutes. */
const PATIENCE = 180_000;
const BESIDE = 160;

export interface Played {
  readonly seen: Seen;
  readonly exchanges: readonly Exchange[];
  /** Where it was played, as it stands in what was exchanged. */
  readonly root: string;
  /** What the host printed, for who looks for a fault. */
  readonly output: string;
}

export async function play(
  driver: Driver,
  { program, path, beside }: Installed,
  which: Case,
  take: number,
): Promise<Played> {
  const world = new World();
  const folder = world.start(which);
  const calls: readonly ToolCall[] = which.plays(driver.tools(folder))[take] ?? [];
  const model = await ScriptedModel.start(calls);
  try {
    world.prepare(which);
    if (driver.beside !== undefined && beside !== null)
      cpSync(beside, world.path(driver.beside.folder), { recursive: true });
    driver.prepare(world, model.address);
    world.connect(driver);
    const env = { ...world.env(path), ...driver.env(world, model.address) };
    const ended = await run(program, driver.argv(PROMPT), folder, env);
    const exchanges = world.exchanges();
    const told = model.asked
      .flatMap(({ messages }) => messages)
      .filter(({ text }) => text.includes(WORDS))
      .map(({ role, text }) => ({ role, text: around(text) }));
    return {
      seen: {
        files: world.files(folder),
        told: told.filter(isFirst),
        printed: ended.output.includes(WORDS),
        requests: model.asked.filter(({ tools }) => tools.length > 0).length,
        ended: ended.byItself,
        exitCode: ended.code,
        asked: await eventsOf(driver, exchanges),
      },
      exchanges,
      root: world.root,
      output: ended.output,
    };
  } finally {
    await model.stop();
    world.remove();
  }
}

/** The words of the hook with what stands beside them: a message may be the whole prompt of the host. */
function around(text: string): string {
  const at = text.indexOf(WORDS);
  return text.slice(Math.max(0, at - BESIDE), at + WORDS.length + BESIDE);
}

const isFirst = (
  one: { readonly role: string; readonly text: string },
  index: number,
  all: readonly { readonly role: string; readonly text: string }[],
): boolean => all.findIndex(({ role, text }) => role === one.role && text === one.text) === index;

/** Under the names that hooks know, each once. */
async function eventsOf({ name }: Driver, exchanges: readonly Exchange[]): Promise<readonly string[]> {
  const agent = await agentNamed(name);
  const names = exchanges.map(({ payload, event }) => {
    if (agent === null) return String(payload['hook_event_name']);
    const read = agent.read({ fields: payload, event, cwd: '/', env: {} });
    return read.kind === 'event' ? read.event : null;
  });
  return [...new Set(names.filter((event) => event !== null))];
}

interface HostEnd {
  readonly code: number | null;
  readonly byItself: boolean;
  readonly output: string;
}

/** Runs it to its end, and ends what it left behind. */
async function run(
  program: string,
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<HostEnd> {
  const mark = newMark();
  const child = spawn(program, argv, {
    cwd,
    env: { ...env, ...mark.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  let byItself = true;
  const limit = setTimeout(() => {
    byItself = false;
    endAll(child.pid, mark);
  }, PATIENCE);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    // Not `close`: what it left behind may hold its output open.
    child.on('exit', resolve);
  });
  clearTimeout(limit);
  endAll(child.pid, mark);
  return { code, byItself, output: output.join('') };
}
