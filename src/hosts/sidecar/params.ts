// The border for requests: anything in, checked parameters with nothing left open or an exact error out.
import type { TrustMode } from '../../nouns.js';
import type { MatcherMode } from '../../profile-names.js';
import type { ProfileName } from '../../profiles.js';
import { check, type Infer, type Shape } from '../../text/shapes/index.js';
import type { LoanCall } from '../amplifier/index.js';
import {
  EVENT,
  type Format,
  HOST_NOTIFICATIONS,
  HOST_REQUESTS,
  type HostCapabilities,
  type SessionConfig,
  sessionConfig,
} from './protocol.js';
import { CODES, RpcError } from './rpc-error.js';

/** A session's settings with nothing left open; `null`: what the profile or the machine says. */
export interface Settings {
  readonly enabled: boolean;
  readonly allowUserHooks: boolean;
  readonly allowProjectHooks: boolean;
  readonly projectAllow: boolean;
  /** Seconds. */
  readonly defaultTimeout: number | null;
  readonly maxTimeout: number | null;
  readonly profile: ProfileName;
  readonly matcherMode: MatcherMode;
  readonly trust: TrustMode | null;
  readonly failClosed: boolean;
  readonly claudeSettings: boolean;
  readonly plugins: readonly string[];
  readonly journal: boolean | 'full';
  readonly warm: boolean;
  readonly home: string | null;
}

export type Capabilities = Readonly<Record<Exclude<keyof HostCapabilities, 'injection_limit'>, boolean>> & {
  readonly injection_limit: number | null;
};

export interface Initialize {
  readonly protocol: readonly number[];
  readonly host: { readonly name: string; readonly version: string };
  readonly format: Format;
  readonly settings: Settings;
  /** Names of settings that nobody knows. */
  readonly unknownSettings: readonly string[];
  readonly capabilities: Capabilities;
  /** A session follows. */
  readonly prepare: boolean;
}

export interface Open {
  readonly session: string;
  readonly parent: string | null;
  readonly cwd: string;
  readonly transcript: string | null;
  /** `null`: those of `initialize`. */
  readonly settings: Settings | null;
  readonly unknownSettings: readonly string[];
  readonly capabilities: Capabilities | null;
}

export interface Event {
  readonly session: string;
  /** `null` in format `claude`, where the input itself names it. */
  readonly event: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The host has let the hook's process through. */
  readonly call?: LoanCall;
}

/** An event that the host answered itself. */
export interface Ran extends Event {
  readonly call: LoanCall;
}

export function readInitialize(params: unknown): Initialize {
  const { protocol, host, format, config, capabilities, prepare } = read(
    HOST_REQUESTS.initialize.params,
    params,
  );
  return {
    protocol,
    host,
    format: format ?? 'amplifier',
    settings: settingsIn(config ?? {}),
    unknownSettings: unknownIn(config ?? {}),
    capabilities: capabilitiesIn(capabilities ?? {}),
    prepare: prepare ?? false,
  };
}

export function readOpen(params: unknown): Open {
  const { session, parent, cwd, transcript, config, capabilities } = read(
    HOST_REQUESTS['session/open'].params,
    params,
  );
  return {
    session,
    parent: parent ?? null,
    cwd,
    transcript: transcript ?? null,
    settings: config === undefined || config === null ? null : settingsIn(config),
    unknownSettings: unknownIn(config ?? {}),
    capabilities: capabilities === undefined || capabilities === null ? null : capabilitiesIn(capabilities),
  };
}

export function readEvent(params: unknown, format: Format): Event {
  if (format === 'amplifier') return read(EVENT.amplifier, params);
  const { session, input } = read(EVENT.claude, params);
  return { session, event: null, data: input };
}

export const readSession = (params: unknown): string =>
  read(HOST_REQUESTS['session/close'].params, params).session;

export const readPassed = (params: unknown): Infer<typeof HOST_NOTIFICATIONS.passed> =>
  read(HOST_NOTIFICATIONS.passed, params);

export const readRan = (params: unknown): Ran => read(HOST_NOTIFICATIONS.ran, params);

export const readUnused = (params: unknown): Infer<typeof HOST_NOTIFICATIONS.unused> =>
  read(HOST_NOTIFICATIONS.unused, params);

export const readLoanEnded = (params: unknown): Infer<(typeof HOST_REQUESTS)['loan/ended']['params']> =>
  read(HOST_REQUESTS['loan/ended'].params, params);

function read<T>(shape: Shape<T>, params: unknown): T {
  if (shape.is(params)) return params;
  throw new RpcError(CODES.wrongParams, check(shape, params, 'params')[0]?.message ?? 'wrong parameters');
}

const unknownIn = (config: SessionConfig): readonly string[] =>
  Object.keys(config).filter((name) => !Object.hasOwn(sessionConfig.fields, name));

const settingsIn = (config: SessionConfig): Settings => ({
  enabled: config.enabled ?? true,
  allowUserHooks: config.allow_user_hooks ?? true,
  allowProjectHooks: config.allow_project_hooks ?? true,
  projectAllow: config.project_allow ?? false,
  defaultTimeout: config.default_timeout ?? null,
  maxTimeout: config.max_timeout ?? null,
  profile: config.profile ?? 'amplifier',
  matcherMode: config.matcher_mode ?? 'search',
  trust: config.trust ?? null,
  failClosed: config.fail_closed ?? false,
  claudeSettings: config.claude_settings ?? false,
  plugins: config.plugins ?? [],
  journal: config.journal ?? true,
  warm: config.warm ?? true,
  home: config.home ?? null,
});

const capabilitiesIn = (given: HostCapabilities): Capabilities => ({
  show: given.show ?? false,
  steer: given.steer ?? false,
  complete: given.complete ?? false,
  approve: given.approve ?? false,
  updated_input: given.updated_input ?? false,
  lend: given.lend ?? false,
  injection_limit: given.injection_limit ?? null,
});
