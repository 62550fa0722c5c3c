// The one place that decides what environment a hook gets, and can say why.
import type { EnvLayer, Hook, Voice } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { changesPrograms } from '../text/index.js';
import { reaches, whose } from '../voices.js';
import { isCredential } from './credentials.js';

/** Everything the environment of a hook depends on. */
export interface EnvironmentQuestion {
  /** The host's own environment. */
  readonly base: Readonly<Record<string, string | undefined>>;
  /** Variables that settings files add; later layers win. */
  readonly generationEnv: readonly EnvLayer[];
  readonly hook: Hook;
  readonly profile: Profile;
  readonly projectDir: string;
  readonly sessionId: string;
  readonly effort: string | null;
  /** Where this hook may write `export` lines; `null`: not for this event. */
  readonly envFile: string | null;
  /** What earlier hooks exported there. */
  readonly exported: readonly EnvLayer[];
  readonly remote: boolean;
  readonly hostPid: number;
}

/** One variable that a hook sees differently from the host. */
export interface EnvironmentDifference {
  readonly name: string;
  /** `null`: the hook does not have it. */
  readonly value: string | null;
  /** `withheld`: somebody sets it, but not for this hook, which has `value` all the same. */
  readonly from: 'settings' | 'env-file' | 'engine' | 'removed' | 'withheld';
  readonly why: string;
}

const SCRUB = 'CLAUDE_CODE_SUBPROCESS_ENV_SCRUB';
const SCRUBBED = `a credential, and ${SCRUB} is on`;

/** A variable of the engine: a value, `null` to take an inherited one away, `undefined` to leave it alone. */
interface EngineVariable {
  readonly name: string;
  readonly value: (question: EnvironmentQuestion) => string | null | undefined;
  readonly why: string;
}

const engine = (name: string, value: EngineVariable['value'], why: string): EngineVariable => ({
  name,
  value,
  why,
});

/** Which events commands of this program are answering, for those that their hooks start. A function, so that bundles find it. */
export const answeringVariable = (): string => 'AMPLIFIER_HOOKS_ANSWERING';

const HOST_VARIABLE = 'CLAUDE_PID';

/** Those that may differ from event to event of one session, where one engine answers for many processes. */
export const lateVariables = (): readonly string[] => [answeringVariable(), HOST_VARIABLE];

const ENGINE_VARIABLES: readonly EngineVariable[] = [
  engine('AMPLIFIER_PROJECT_DIR', (q) => q.projectDir, 'the project directory'),
  engine('CLAUDE_PROJECT_DIR', (q) => q.projectDir, 'the project directory'),
  engine('AMPLIFIER_HOOKS_DIR', (q) => q.hook.source.hooksDir, 'the directory the hook was defined in'),
  engine('AMPLIFIER_SESSION_ID', (q) => q.sessionId, 'the session'),
  engine('CLAUDE_CODE_SESSION_ID', (q) => q.sessionId, 'the session'),
  engine('CLAUDECODE', () => '1', 'tells programs that an agent runs them'),
  engine('CLAUDE_CODE_CHILD_SESSION', () => '1', 'tells programs that an agent runs them'),
  engine(HOST_VARIABLE, (q) => String(q.hostPid), 'the process of the host'),
  engine(
    answeringVariable(),
    (q) => q.base[answeringVariable()],
    'what is being answered; nobody else’s word counts',
  ),
  engine('CLAUDE_EFFORT', (q) => q.effort, 'the effort of this event; without one it is not set'),
  engine('AMPLIFIER_ENV_FILE', (q) => q.envFile, 'the file for exports; only where the event has one'),
  engine('CLAUDE_ENV_FILE', (q) => q.envFile, 'the file for exports; only where the event has one'),
  engine(
    'CLAUDE_PLUGIN_ROOT',
    (q) => q.hook.source.pluginRoot,
    'the plugin of the hook; only where it has one',
  ),
  engine('CLAUDE_PLUGIN_DATA', (q) => q.hook.source.pluginData, 'the plugin’s data; only where it has some'),
  engine(
    'CLAUDE_CODE_REMOTE',
    (q) => (q.remote ? 'true' : q.profile.remoteVariable === 'always' ? 'false' : null),
    'whether the host runs remotely',
  ),
  engine(
    'BASH_ENV',
    ({ hook, profile }) => (isShellCommand(hook) && profile.shell === 'bash-or-sh' ? null : undefined),
    'bash would run that file before the hook',
  ),
];

const isShellCommand = ({ handler }: Hook): boolean => handler.type === 'command' && handler.args === null;

/** All that an environment depends on of its hook: hooks with the same have the same environment, where everything else is the same. */
export const environmentKey = (hook: Hook): string => {
  const { hooksDir, pluginRoot, pluginData } = hook.source;
  return JSON.stringify([hook.voice, hooksDir, pluginRoot, pluginData, isShellCommand(hook)]);
};

