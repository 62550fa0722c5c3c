// Starts every armed hook once, on copies, with an event made up for it.
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decide, isAsyncMarker } from '../../decide/index.js';
import { type Engine, engineOf, type Settled } from '../../engine/index.js';
import { type HookInput, parseInput, renderStdin } from '../../events/index.js';
import { sampleEvents } from '../../explain/index.js';
import { makeFolders } from '../../files/index.js';
import type { Decision, Failure, Hook, Run, Runner, Task } from '../../nouns.js';
import { createCommandRunner, fastTempDir, hookEnvironment } from '../../run/index.js';
import {
  type CopyLimits,
  type LeftOut,
  makeScratchWorld,
  PathMap,
  PROBE_VARIABLE,
} from '../../scratch/index.js';
import { judgeOfCopy } from '../../trust/index.js';
import { validate } from '../../validate/index.js';
import { connectSign, Servers, toolSign } from './services.js';

export type Sign =
  /** It ran to its end and obeyed the rules; `said` is its answer in words. */
  | { readonly state: 'alive'; readonly said: string; readonly durationMs: number }
  | {
      readonly state: 'failed';
      readonly kind: Failure['kind'] | 'cancelled';
      readonly why: string;
      readonly durationMs: number;
    }
  | { readonly state: 'not probed'; readonly why: string };

export interface Probed {
  readonly hook: Hook;
  readonly sign: Sign;
  /** Absolute paths in its command that lead out of the copies. */
  readonly outside: readonly string[];
}

export interface ProbeReport {
  readonly probed: readonly Probed[];
  readonly leftOut: readonly LeftOut[];
}

export interface ProbeOptions {
  /** No hook gets more; default 10 s. */
  readonly timeoutMs?: number;
  readonly limits?: CopyLimits;
  /** Told before each hook is started. */
  readonly onProbing?: (hook: Hook, done: number, total: number) => void;
}

const TIMEOUT_MS = 10_000;

/** What no copy can hold back. */
export const CANNOT_CONTAIN: readonly string[] = [
  'the network: a request that a hook sends is really sent (known credentials are taken out of its environment)',
  'absolute paths: a file that a hook names by its full path is the real one, not a copy',
  'real services: a database, a daemon or a message bus that a hook talks to is the real one',
];

/** Starts the hooks one after the other. */
export async function probe(settled: Settled, how: ProbeOptions = {}): Promise<ProbeReport> {
  const real = await validate(settled);
  const scripts = real.subjects.flatMap((subject) => subject.scripts.map(({ path }) => path));
  const world = makeScratchWorld(settled, { variable: PROBE_VARIABLE, scripts, limits: how.limits });
  const back = new PathMap(world.moved.map(([from, to]) => [to, from]));
  // What may be started was judged where it lies; of the copies nobody has approved anything.
  const judge = settled.guard === null ? null : judgeOfCopy(settled.request, settled.guard);
  const scratch = { ...world.settled, guard: null, request: { ...world.settled.request, judge } };
  const engine = engineOf(scratch);
  const runner = createCommandRunner({ profile: scratch.profile, tempDir: fastTempDir(settled.env) });
  const servers = new Servers(settled, scratch, engine.generation);
  try {
    const probed: Probed[] = [];
    const hooks = real.generations.flatMap((generation) => generation.hooks);
    for (const hook of hooks) {
      how.onProbing?.(hook, probed.length, hooks.length);
      const sign = await signOf(hook, {
        engine,
        runner,
        settled: scratch,
        timeoutMs: how.timeoutMs ?? TIMEOUT_MS,
        servers,
      });
      const one = { hook, sign: withRealPaths(sign, back), outside: pathsOutside(hook, scratch) };
      probed.push(one);
    }
    return { probed, leftOut: world.leftOut };
  } finally {
    await servers.close();
    await runner.close();
    await engine.close();
    await world.remove();
  }
}

interface Laboratory {
  readonly engine: Engine;
  readonly runner: Runner;
  readonly settled: Settled;
  readonly timeoutMs: number;
  readonly servers: Servers;
}

async function signOf(real: Hook, laboratory: Laboratory): Promise<Sign> {
  const notProbed = (why: string): Sign => ({ state: 'not probed', why });
  if (real.inactive !== null) return notProbed(real.inactive.detail);
  if (real.trust === 'changed')
    return notProbed('it changed since you approved it; `amplifier-hooks trust` shows what');
  const { handler } = real;
  const { engine, settled, timeoutMs } = laboratory;
  if (handler.type === 'prompt' || handler.type === 'agent')
    return notProbed('a model would be asked, which costs money; --ask-model asks it one short question');
  if (handler.type === 'http')
    return connectSign(
      real,
      handler,
      engine.generation,
      settled.profile,
      Math.min(timeoutMs, real.timeoutMs ?? timeoutMs),
    );
  if (handler.type === 'mcp_tool') return toolSign(real, handler, laboratory.servers, timeoutMs);
  const hook = laboratory.engine.generation.hooks.find(({ id }) => id === real.id);
  if (hook === undefined) return notProbed('its definition did not fit into the copy');
  const found = inputFor(hook, laboratory);
  if ('why' in found) return notProbed(found.why);
  return judge(await start(hook, found.input, laboratory), found.input, laboratory);
}

