// Hooks as the settings of a project define them.
import type { CommandHandler, EnvLayer, Generation, Hook, HookSource, Voice, VoicedList } from '../nouns.js';

export const source = (changes: Partial<HookSource> = {}): HookSource => ({
  scope: 'project',
  kind: 'claude-settings',
  file: '/project/.claude/settings.json',
  owner: null,
  hooksDir: '/project/.claude',
  pluginRoot: null,
  pluginData: null,
  skill: null,
  rulesRoot: '/project',
  ...changes,
});

export const commandHandler = (
  command: string,
  changes: Partial<Omit<CommandHandler, 'type'>> = {},
): CommandHandler => ({
  type: 'command',
  command,
  args: null,
  shell: null,
  background: 'no',
  rewakeMessage: null,
  rewakeSummary: null,
  ...changes,
});

/** A PreToolUse hook for every tool, whose command is its id. */
export const hook = (
  id: string,
  { source: from, ...changes }: Partial<Omit<Hook, 'id' | 'source'>> & { source?: Partial<HookSource> } = {},
): Hook => ({
  event: 'PreToolUse',
  matcher: null,
  condition: null,
  handler: commandHandler(id),
  timeoutMs: null,
  once: false,
  onFailure: 'continue',
  statusMessage: null,
  description: null,
  line: 1,
  column: 1,
  voice: 'project',
  trust: null,
  inactive: null,
  ...changes,
  id,
  source: source(from),
});

/** A hook of which only the command matters. */
export const commandHook = (
  command: string,
  handler: Partial<Omit<CommandHandler, 'type'>> = {},
  from: Partial<HookSource> = {},
): Hook => hook('test', { handler: commandHandler(command, handler), source: from });

/** Variables of the user's settings, or whoever else's. */
export const envLayer = (variables: EnvLayer['variables'], voice: Voice = 'user'): EnvLayer => ({
  voice,
  file: `/${voice}/settings.json`,
  variables,
});

/** A list of settings: the user's, where nobody else is named. */
export const list = (items: readonly string[], voice: Voice = 'user'): VoicedList => ({
  voice,
  files: [`/${voice}/settings.json`],
  items,
});

export const generation = (hooks: readonly Hook[], changes: Partial<Generation> = {}): Generation => ({
  id: 'g1',
  profile: 'amplifier',
  hooks,
  quarantined: [],
  sources: [],
  switches: [],
  diagnostics: [],
  env: [],
  limits: { defaultTimeoutMs: null, maxTimeoutMs: null },
  http: { allowedUrls: [], refusedUrls: [], allowedEnvVars: [] },
  policy: { files: [], trust: null, sources: [], handlerTypes: [], demands: [], shut: {} },
  ...changes,
});