/** The environment of a hook. */
export function hookEnvironment(question: EnvironmentQuestion): Record<string, string> {
  const decided = decide(question);
  const env: Record<string, string> = {};
  for (const name in question.base) {
    const value = question.base[name];
    if (value !== undefined && !decided.has(name)) env[name] = value;
  }
  for (const { name, value } of decided.values()) if (value !== null) env[name] = value;
  return env;
}

/** How the environment of a hook differs from the host's, and why. */
export function explainEnvironment(question: EnvironmentQuestion): readonly EnvironmentDifference[] {
  const { base } = question;
  const reaching = layersOf(question).map(({ layer }) =>
    variablesFor(question.hook.voice, [layer], question.profile),
  );
  const isThere = (name: string): boolean =>
    [base, ...reaching].some((variables) => Object.hasOwn(variables, name));
  const differs = ({ name, value }: EnvironmentDifference): boolean =>
    value === null ? isThere(name) : base[name] !== value;
  return [...[...decide(question).values()].filter(differs), ...withheld(question)];
}

/** What layers say that reaches this hook, with the later ones winning. */
export function variablesFor(
  voice: Voice,
  layers: readonly EnvLayer[],
  profile: Profile,
): Readonly<Record<string, string>> {
  const variables = new Map<string, string>();
  for (const layer of layers)
    for (const [name, value] of Object.entries(layer.variables))
      if (whyWithheld(name, layer, voice, profile) === null) variables.set(name, value);
  return Object.fromEntries(variables);
}

/** Why a variable of a layer is not for the hooks of a voice; `null`: it is. */
function whyWithheld(name: string, layer: EnvLayer, voice: Voice, profile: Profile): string | null {
  if (profile.settingsEnvReach === 'all') return null;
  if (!reaches(layer.voice, voice))
    return `it is ${whose(layer.voice)} word, which reaches no hook that is ${whose(voice)}`;
  const why = layer.voice === 'project' ? changesPrograms(name) : null;
  return why === null ? null : `it ${why}, so it is not taken from a project`;
}

/** What somebody sets that does not reach this hook. */
function withheld(question: EnvironmentQuestion): readonly EnvironmentDifference[] {
  const { hook, profile } = question;
  const env = new Map(Object.entries(hookEnvironment(question)));
  return layersOf(question).flatMap(({ layer, what }) =>
    Object.keys(layer.variables).flatMap((name): EnvironmentDifference[] => {
      const why = whyWithheld(name, layer, hook.voice, profile);
      if (why === null) return [];
      return [{ name, value: env.get(name) ?? null, from: 'withheld', why: `${what} sets it, but ${why}` }];
    }),
  );
}

/** Everything that is added to the host's environment, in the order in which it counts. */
const layersOf = ({ generationEnv, exported, profile }: EnvironmentQuestion) => [
  ...generationEnv.map((layer) => ({ layer, from: 'settings' as const, what: `\`env\` of ${layer.file}` })),
  ...(profile.envFileReach === 'hooks-and-host' ? exported : []).map((layer) => ({
    layer,
    from: 'env-file' as const,
    what: 'an earlier hook’s env file',
  })),
];

/** Every variable that is not simply the host's. Later layers win. */
function decide(question: EnvironmentQuestion): ReadonlyMap<string, EnvironmentDifference> {
  const { base, generationEnv, hook, profile } = question;
  const decided = new Map<string, EnvironmentDifference>();
  // Who asks for scrubbing is heard by all that he reaches: nobody weaker switches it off again.
  const asked = generationEnv.some(
    ({ voice, variables }) => reaches(voice, hook.voice) && isOn(variables[SCRUB]),
  );
  const scrub = isOn(base[SCRUB]) || asked;
  for (const name in base) {
    const why = whyRemoved(name, base[name], scrub ? profile.scrubbing : null);
    if (why !== null) decided.set(name, { name, value: null, from: 'removed', why });
  }
  for (const { layer, from } of layersOf(question))
    for (const [name, value] of Object.entries(variablesFor(hook.voice, [layer], profile)))
      if (isUsable(name, value)) decided.set(name, { name, value, from, why: WHY[from] });
  if (scrub)
    for (const { name, value } of decided.values())
      if (value !== null && isCredential(name, value, profile.scrubbing))
        decided.set(name, { name, value: null, from: 'removed', why: SCRUBBED });
  for (const variable of ENGINE_VARIABLES) {
    const { name, why } = variable;
    const value = variable.value(question);
    if (value !== undefined)
      decided.set(name, { name, value, from: value === null ? 'removed' : 'engine', why });
  }
  return decided;
}

const WHY = { settings: '`env` of the settings', 'env-file': 'exported by an earlier hook' } as const;

function whyRemoved(
  name: string,
  value: string | undefined,
  scrubbing: Profile['scrubbing'] | null,
): string | null {
  if (value === undefined) return null;
  if (!isUsable(name, value)) return 'the system cannot pass it on';
  if (name.startsWith('OTEL_')) return 'telemetry settings are the host’s own';
  return scrubbing !== null && isCredential(name, value, scrubbing) ? SCRUBBED : null;
}

function isUsable(name: string, value: string): boolean {
  return name !== '' && !name.includes('=') && !name.includes('\0') && !value.includes('\0');
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
