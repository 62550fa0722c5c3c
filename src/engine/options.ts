// What an engine can be told, with every default in one place.
import { resolve } from 'node:path';
import { type ConfigRequest, configRequest, defaultManagedFile } from '../config/index.js';
import { type HookInput, nativeToolAliases } from '../events/index.js';
import { homeOf, isFolder, type StateDir, stateDirOf } from '../files/index.js';
import { settledNames } from '../machine/index.js';
import type { ModelConfig } from '../models/index.js';
import type {
  Diagnostic,
  HandlerType,
  Hook,
  HookId,
  Journal,
  Model,
  Observed,
  Runner,
  TrustMode,
  WarmMode,
} from '../nouns.js';
import type { MatcherMode } from '../profile-names.js';
import { type Profile, type ProfileName, profile } from '../profiles.js';
import { Trust } from '../trust/index.js';
import { engineDiagnostic } from './diagnostic.js';

export interface EngineOptions {
  /** Where the session starts: project hooks and settings are looked for here, and nowhere above. */
  readonly projectDir: string;
  /** Default: the user's home directory. */
  readonly home?: string;
  /** Which reading wins where documents differ; default `amplifier`. */
  readonly profile?: ProfileName;
  /** `false` keeps every hook from running. */
  readonly enabled?: boolean;
  readonly allowUserHooks?: boolean;
  readonly allowProjectHooks?: boolean;
  /** A permission `allow` that only the project's hooks give counts; default `false`: it skips no question. */
  readonly projectAllow?: boolean;
  /** Seconds; default by profile. */
  readonly defaultTimeout?: number;
  /** Seconds; default by profile. */
  readonly maxTimeout?: number;
  /** Read Claude Code's settings files too; default `false`. */
  readonly claudeSettings?: boolean | ClaudeSettingsOptions;
  /** Plugin directories. */
  readonly plugins?: readonly string[];
  /** `SKILL.md` files whose front matter may carry hooks. */
  readonly skills?: readonly string[];
  /** Agent files whose front matter may carry hooks. */
  readonly agents?: readonly string[];
  /** The environment hooks inherit; default: that of this process, as it is now. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Further names under which a host's tool can be selected; they never reach the hook. Default: Amplifier's own in that profile. */
  readonly toolAliases?: (toolName: string) => readonly string[];
  /** `full`: a regular expression must match the whole value. */
  readonly matcherMode?: MatcherMode;
  /**
   * Which hooks of a project run. `content`: those that the user approved, as they were approved; `follow`: all but refused ones;
   * `off`: all, and nobody asks. Default by profile.
   */
  readonly trust?: TrustMode;
  /** Digests that somebody approved elsewhere, for machines without a person (`amplifier-hooks trust --export`). */
  readonly trustedDigests?: Iterable<string>;
  /** For env files and over-long output; default: the user's state directory. */
  readonly stateDir?: string;
  /** The session runs on a remote machine. */
  readonly remote?: boolean;
  /** The session ends after one turn: hooks that may wake the model later are awaited, since there is no later. */
  readonly oneShot?: boolean;
  /** Notice edited configuration files by itself; default `false`. */
  readonly watch?: boolean;
  /**
   * Command hooks that run often have their process started before it is needed. Default `learned`; with `oneShot` none is, since
   * nothing would use it.
   */
  readonly warm?: WarmMode;
  /** The process that hooks are told is their host; default: this one. */
  readonly hostPid?: number;
  /** Hears everything that happens; default: nobody. */
  readonly journal?: Journal | null;
  /** Runs hooks of a type in the host's own way; `null`: hooks of this type are refused. */
  readonly runners?: Partial<Readonly<Record<HandlerType, Runner | null>>>;
  /** Runs commands that it knows without a process of their own, and hands the others on. */
  readonly inProcess?: (otherwise: Runner) => Runner;
  /** Which model prompt and agent hooks ask; default: what the user's `~/.amplifier/hooks-model.json` says. */
  readonly model?: ModelConfig;
  /** The model that the host itself offers for a session; it is asked before any other. */
  readonly hostModel?: (sessionId: string) => Model | null;
  /** Agent hooks may run commands; default: what the user's file says, else `false`. */
  readonly agentCommands?: boolean;
  /** MCP servers of the host, as in "mcpServers"; they count before those of files. */
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  /** `false`: hooks that are to observe only decide all the same, for whoever tests them; default `true`. */
  readonly heedModes?: boolean;
  /** Told what each hook that only observes would have decided, whenever one has ended. */
  readonly onObserved?: (seen: Observed) => void;
  /** Told at once of everything that is found in the background: reloads, failed background hooks. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
}

export interface ClaudeSettingsOptions {
  /** Default: user, project and local. */
  readonly sources?: readonly ('user' | 'project' | 'local')[];
  /** A settings file the user named explicitly. */
  readonly flagFile?: string | null;
  /** The administrator's settings file; default: where the platform keeps it. */
  readonly managedFile?: string | null;
}

