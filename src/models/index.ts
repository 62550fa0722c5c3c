// The models room: which model prompt and agent hooks ask, and how it is reached.
import type { Diagnostic, Model, ModelFailure } from '../nouns.js';
import { AnthropicProtocol } from './anthropic.js';
import { type Choice, type Chosen, choose, type Environment } from './choice.js';
import type { ModelConfig, Price, Provider } from './config.js';
import { resolveName } from './names.js';
import { OpenaiProtocol } from './openai.js';
import { priceOf } from './prices.js';
import { recordedModelFrom } from './recorded.js';
import { redactor } from './redact.js';
import { type Clock, realClock, Service } from './service.js';

export interface ModelOptions {
  readonly env: Environment;
  /** Only from places the user trusts: it decides where keys are sent. */
  readonly config?: ModelConfig;
  /** The host's own provider; taken first unless configuration says otherwise. */
  readonly host?: Model | null;
  /** Told once about each name that was replaced and each feature that a server lacks. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** For tests. */
  readonly clock?: Clock;
}

/** What `chooseModel` does with the same options, for people. Holds no secret. */
export interface ModelDescription {
  readonly provider: Provider | 'none';
  readonly where: string;
  /** The model that is asked; `null`: the host's or the recording's own, or none is set. */
  readonly model: string | null;
  /** What the hook asked for, where another model is taken in its place. */
  readonly instead: string | null;
  /** Of a short prompt; `null`: not known. */
  readonly price: Price | null;
  /** The variable the key comes from; `null`: no key is sent. */
  readonly keyFrom: string | null;
  /** What decided it, or, for `none`, what is missing. */
  readonly why: string;
}

/** Decides at once, loads and asks nothing before the first request, and never rejects. */
export function chooseModel(options: ModelOptions): Model {
  return made(choose(options.env, options.config ?? {}, options.host ?? null), options);
}

/** `asked`: the model that a hook names. */
export function describeModel(options: ModelOptions, asked: string | null = null): ModelDescription {
  const { choice, config } = choose(options.env, options.config ?? {}, options.host ?? null);
  const { kind: provider, why } = choice;
  const nothing = { model: null, instead: null, price: null, keyFrom: null };
  if (choice.kind === 'host')
    return { ...nothing, provider, where: 'host', model: asked ?? choice.standard, why };
  if (choice.kind === 'recorded') return { ...nothing, provider, where: choice.file, why };
  if (choice.kind === 'none') return { ...nothing, provider, where: choice.where, why };
  const named = resolveName(asked, choice.rules);
  return {
    provider,
    where: choice.endpoint.where,
    model: named.ok ? named.model : null,
    instead: named.ok ? named.instead : null,
    price: named.ok ? priceOf(named.model, config.prices ?? {}) : null,
    keyFrom: choice.keyFrom,
    why,
  };
}

function made({ choice, config }: Chosen, options: ModelOptions): Model {
  if (choice.kind === 'host') return hostModel(choice.host, choice.standard, config.names ?? {});
  if (choice.kind === 'recorded') return recordedModelFrom(choice.file);
  if (choice.kind === 'none') return noModel(choice.where, choice.why);
  return new Service({
    protocol: protocolOf(choice),
    where: choice.endpoint.where,
    rules: choice.rules,
    howToName: 'set AMPLIFIER_HOOKS_MODEL to a model that it offers',
    prices: config.prices ?? {},
    maxRetries: config.max_retries ?? 2,
    retryWithinMs: (config.retry_within ?? 20) * 1000,
    maxConcurrency: config.max_concurrency ?? 8,
    redact: redactor([...choice.endpoint.secrets, ...Object.values(choice.headers), choice.key?.value ?? '']),
    clock: options.clock ?? realClock,
    onDiagnostic: options.onDiagnostic ?? (() => undefined),
  });
}

function protocolOf(choice: Extract<Choice, { kind: 'anthropic' | 'openai' }>) {
  return choice.kind === 'anthropic'
    ? new AnthropicProtocol(choice.endpoint, choice.key, choice.headers)
    : new OpenaiProtocol(choice.endpoint, choice.key, choice.headers);
}

/** The host knows its models best: a name is handed on as the hook or the configuration writes it. */
function hostModel(host: Model, standard: string | null, names: Readonly<Record<string, string>>): Model {
  if (standard === null && Object.keys(names).length === 0) return host;
  const nameFor = (asked: string | null): string | null =>
    asked === null
      ? standard
      : ((Object.hasOwn(names, asked.toLowerCase()) ? names[asked.toLowerCase()] : null) ?? asked);
  return { complete: (request) => host.complete({ ...request, model: nameFor(request.model) }) };
}

/** Every request fails, and says what to set. */
function noModel(where: string, message: string): Model {
  const failure: ModelFailure = { ok: false, kind: 'none', where, message };
  return { complete: () => Promise.resolve(failure) };
}

export { MODEL_CODES } from './codes.js';
export {
  type ConfigProblem,
  type ModelConfig,
  type ParsedConfig,
  type Price,
  type Provider,
  parseModelConfig,
} from './config.js';
export { type RecordedModel, recordedModel, recordedModelFrom } from './recorded.js';
export type { Clock } from './service.js';
