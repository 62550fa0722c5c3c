// The one place that decides what environment a hook gets, and can say why.
import type { Hook } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { isCredential } from './credentials.js';

/** Everything the environment of a hook depends on. */
export interface EnvironmentQuestion {
  /** The host's own environment. */
  readonly base: Readonly<Record<string, string | undefined>>;
  /** Variables that settings files add. */
  readonly generationEnv: Readonly<Record<string, string>>;
  readonly hook: Hook;
  readonly profile: Profile;
  readonly projectDir: string;
  readonly sessionId: string;
  readonly effort: string | null;
  /** Where this hook may write `export` lines; `null`: not for this event. */
  readonly envFile: string | null;
  /** What earlier hooks exported there. */
  readonly exported: Readonly<Record<string, string>>;
  readonly remote: boolean;
  readonly hostPid: number;
}

/** One variable that a hook sees differently from the host. */
export interface EnvironmentDifference {
  readonly name: string;
  /** `null`: the hook does not have it. */
  readonly value: string | null;
  readonly from: 'settings' | 'env-file' | 'engine' | 'removed';
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

const ENGINE_VARIABLES: readonly EngineVariable[] = [
  engine('AMPLIFIER_PROJECT_DIR', (q) => q.projectDir, 'the project directory'),
  engine('CLAUDE_PROJECT_DIR', (q) => q.projectDir, 'the project directory'),
  engine('AMPLIFIER_HOOKS_DIR', (q) => q.hook.source.hooksDir, 'the directory the hook was defined in'),
  engine('AMPLIFIER_SESSION_ID', (q) => q.sessionId, 'the session'),
  engine('CLAUDE_CODE_SESSION_ID', (q) => q.sessionId, 'the session'),
  engine('CLAUDECODE', () => '1', 'tells programs that an agent runs them'),
  engine('CLAUDE_CODE_CHILD_SESSION', () => '1', 'tells programs that an agent runs them'),
  engine('CLAUDE_PID', (q) => String(q.hostPid), 'the process of the host'),
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
    ({ hook: { handler }, profile }) =>
      handler.type === 'command' && handler.args === null && profile.shell === 'bash-or-sh'
        ? null
        : undefined,
    'bash would run that file before the hook',
  ),
];

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
  const { base, generationEnv, exported } = question;
  const isThere = (name: string): boolean =>
    [base, generationEnv, exported].some((variables) => Object.hasOwn(variables, name));
  const differs = ({ name, value }: EnvironmentDifference): boolean =>
    value === null ? isThere(name) : base[name] !== value;
  return [...decide(question).values()].filter(differs);
}

/** Every variable that is not simply the host's. Later layers win. */
function decide(question: EnvironmentQuestion): ReadonlyMap<string, EnvironmentDifference> {
  const { base, generationEnv, exported, profile } = question;
  const decided = new Map<string, EnvironmentDifference>();
  const scrub = isOn(base[SCRUB]) || isOn(generationEnv[SCRUB]);
  for (const name in base) {
    const why = whyRemoved(name, base[name], scrub ? profile.scrubbing : null);
    if (why !== null) decided.set(name, { name, value: null, from: 'removed', why });
  }
  add(decided, generationEnv, 'settings', '`env` of the settings');
  if (profile.envFileReach === 'hooks-and-host')
    add(decided, exported, 'env-file', 'exported by an earlier hook');
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

function add(
  decided: Map<string, EnvironmentDifference>,
  variables: Readonly<Record<string, string>>,
  from: 'settings' | 'env-file',
  why: string,
): void {
  for (const [name, value] of Object.entries(variables)) {
    if (isUsable(name, value)) decided.set(name, { name, value, from, why });
  }
}

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