/** The options with nothing left open. */
export interface Settled {
  readonly profile: Profile;
  readonly projectDir: string;
  readonly home: string;
  /** Why there is no home directory; `null`: there is one. */
  readonly homeMissing: string | null;
  readonly request: ConfigRequest;
  readonly projectAllow: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly toolAliases: (toolName: string) => readonly string[];
  readonly matcherMode: MatcherMode;
  readonly stateDir: string;
  /** Asked before a hook is started; `null`: nobody is. */
  readonly guard: Trust | null;
  readonly remote: boolean;
  readonly oneShot: boolean;
  readonly watch: boolean;
  readonly warm: WarmMode;
  readonly hostPid: number;
  readonly journal: Journal | null;
  readonly runners: Partial<Readonly<Record<HandlerType, Runner | null>>>;
  readonly inProcess: (otherwise: Runner) => Runner;
  /** Put around every runner, whatever it is. */
  readonly around: (runner: Runner, type: HandlerType) => Runner;
  readonly model: Readonly<Record<string, unknown>> | null;
  readonly hostModel: (sessionId: string) => Model | null;
  readonly agentCommands: boolean | null;
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly onObserved: ((seen: Observed) => void) | null;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  /** Runs background hooks and those that only observe where they outlive this process; `null`: they run here. */
  readonly handOver: HandOver | null;
}

/** Hooks of an event that another process runs than the one that answers it: in the background, or only observing. */
export interface Handed<H = Hook> {
  readonly input: HookInput;
  readonly hooks: readonly H[];
  /** The id under which the event is recorded; empty: it is not. */
  readonly eventId: string;
  /** When the event came, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The input is the call as this hook rewrote it. */
  readonly rewrittenBy?: HookId;
}

/** Gives hooks of an event to who outlives this process; `false`: they are not taken. */
export type HandOver = (handed: Handed) => Promise<boolean>;

const NO_ALIASES = (): readonly string[] => [];

