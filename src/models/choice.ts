// Which model answers, by configuration and environment: decided once, without loading or asking anything.
import type { Model } from '../nouns.js';
import type { AnthropicKey } from './anthropic.js';
import { type ModelConfig, PROVIDERS, type Provider, parseModelConfig, problemText } from './config.js';
import { anthropicPath, type Endpoint, endpoint, OFFICIAL, openaiPath } from './endpoint.js';
import { aliasesFrom, type NameRules } from './names.js';
import type { OpenaiKey } from './openai.js';
import type { Target } from './wire.js';

const STANDARD_MODEL = { anthropic: 'haiku', openai: 'gpt-6-luna' } as const;

const HOW_TO =
  'set ANTHROPIC_API_KEY, or OPENAI_API_KEY, or OPENAI_BASE_URL and AMPLIFIER_HOOKS_MODEL for a local server; docs/models.md tells more';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Reached {
  readonly endpoint: Endpoint;
  readonly rules: NameRules;
  /** The variable the key comes from. */
  readonly keyFrom: string | null;
  /** What the user wants to be sent beside it. */
  readonly headers: Target['headers'];
}

export type Choice =
  | {
      readonly kind: 'host';
      readonly host: Model;
      /** What the host is asked for where a hook names no model. */
      readonly standard: string | null;
      readonly why: string;
    }
  | (Reached & { readonly kind: 'anthropic'; readonly key: AnthropicKey | null; readonly why: string })
  | (Reached & { readonly kind: 'openai'; readonly key: OpenaiKey | null; readonly why: string })
  | { readonly kind: 'recorded'; readonly file: string; readonly why: string }
  | { readonly kind: 'none'; readonly where: string; readonly why: string };

export interface Chosen {
  readonly choice: Choice;
  readonly config: ModelConfig;
}

export function choose(env: Environment, given: ModelConfig, host: Model | null): Chosen {
  const result = parseModelConfig(given);
  if (!result.ok)
    return { choice: none(`the model configuration is wrong: ${problemText(result.problems)}`), config: {} };
  return { choice: chooseBy(env, result.config, host), config: result.config };
}

function chooseBy(env: Environment, config: ModelConfig, host: Model | null): Choice {
  const wished = set(env, 'AMPLIFIER_HOOKS_MODEL_PROVIDER');
  const byEnv = PROVIDERS.find((name) => name === wished) ?? null;
  if (wished !== null && byEnv === null)
    return none(`AMPLIFIER_HOOKS_MODEL_PROVIDER must be one of: ${PROVIDERS.join(', ')}`);
  const provider = byEnv ?? config.provider ?? null;
  const why =
    byEnv !== null ? 'AMPLIFIER_HOOKS_MODEL_PROVIDER' : provider !== null ? 'the configuration' : null;
  // What is configured for one provider is none of another's business: least of all an address for its key.
  const own =
    config.provider === undefined || config.provider === provider ? config : withoutProvider(config);
  if (provider !== null && why !== null) return byProvider(provider, why, env, own, host);
  if (host !== null) return byHost(host, 'the host offers its own', env, own);
  if (set(env, 'AMPLIFIER_HOOKS_MODEL_RECORDING') !== null)
    return byProvider('recorded', 'AMPLIFIER_HOOKS_MODEL_RECORDING', env, own, host);
  for (const [name, found] of [
    ['ANTHROPIC_API_KEY', 'anthropic'],
    ['ANTHROPIC_AUTH_TOKEN', 'anthropic'],
    ['OPENAI_API_KEY', 'openai'],
    ['OPENAI_BASE_URL', 'openai'],
    ['AMPLIFIER_HOOKS_MODEL_BASE_URL', 'openai'],
  ] as const) {
    if (set(env, name) !== null) return byProvider(found, name, env, own, host);
  }
  return none(`no model is configured: ${HOW_TO}`);
}

