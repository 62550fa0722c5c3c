// What is asked of this room, with the usual values filled in.
import { resolve } from 'node:path';
import type { Diagnostic, Generation, TrustMode } from '../nouns.js';
import { type Profile, profile } from '../profiles.js';
import { diagnostic } from './diagnostic.js';
import type { Judge } from './judge.js';

/** Which Claude settings files to read. */
export interface ClaudeSettings {
  readonly sources: readonly ('user' | 'project' | 'local')[];
  /** A settings file the user named explicitly. */
  readonly flagFile: string | null;
  /** The settings file of the administrator. */
  readonly managedFile: string | null;
}

export interface ConfigRequest {
  readonly profile: Profile;
  readonly projectDir: string;
  readonly home: string;
  readonly enabled: boolean;
  readonly allowUserHooks: boolean;
  readonly allowProjectHooks: boolean;
  /** In seconds; `null`: what the profile says. */
  readonly defaultTimeout: number | null;
  readonly maxTimeout: number | null;
  /** `null`: Claude settings are not read at all. */
  readonly claudeSettings: ClaudeSettings | null;
  /** The administrator's settings, which are read all the same where they hold a policy for hooks. */
  readonly policyFile: string | null;
  /** What the host says about trust, and what holds where nobody says anything. */
  readonly trust: { readonly stated: TrustMode | null; readonly usual: TrustMode };
  /** Plugin folders. */
  readonly plugins: readonly string[];
  /** SKILL.md files. */
  readonly skills: readonly string[];
  /** Agent definitions, markdown files. */
  readonly agents: readonly string[];
  /** `false`: hooks that are to observe decide all the same. */
  readonly heedsModes: boolean;
  /** Says which of the project's definitions count; `null`: all of them do. */
  readonly judge: Judge | null;
  /** What is to be told before anything is read: about the places themselves. */
  readonly beforehand: readonly Diagnostic[];
}

type Needed = 'projectDir' | 'home';

/** A request with the usual values for all that is not stated. Paths become absolute, from the project directory. */
export function configRequest(
  stated: Pick<ConfigRequest, Needed> & Partial<Omit<ConfigRequest, Needed>>,
): ConfigRequest {
  const projectDir = resolve(stated.projectDir);
  const fromProject = (path: string) => resolve(projectDir, path);
  const settings = stated.claudeSettings ?? null;
  return {
    profile: stated.profile ?? profile('amplifier'),
    projectDir,
    home: resolve(stated.home),
    enabled: stated.enabled ?? true,
    allowUserHooks: stated.allowUserHooks ?? true,
    allowProjectHooks: stated.allowProjectHooks ?? true,
    defaultTimeout: stated.defaultTimeout ?? null,
    maxTimeout: stated.maxTimeout ?? null,
    claudeSettings: settings && {
      sources: settings.sources,
      flagFile: settings.flagFile === null ? null : fromProject(settings.flagFile),
      managedFile: settings.managedFile === null ? null : fromProject(settings.managedFile),
    },
    policyFile: stated.policyFile ?? null,
    trust: stated.trust ?? { stated: null, usual: 'content' },
    plugins: (stated.plugins ?? []).map(fromProject),
    skills: (stated.skills ?? []).map(fromProject),
    agents: (stated.agents ?? []).map(fromProject),
    heedsModes: stated.heedsModes ?? true,
    judge: stated.judge ?? null,
    beforehand: stated.beforehand ?? [],
  };
}

/** The timeouts in force; a wrong option is reported and the profile's value taken. */
export function readLimits(request: ConfigRequest): {
  readonly limits: Generation['limits'];
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const check = (name: string, value: number | null, usual: number | null): number | null => {
    if (value === null || (Number.isFinite(value) && value > 0)) return value ?? usual;
    const instead = usual === null ? 'none' : `${usual} seconds`;
    const message = `The option ${name} must be a number of seconds greater than 0, but is ${value}; ${instead} is used`;
    diagnostics.push(diagnostic('option-invalid', message, { file: null }));
    return usual;
  };
  const usual = request.profile.defaultTimeout;
  const wanted = check('default_timeout', request.defaultTimeout, usual === 'per-event' ? null : usual);
  const max = check('max_timeout', request.maxTimeout, request.profile.maxTimeout);
  const cut = wanted !== null && max !== null && wanted > max;
  if (cut && request.defaultTimeout !== null) {
    const message = `The option default_timeout (${wanted}) is greater than the maximum (${max}); ${max} is used for both`;
    diagnostics.push(diagnostic('option-invalid', message, { file: null }));
  }
  const limits = { defaultTimeoutMs: inMs(cut ? max : wanted), maxTimeoutMs: inMs(max) };
  return { limits, diagnostics };
}

const inMs = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(1, Math.round(seconds * 1000));
