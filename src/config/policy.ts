// Which hooks are switched off as a whole, by options of the host and by settings files.
import { liesIn } from '../files/index.js';
import type { Diagnostic, EnvLayer, HookSource, HttpPolicy, Inactive, Scope, Voice } from '../nouns.js';
import { voiceOfScope } from '../voices.js';
import { diagnostic } from './diagnostic.js';
import { keepsProjectOut, offBySource, type PolicyWordsOfAll } from './hook-policy.js';
import { httpPolicy, listProblems } from './lists.js';
import type { ConfigRequest } from './request.js';
import type { Settings } from './settings.js';

export interface Policy {
  /** Why no hook of a source takes part; `null`: they do. */
  readonly offFor: (source: HookSource) => Inactive | null;
  /** Whether what the project says beside its hooks counts. */
  readonly hearsProject: boolean;
  readonly env: readonly EnvLayer[];
  readonly http: HttpPolicy;
  readonly diagnostics: readonly Diagnostic[];
}

/** From weak to strong. */
const PRECEDENCE: readonly Scope[] = ['user', 'project', 'local', 'flag', 'managed'];

/** Judges the switches of a request and its settings files. */
export function makePolicy(
  request: ConfigRequest,
  settings: readonly Settings[],
  words: PolicyWordsOfAll,
): Policy {
  const hearsProject = request.allowProjectHooks && !keepsProjectOut(words);
  const ranked = PRECEDENCE.flatMap((scope) => settings.filter((one) => one.scope === scope)).filter(
    // A project that is kept out has no say; a user may still switch off more than the host does.
    ({ scope }) => !isProjectScope(scope) || hearsProject,
  );
  const managed = ranked.filter(({ scope }) => scope === 'managed');
  const managedOnly = managed.findLast((one) => one.managedHooksOnly !== null);
  const pluginsOnly = managed.findLast((one) => one.pluginHooksOnly !== null);
  const protectUser = !request.profile.projectDisablesUserHooks;
  const disabler = (voices: (scope: Scope) => boolean): Settings | null => {
    const last = ranked.findLast((one) => one.disableAllHooks !== null && voices(one.scope));
    return last?.disableAllHooks?.on === true ? last : null;
  };
  const forProject = disabler(() => true);
  const forUser = protectUser ? disabler((scope) => !isProjectScope(scope)) : forProject;

  const offFor = (source: HookSource): Inactive | null => {
    if (!request.enabled) return off('disabled', 'the option enabled is false');
    const voice = voiceOf(request, source);
    const by = voice === 'project' ? forProject : forUser;
    if (by?.scope === 'managed') return offBy('disabled', 'disableAllHooks', by);
    // Nobody but the administrator switches off the administrator's hooks.
    if (voice === 'managed') return null;
    if (managedOnly?.managedHooksOnly?.on === true)
      return offBy('not-allowed', 'allowManagedHooksOnly', managedOnly);
    if (pluginsOnly?.pluginHooksOnly?.on === true && source.scope !== 'plugin')
      return off(
        'not-allowed',
        `"strictPluginOnlyCustomization" in ${pluginsOnly.sheet.source.file} leaves hooks to plugins`,
      );
    const kept = offBySource(words, source, voice);
    if (kept !== null) return kept;
    const option = refusedBy(request, source.scope);
    if (option !== null) return off('not-allowed', `the option ${option} is false`);
    return by === null ? null : offBy('disabled', 'disableAllHooks', by);
  };
  const heard = ranked.filter(({ scope }) => refusedBy(request, scope) === null);
  const env = heard
    .filter((one) => Object.keys(one.env).length > 0)
    .map(({ scope, sheet, env: variables }): EnvLayer => {
      return Object.freeze({ voice: voiceOfScope(scope), file: sheet.source.file, variables });
    });
  const voiced = ranked.map((one) => ({ ...one, voice: voiceOfScope(one.scope) }));
  const http = httpPolicy(voiced);
  return {
    offFor,
    hearsProject,
    env: Object.freeze(env),
    http,
    diagnostics: [...report(forProject, forUser), ...listProblems(voiced, http, request.profile)],
  };
}

/** The option of the host that keeps definitions of a scope out. */
function refusedBy(request: ConfigRequest, scope: Scope): string | null {
  if (scope === 'user' && !request.allowUserHooks) return 'allow_user_hooks';
  return isProjectScope(scope) && !request.allowProjectHooks ? 'allow_project_hooks' : null;
}

function report(forProject: Settings | null, forUser: Settings | null): Diagnostic[] {
  const tell = (code: 'hooks-disabled' | 'disable-limited', one: Settings, what: string): Diagnostic => {
    const { sheet, disableAllHooks } = one;
    const at = disableAllHooks === null ? null : sheet.positionOf(disableAllHooks.at);
    return diagnostic(code, `"disableAllHooks" switches off ${what}`, { file: sheet.source.file, at });
  };
  const found: Diagnostic[] = [];
  if (forUser !== null) found.push(tell('hooks-disabled', forUser, 'hooks'));
  if (forProject !== null && forProject !== forUser)
    found.push(tell('disable-limited', forProject, 'the hooks of the project, not those of the user'));
  return found;
}

const isProjectScope = (scope: Scope): boolean => voiceOfScope(scope) === 'project';

/** Whether the project at hand has a say about the hooks of a source: about its own, and no others. */
export const mayProjectSwitch = (request: ConfigRequest, source: HookSource): boolean =>
  voiceOf(request, source) === 'project';

/** Whose word a definition is. What lies in the project is the project's, whoever names it. */
export function voiceOf({ projectDir, home }: ConfigRequest, { scope, kind, file }: HookSource): Voice {
  const voice = voiceOfScope(scope);
  if (voice !== 'user') return voice;
  if (scope !== 'user' && scope !== 'flag' && projectDir !== home && liesIn(projectDir, file))
    return 'project';
  return kind === 'plugin' ? 'plugin' : 'user';
}

const off = (code: Inactive['code'], detail: string): Inactive => ({ code, detail });

const offBy = (code: Inactive['code'], key: string, { sheet }: Settings): Inactive =>
  off(code, `"${key}" is true in ${sheet.source.file}`);