function byProvider(
  provider: Provider,
  why: string,
  env: Environment,
  config: ModelConfig,
  host: Model | null,
): Choice {
  if (provider === 'host') {
    if (host !== null) return byHost(host, why, env, config);
    return none(`${why} asks for the model of the host, and this host offers none: ${HOW_TO}`);
  }
  if (provider === 'recorded') {
    const file = set(env, 'AMPLIFIER_HOOKS_MODEL_RECORDING') ?? config.recording ?? null;
    if (file !== null) return { kind: 'recorded', file, why };
    return none(`${why} asks for recorded replies: name their file in AMPLIFIER_HOOKS_MODEL_RECORDING`);
  }
  return service(provider, why, env, config);
}

function byHost(host: Model, why: string, env: Environment, config: ModelConfig): Choice {
  return { kind: 'host', host, standard: set(env, 'AMPLIFIER_HOOKS_MODEL') ?? config.model ?? null, why };
}

function service(
  provider: 'anthropic' | 'openai',
  why: string,
  env: Environment,
  config: ModelConfig,
): Choice {
  const addressFrom = [
    ['AMPLIFIER_HOOKS_MODEL_BASE_URL', set(env, 'AMPLIFIER_HOOKS_MODEL_BASE_URL')],
    ['"base_url" of the model configuration', config.base_url ?? null],
    [`${provider.toUpperCase()}_BASE_URL`, set(env, `${provider.toUpperCase()}_BASE_URL`)],
  ].find(([, value]) => value !== null);
  const address = addressFrom?.[1] ?? OFFICIAL[provider];
  const reached = endpoint(address, provider === 'anthropic' ? anthropicPath : openaiPath);
  if (reached === null) return none(`${addressFrom?.[0]} must be an http:// or https:// address`);
  const official = reached.baseUrl === OFFICIAL[provider];
  const keyFrom = reached.basic === null ? keyVariable(provider, env, config) : null;
  const value = keyFrom === null ? null : set(env, keyFrom);
  if (keyFrom !== null && value === null)
    return none(`"key_env" of the model configuration names ${keyFrom}, which is not set`, reached.where);
  if (official && value === null)
    return none(
      `${provider.toUpperCase()}_API_KEY is not set, and ${reached.where} answers nobody without`,
      reached.where,
    );
  const rules: NameRules = {
    provider,
    standard:
      set(env, 'AMPLIFIER_HOOKS_MODEL') ??
      config.model ??
      (official || provider === 'anthropic' ? STANDARD_MODEL[provider] : null),
    names: config.names ?? {},
    aliases: aliasesFrom(env),
  };
  const headers = headersFrom(set(env, `${provider.toUpperCase()}_CUSTOM_HEADERS`) ?? '');
  const shared = { endpoint: reached, rules, keyFrom, headers, why };
  if (provider === 'anthropic') {
    const kind = keyFrom === 'ANTHROPIC_AUTH_TOKEN' ? 'token' : 'key';
    return { kind: 'anthropic', ...shared, key: value === null ? null : { kind, value } };
  }
  const [organization, project] = [set(env, 'OPENAI_ORG_ID'), set(env, 'OPENAI_PROJECT_ID')];
  return { kind: 'openai', ...shared, key: value === null ? null : { value, organization, project } };
}

/** The one the configuration names, whether it is set or not; else the provider's own that is set. */
function keyVariable(provider: 'anthropic' | 'openai', env: Environment, config: ModelConfig): string | null {
  if (config.key_env !== undefined) return config.key_env;
  const usual = provider === 'anthropic' ? ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] : ['OPENAI_API_KEY'];
  return usual.find((name) => set(env, name) !== null) ?? null;
}

/** One `Name: value` a line. */
function headersFrom(lines: string): Target['headers'] {
  const found = lines.split('\n').flatMap((line) => [...line.matchAll(/^([^:]+):(.*)$/g)]);
  return Object.fromEntries(
    found.map(([, name = '', value = '']) => [name.trim().toLowerCase(), value.trim()]),
  );
}

function withoutProvider(config: ModelConfig): ModelConfig {
  const { base_url: _address, key_env: _key, model: _model, names: _names, ...rest } = config;
  return rest;
}

function none(why: string, where = 'no model'): Choice {
  return { kind: 'none', where, why };
}

/** Empty is not set. */
function set(env: Environment, name: string): string | null {
  const value = env[name]?.trim() ?? '';
  return value === '' ? null : value;
}
