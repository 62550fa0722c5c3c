// The border for requests: anything in, checked parameters or an exact error out. Fields nobody knows are left alone.
import { PROFILE_NAMES, type ProfileName } from '../../profiles.js';
import type { HostCapabilities, SessionConfig } from './protocol.js';
import { fieldsOf, isFlag, isNumber, isText, isTexts, oneOf, type Reader } from './reader.js';

export type Format = 'amplifier' | 'claude';

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
  readonly failClosed: boolean;
  readonly claudeSettings: boolean;
  readonly plugins: readonly string[];
  readonly journal: boolean;
  readonly home: string | null;
}

export interface Initialize {
  readonly protocol: readonly number[];
  readonly host: { readonly name: string; readonly version: string };
  readonly format: Format;
  readonly settings: Settings;
  readonly capabilities: Required<HostCapabilities>;
}

export interface Open {
  readonly session: string;
  readonly parent: string | null;
  readonly cwd: string;
  readonly transcript: string | null;
  /** `null`: those of `initialize`. */
  readonly settings: Settings | null;
  readonly capabilities: Required<HostCapabilities> | null;
}

export interface Event {
  readonly session: string;
  /** `null` in format `claude`, where the input itself names it. */
  readonly event: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export function readInitialize(params: unknown): Initialize {
  const fields = fieldsOf(params);
  const host = fields.record('host');
  const format: readonly Format[] = ['amplifier', 'claude'];
  return {
    protocol: fields.numbers('protocol'),
    host: { name: host.text('name'), version: host.text('version') },
    format: fields.maybe('format', '"amplifier" or "claude"', oneOf(format)) ?? 'amplifier',
    settings: settingsIn(fields.maybeRecord('config') ?? fieldsOf({})),
    capabilities: capabilitiesIn(fields.maybeRecord('capabilities') ?? fieldsOf({})),
  };
}

export function readOpen(params: unknown): Open {
  const fields = fieldsOf(params);
  const [config, capabilities] = [fields.maybeRecord('config'), fields.maybeRecord('capabilities')];
  return {
    session: fields.text('session'),
    parent: fields.maybe('parent', 'a text or null', isText),
    cwd: fields.text('cwd'),
    transcript: fields.maybe('transcript', 'a text or null', isText),
    settings: config === null ? null : settingsIn(config),
    capabilities: capabilities === null ? null : capabilitiesIn(capabilities),
  };
}

export function readEvent(params: unknown, format: Format): Event {
  const fields = fieldsOf(params);
  const session = fields.text('session');
  if (format === 'claude') return { session, event: null, data: fields.record('input').all };
  return { session, event: fields.text('event'), data: fields.record('data').all };
}

export const readSession = (params: unknown): string => fieldsOf(params).text('session');

/** Settings that a host sent and nobody knows. */
export function unknownSettings(params: unknown): readonly string[] {
  const config = fieldsOf(params).maybeRecord('config');
  return config === null ? [] : Object.keys(config.all).filter((name) => !Object.hasOwn(SETTINGS, name));
}

const SETTINGS: Readonly<Record<keyof SessionConfig, true>> = {
  enabled: true,
  allow_user_hooks: true,
  allow_project_hooks: true,
  project_allow: true,
  default_timeout: true,
  max_timeout: true,
  profile: true,
  fail_closed: true,
  claude_settings: true,
  plugins: true,
  journal: true,
  home: true,
};

function settingsIn(config: Reader): Settings {
  const flag = (name: keyof SessionConfig, usual: boolean): boolean =>
    config.maybe(name, 'true or false', isFlag) ?? usual;
  const seconds = (name: keyof SessionConfig): number | null =>
    config.maybe(name, 'a number of seconds', isNumber);
  return {
    enabled: flag('enabled', true),
    allowUserHooks: flag('allow_user_hooks', true),
    allowProjectHooks: flag('allow_project_hooks', true),
    projectAllow: flag('project_allow', false),
    defaultTimeout: seconds('default_timeout'),
    maxTimeout: seconds('max_timeout'),
    profile: config.maybe('profile', PROFILE_NAMES.join(' or '), oneOf(PROFILE_NAMES)) ?? 'amplifier',
    failClosed: flag('fail_closed', false),
    claudeSettings: flag('claude_settings', false),
    plugins: config.maybe('plugins', 'a list of folders', isTexts) ?? [],
    journal: flag('journal', true),
    home: config.maybe('home', 'a folder', isText),
  };
}

function capabilitiesIn(fields: Reader): Required<HostCapabilities> {
  const flag = (name: keyof HostCapabilities): boolean =>
    fields.maybe(name, 'true or false', isFlag) ?? false;
  return {
    show: flag('show'),
    steer: flag('steer'),
    complete: flag('complete'),
    updated_input: flag('updated_input'),
    injection_limit: fields.maybe('injection_limit', 'a number of characters or null', isNumber),
  };
}
