// What configuration may say about models, and the strict reading of it.
import { isRecord, isWebAddress } from '../text/index.js';

export const PROVIDERS = ['host', 'anthropic', 'openai', 'recorded'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

export interface ModelConfig {
  /** Default: the host's model, else by the keys in the environment. */
  readonly provider?: Provider;
  /** For hooks that name no model, and in place of names the provider does not know. */
  readonly model?: string;
  /** Where the service is; needs `provider`. */
  readonly base_url?: string;
  /** The name of the variable that holds the key, never the key itself; needs `provider`. */
  readonly key_env?: string;
  /** Name as hooks write it → name as the provider knows it. Wins over every other rule about names. */
  readonly names?: Readonly<Record<string, string>>;
  /** By model name; wins over the built-in table. */
  readonly prices?: Readonly<Record<string, Price>>;
  /** Further tries after a failed one; default 2. */
  readonly max_retries?: number;
  /** Seconds after the first try in which another may still begin; default 20. */
  readonly retry_within?: number;
  /** Requests at a time to one address, in the whole process; default 8. */
  readonly max_concurrency?: number;
  /** The file with the replies; for `recorded`. */
  readonly recording?: string;
}

/** One thing that is wrong with a configuration. */
export interface ConfigProblem {
  /** The field, e.g. `prices.gpt-x.input`; empty: the whole value. */
  readonly field: string;
  readonly message: string;
}

export type ParsedConfig =
  | { readonly ok: true; readonly config: ModelConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Report = (field: string, message: string) => void;

const FIELDS: readonly (keyof ModelConfig)[] = [
  'provider',
  'model',
  'base_url',
  'key_env',
  'names',
  'prices',
  'max_retries',
  'retry_within',
  'max_concurrency',
  'recording',
];
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Values are never repeated in messages: somebody may have written a key in the wrong place. */
export function parseModelConfig(value: unknown): ParsedConfig {
  const problems: ConfigProblem[] = [];
  const report: Report = (field, message) => problems.push({ field, message });
  if (!isRecord(value)) {
    report('', `the model configuration must be an object with any of: ${FIELDS.join(', ')}`);
    return { ok: false, problems };
  }
  for (const field of Object.keys(value)) {
    if (!FIELDS.some((known) => known === field)) {
      report(field, `is not known; known are: ${FIELDS.join(', ')}${secretHint(field)}`);
    }
  }
  const config: Writable<ModelConfig> = {};
  const provider = providerOf(value['provider'], report);
  if (provider !== null) config.provider = provider;
  for (const field of ['model', 'recording'] as const) {
    const text = textOf(value[field], field, report);
    if (text !== null) config[field] = text;
  }
  const address = textOf(value['base_url'], 'base_url', report);
  if (address !== null && isAddress(address)) config.base_url = address;
  else if (address !== null) report('base_url', 'must be an http:// or https:// address');
  const variable = textOf(value['key_env'], 'key_env', report);
  if (variable !== null && VARIABLE.test(variable)) config.key_env = variable;
  else if (variable !== null)
    report('key_env', 'must be the name of an environment variable, not the key itself');
  const names = namesOf(value['names'], report);
  if (names !== null) config.names = names;
  const prices = pricesOf(value['prices'], report);
  if (prices !== null) config.prices = prices;
  const retries = numberOf(value['max_retries'], 'max_retries', { from: 0, to: 10, whole: true }, report);
  if (retries !== null) config.max_retries = retries;
  const within = numberOf(value['retry_within'], 'retry_within', { from: 0, to: 600, whole: false }, report);
  if (within !== null) config.retry_within = within;
  const many = numberOf(
    value['max_concurrency'],
    'max_concurrency',
    { from: 1, to: 100, whole: true },
    report,
  );
  if (many !== null) config.max_concurrency = many;
  checkTogether(config, report);
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

/** In one line, for a failure or a diagnostic. */
export function problemText(problems: readonly ConfigProblem[]): string {
  return problems.map(({ field, message }) => (field === '' ? message : `"${field}" ${message}`)).join('; ');
}

/** An address or key without its provider could reach the wrong service. */
function checkTogether(config: ModelConfig, report: Report): void {
  const service = config.provider === 'anthropic' || config.provider === 'openai';
  for (const field of ['base_url', 'key_env'] as const) {
    if (config[field] !== undefined && !service)
      report(field, 'needs "provider": "anthropic" or "openai" beside it');
  }
  const url = config.base_url === undefined ? null : new URL(config.base_url);
  if (url !== null && url.username + url.password !== '' && config.key_env !== undefined)
    report('key_env', 'cannot stand beside credentials in "base_url": only one of them can be sent');
  if (config.provider === 'recorded' && config.recording === undefined)
    report('recording', 'is missing: the file with the replies');
}

function secretHint(field: string): string {
  return /key|token|secret/i.test(field)
    ? '. Keys stand in the environment; "key_env" names the variable'
    : '';
}

function providerOf(value: unknown, report: Report): Provider | null {
  if (value === undefined) return null;
  const known = PROVIDERS.find((name) => name === value);
  if (known === undefined) report('provider', `must be one of: ${PROVIDERS.join(', ')}`);
  return known ?? null;
}

function textOf(value: unknown, field: string, report: Report): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  report(field, 'must be a text that is not empty');
  return null;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly whole: boolean;
}

function numberOf(value: unknown, field: string, range: Range, report: Report): number | null {
  if (value === undefined) return null;
  const fits =
    typeof value === 'number' &&
    value >= range.from &&
    value <= range.to &&
    (!range.whole || Number.isInteger(value));
  if (fits) return value;
  report(field, `must be a ${range.whole ? 'whole ' : ''}number from ${range.from} to ${range.to}`);
  return null;
}

function namesOf(value: unknown, report: Report): Record<string, string> | null {
  if (value === undefined) return null;
  if (!isRecord(value)) {
    report('names', 'must be an object: name as hooks write it → name as the provider knows it');
    return null;
  }
  const names: Record<string, string> = {};
  for (const [from, to] of Object.entries(value)) {
    const text = textOf(to, `names.${from}`, report);
    if (text !== null) names[from.toLowerCase()] = text;
  }
  return names;
}

function pricesOf(value: unknown, report: Report): Record<string, Price> | null {
  if (value === undefined) return null;
  if (!isRecord(value)) {
    report('prices', 'must be an object: model → {"input": …, "output": …}, dollars for a million tokens');
    return null;
  }
  const prices: Record<string, Price> = {};
  for (const [model, price] of Object.entries(value)) {
    if (!isRecord(price)) {
      report(`prices.${model}`, 'must be {"input": …, "output": …}, dollars for a million tokens');
      continue;
    }
    const range = { from: 0, to: 100_000, whole: false };
    const input = numberOf(price['input'] ?? null, `prices.${model}.input`, range, report);
    const output = numberOf(price['output'] ?? null, `prices.${model}.output`, range, report);
    if (input !== null && output !== null) prices[model.toLowerCase()] = { input, output };
  }
  return prices;
}

function isAddress(text: string): boolean {
  return isWebAddress(text);
}