export function settle(options: EngineOptions): Settled {
  const chosen = profile(options.profile ?? 'amplifier');
  const projectDir = resolve(options.projectDir);
  const env = definedOnly(settledNames(options.env ?? process.env));
  const { path: home, missing } = homeOf(env, options.home);
  const state: StateDir =
    options.stateDir === undefined
      ? stateDirOf(env, { path: home, missing })
      : { path: options.stateDir, problem: null };
  const stateDir = state.path;
  const guard = new Trust({ stateDir, digests: new Set(options.trustedDigests) });
  const settings = claudeSettings(options.claudeSettings ?? false);
  return {
    profile: chosen,
    projectDir,
    home,
    homeMissing: missing,
    request: configRequest({
      profile: chosen,
      projectDir,
      home,
      enabled: options.enabled ?? true,
      allowUserHooks: missing === null && (options.allowUserHooks ?? true),
      allowProjectHooks: options.allowProjectHooks ?? true,
      defaultTimeout: options.defaultTimeout ?? null,
      maxTimeout: options.maxTimeout ?? null,
      claudeSettings: settings,
      policyFile: settings === null ? defaultManagedFile(process.platform) : settings.managedFile,
      trust: { stated: options.trust ?? null, usual: chosen.trust },
      plugins: (options.plugins ?? []).map((path) => resolve(path)),
      skills: (options.skills ?? []).map((path) => resolve(path)),
      agents: (options.agents ?? []).map((path) => resolve(path)),
      heedsModes: options.heedModes ?? true,
      judge: guard.judge,
      beforehand: [...projectProblem(projectDir), ...placeProblems(missing, state)],
    }),
    projectAllow: options.projectAllow ?? false,
    env,
    toolAliases: options.toolAliases ?? (chosen.name === 'amplifier' ? nativeToolAliases : NO_ALIASES),
    matcherMode: options.matcherMode ?? 'search',
    stateDir,
    guard,
    remote: options.remote ?? env['CLAUDE_CODE_REMOTE'] === 'true',
    oneShot: options.oneShot ?? false,
    watch: options.watch ?? false,
    warm: options.warm ?? (options.oneShot === true ? 'off' : 'learned'),
    hostPid: options.hostPid ?? process.pid,
    journal: options.journal ?? null,
    runners: options.runners ?? {},
    inProcess: options.inProcess ?? ((otherwise) => otherwise),
    around: (runner) => runner,
    model: options.model === undefined ? null : { ...options.model },
    hostModel: options.hostModel ?? (() => null),
    agentCommands: options.agentCommands ?? null,
    mcpServers: options.mcpServers ?? {},
    onObserved: options.onObserved ?? null,
    onDiagnostic: options.onDiagnostic ?? (() => undefined),
    handOver: null,
  };
}

function projectProblem(projectDir: string): readonly Diagnostic[] {
  if (isFolder(projectDir)) return [];
  const message = `The project ${projectDir} is not a folder, so hooks and settings of a project are not loaded`;
  return [engineDiagnostic('project-missing', message, projectDir, null)];
}

function placeProblems(missing: string | null, { path, problem }: StateDir): readonly Diagnostic[] {
  const instead = `What must be remembered lies in ${path}`;
  if (missing !== null) {
    const message = `There is no home directory: ${missing}. Hooks of the user are not loaded. ${instead}`;
    return [engineDiagnostic('home-missing', message, null, null)];
  }
  return problem === null ? [] : [engineDiagnostic('state-elsewhere', `${problem}. ${instead}`, null, null)];
}

/** The same options where nobody is asked: for looking at hooks, not for running them. */
export const unjudged = (settled: Settled): Settled => ({
  ...settled,
  guard: null,
  request: { ...settled.request, judge: null },
});

type Elsewhere = Partial<
  Pick<
    ConfigRequest,
    'projectDir' | 'home' | 'claudeSettings' | 'policyFile' | 'plugins' | 'skills' | 'agents'
  >
>;

/** The same options for other places. */
export function elsewhere(settled: Settled, places: Elsewhere): Settled {
  const beforehand = settled.request.beforehand.filter(
    ({ code }) => code !== 'project-missing' || places.projectDir === undefined,
  );
  const request = configRequest({ ...settled.request, ...places, beforehand });
  return { ...settled, projectDir: request.projectDir, home: request.home, request };
}

function claudeSettings(wish: boolean | ClaudeSettingsOptions): ConfigRequest['claudeSettings'] {
  if (wish === false) return null;
  const given = wish === true ? {} : wish;
  return {
    sources: given.sources ?? ['user', 'project', 'local'],
    flagFile: given.flagFile ?? null,
    managedFile: given.managedFile === undefined ? defaultManagedFile(process.platform) : given.managedFile,
  };
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}