/** An event that selects the hook, or why there is none. */
function inputFor(
  hook: Hook,
  { engine, settled }: Laboratory,
): { readonly input: HookInput } | { readonly why: string } {
  let why = 'no event can be made up that selects it';
  const places = { project: settled.projectDir, home: settled.home, rulesRoot: hook.source.rulesRoot };
  for (const event of sampleEvents(hook, places)) {
    const parsed = parseInput(event);
    if (!parsed.ok || parsed.input.kind === 'unknown') continue;
    const entry = engine
      .plan(parsed.input)
      .entries()
      .find((one) => one.hook.id === hook.id);
    if (entry?.runs === true) return { input: parsed.input };
    if (entry !== undefined) why = `no event was found that selects it: ${entry.reason.detail}`;
  }
  return { why };
}

function start(
  hook: Hook,
  input: HookInput,
  { engine, runner, settled, timeoutMs }: Laboratory,
): Promise<Run> {
  const { profile, projectDir, env, remote, stateDir } = settled;
  const begin = performance.now();
  const end = new AbortController();
  return new Promise((resolve) => {
    const task: Task = {
      hook,
      input,
      stdin: renderStdin(input, {
        bothSpellings: profile.bothSpellings,
        timestamp: profile.timestamp ? new Date().toISOString() : null,
      }),
      http: engine.generation.http,
      env: hookEnvironment({
        base: env,
        generationEnv: engine.generation.env,
        hook,
        profile,
        projectDir,
        sessionId: input.sessionId,
        effort: null,
        envFile: input.row.envFile ? emptyFile(stateDir, 'env.sh') : null,
        exported: [],
        remote,
        hostPid: process.pid,
      }),
      cwd: [projectDir],
      timeoutMs: Math.min(timeoutMs, hook.timeoutMs ?? timeoutMs),
      signal: end.signal,
      recheck: null,
      onFirstLine: (line) => {
        if (!isAsyncMarker(line)) return false;
        // It goes on by itself in a session; that it lives is seen.
        resolve({ hook, outcome: { kind: 'background' }, durationMs: performance.now() - begin });
        end.abort('the probe has seen enough');
        return true;
      },
    };
    void runner.run(task).then(resolve);
  });
}

function emptyFile(folder: string, name: string): string {
  makeFolders(folder);
  writeFileSync(join(folder, name), '');
  return join(folder, name);
}

function judge(run: Run, input: HookInput, { engine, settled }: Laboratory): Sign {
  const { durationMs } = run;
  if (run.outcome.kind === 'cancelled')
    return { state: 'failed', kind: 'cancelled', why: run.outcome.why, durationMs };
  const plan = { ...engine.plan(input), runs: [run.hook], entries: () => [] };
  const decision = decide({ input, plan, runs: [run], late: [], projectAllow: true }, settled.profile);
  const [failure] = decision.failures;
  if (failure !== undefined) return { state: 'failed', kind: failure.kind, why: failure.message, durationMs };
  const said = run.outcome.kind === 'background' ? 'goes on in the background' : inWords(decision);
  return { state: 'alive', said, durationMs };
}

/** What a hook answered. */
function inWords(decision: Decision): string {
  const { permission, blocked, reason, stop, feedback, context, systemMessages, updatedInput } = decision;
  const quoted = (text: string | null): string =>
    text === null || text.trim() === '' ? '' : `: ${JSON.stringify(text.trim())}`;
  const parts = [
    ...(permission === null ? [] : [`says ${permission}${quoted(reason)}`]),
    ...(blocked && permission !== 'deny' ? [`blocks${quoted(reason)}`] : []),
    ...(stop === null ? [] : [`ends the turn${quoted(stop.value)}`]),
    ...[...feedback, ...context].map(({ value }) => `tells the agent${quoted(value)}`),
    ...systemMessages.map(({ value }) => `tells the user${quoted(value)}`),
    ...(updatedInput === null ? [] : ['changes the tool input']),
  ];
  return parts.length === 0 ? 'has no objection' : parts.join('; ');
}

/** What hooks say about the copies is shown as if it were about the real folders. */
const withRealPaths = (sign: Sign, back: PathMap): Sign =>
  sign.state === 'alive' ? { ...sign, said: back.text(sign.said) } : { ...sign, why: back.text(sign.why) };

/** A path at the beginning of a word, in quotes or not. */
const ABSOLUTE = /(?<=(?:^|[\s=(;|&<>])["']?)\/[\w.@+-]+(?:\/[\w.@+-]+)*/g;
/** Folders that hold programs and devices, where nobody expects a copy. */
const OF_THE_SYSTEM = /^\/(?:bin|sbin|usr|lib|opt|dev|proc|nix|System|Library)(?:\/|$)/;

function pathsOutside({ handler }: Hook, { projectDir, home }: Settled): readonly string[] {
  if (handler.type !== 'command') return [];
  const words = [handler.command, ...(handler.args ?? [])].join(' ').matchAll(ABSOLUTE);
  return [...new Set([...words].map(([path]) => path))].filter(
    (path) =>
      mayBeFile(path) &&
      !OF_THE_SYSTEM.test(path) &&
      !path.startsWith(`${projectDir}/`) &&
      !path.startsWith(`${home}/`),
  );
}

/** The end of a pattern of sed looks like a path too. */
const mayBeFile = (path: string): boolean => dirname(path) !== '/' || existsSync(path);
