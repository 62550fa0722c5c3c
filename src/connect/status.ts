// How a host stands: whether it is there, where it is connected, and what is missing.
import { existsSync } from 'node:fs';
import { textIn } from '../files/index.js';
import { findProgram } from '../machine/index.js';
import { PluginProblem } from '../plugins/migrate/index.js';
import { type HostFile, isChange } from './change.js';
import { isTrusted, trustFile } from './codex-changes.js';
import { type Trusted, trustedHooks, trustsProject } from './codex-trust.js';
import { type ConnectOrder, hasLauncher, planConnect, withinOf } from './connect.js';
import { type FileHooks, type Finding, fileHooks, findingsIn, scopesOf } from './findings.js';
import type { ConnectedHost } from './host.js';
import { isLauncher, launcherPath, type Program, startedBy } from './launcher.js';
import { isFor, readsClaude } from './ours.js';
import { type Around, type ConnectScope, placeOf } from './places.js';
import type { Needs } from './wanted.js';
import { ownFiles } from './whole-files.js';

export type ConnectionState = 'connected' | 'incomplete' | 'outdated' | 'broken';

/** Where a host is connected. */
export interface Connection {
  readonly scope: ConnectScope;
  readonly place: string;
  readonly line: number | null;
  readonly state: ConnectionState;
  /** Events that are connected. */
  readonly events: number;
  /** Events that the host has and that are not. */
  readonly missing: readonly string[];
  /** `person`: it needs a step that is told. */
  readonly trust: 'nothing' | 'prepared' | 'missing' | 'person';
  /** What there is to do before hooks run. */
  readonly steps: readonly string[];
}

export interface HostStatus {
  readonly host: ConnectedHost;
  /** Its program; `null`: it is not on PATH. */
  readonly program: string | null;
  readonly connections: readonly Connection[];
  readonly findings: readonly Finding[];
}

/** What is asked for: the words that depend on this installation and on hooks. */
export interface Wanted {
  readonly program: Program;
  needs(scope: ConnectScope): Needs;
}

export async function statusOf(host: ConnectedHost, around: Around, wanted: Wanted): Promise<HostStatus> {
  const program =
    host.settings.programs
      .map((name) => findProgram(name, around.env['PATH'] ?? ''))
      .find((path) => path !== null) ?? null;
  const files = (await Promise.all(scopesOf(around).map((scope) => fileHooks(host, scope, around)))).flatMap(
    (file) => file ?? [],
  );
  const connections: Connection[] = [];
  for (const scope of scopesOf(around)) {
    const one = await connectionIn(host, scope, around, wanted, files);
    if (one !== null) connections.push(one);
  }
  return {
    host,
    program,
    connections,
    findings: [...findingsIn(host, files, around), ...connections.flatMap((one) => gone(host, one, around))],
  };
}

async function connectionIn(
  host: ConnectedHost,
  scope: ConnectScope,
  around: Around,
  wanted: Wanted,
  files: readonly FileHooks[],
): Promise<Connection | null> {
  const place = placeOf(host.settings, scope, around);
  if (place === null) return null;
  const file = files.find((one) => one.scope === scope);
  const whole = file === undefined ? filesOf(host, place, scope, around) : [];
  const events = file?.ours.length ?? whole.length;
  if (events === 0) return null;
  const commands = [
    ...(file?.ours ?? []).map(({ command }) => command),
    ...whole.map(({ text }) => text ?? ''),
  ];
  const words = commands.some(readsClaude) ? ['--claude-settings'] : [];
  const { program, needs } = wanted;
  const order = { ...around, ...needs(scope), program, host, scope, words, trusts: false };
  const { state, missing } = await comparedTo(order, file);
  return { scope, place, line: file?.ours[0]?.line ?? null, state, events, missing, ...trustOf(order, file) };
}

/** None where they cannot be read. */
function filesOf(
  host: ConnectedHost,
  place: string,
  scope: ConnectScope,
  around: Around,
): readonly HostFile[] {
  try {
    return ownFiles(host, place, withinOf(scope, around));
  } catch (error) {
    if (error instanceof PluginProblem) return [];
    throw error;
  }
}

/** Against what `connect` would write now. */
async function comparedTo(
  order: ConnectOrder,
  file: FileHooks | undefined,
): Promise<Pick<Connection, 'state' | 'missing'>> {
  try {
    const plan = await planConnect(order);
    const changes = plan?.changes.filter((change) => change.file !== launcherPath(order.home)) ?? [];
    const has = new Set(file?.ours.map(({ event }) => event) ?? []);
    const missing = file === undefined ? [] : (plan?.events.filter((event) => !has.has(event)) ?? []);
    const absent = changes.some(({ before }) => before === null);
    const state =
      missing.length > 0 || absent ? 'incomplete' : changes.some(isChange) ? 'outdated' : 'connected';
    return { state, missing };
  } catch (error) {
    if (!(error instanceof PluginProblem)) throw error;
    return { state: 'broken', missing: [] };
  }
}

function trustOf(order: ConnectOrder, file: FileHooks | undefined): Pick<Connection, 'trust' | 'steps'> {
  const { host, scope, projectDir } = order;
  const steps = host.settings.trust[scope].map((step) => step.replaceAll('<directory>', projectDir));
  if (steps.length === 0) return { trust: 'nothing', steps };
  if (file === undefined) return { trust: 'person', steps };
  let [isPrepared, isOpen] = [false, false];
  try {
    const config = trustFile(host, order);
    if (config === null) return { trust: 'person', steps };
    isPrepared = isTrusted(config, hashesOf(file));
    isOpen = scope === 'user' || trustsProject(config.text ?? '', config.path, projectDir);
  } catch (error) {
    if (!(error instanceof PluginProblem)) throw error;
    return { trust: 'missing', steps: [error.message] };
  }
  return isPrepared && isOpen
    ? { trust: 'prepared', steps: [] }
    : { trust: 'missing', steps: steps.filter((_, index) => (index === 0 ? !isPrepared : !isOpen)) };
}

const hashesOf = ({ text, place }: FileHooks): readonly Trusted[] =>
  text === null ? [] : trustedHooks(text, place, isFor(['codex']));

/** What is to be started is not there. */
function gone(
  host: ConnectedHost,
  { scope, place, line }: Connection,
  { home, env }: Around,
): readonly Finding[] {
  const finding = (message: string, fix: string): readonly Finding[] => [
    { kind: 'off', message, file: place, line, fix },
  ];
  if (!hasLauncher(scope)) {
    if (findProgram('amplifier-hooks', env['PATH'] ?? '') !== null) return [];
    return finding(
      `amplifier-hooks is not on PATH, where ${host.title} looks for it`,
      'Install it for everybody who uses the project: npm install -g amplifier-hooks',
    );
  }
  const launcher = launcherPath(home);
  const again = `\`amplifier-hooks connect ${host.name}\``;
  const text = textIn(launcher);
  if (text === null || !isLauncher(text)) return finding(`${launcher}, which it starts, is gone`, again);
  const command = startedBy(text);
  if (command !== null && existsSync(command)) return [];
  return finding(`${command ?? 'the executable'}, which ${launcher} starts, is gone`, again);
}
