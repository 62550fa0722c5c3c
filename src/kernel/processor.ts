/** Carries a result out: stores injections, shows messages, asks the user. */

import { type ApprovalSystem, decideByApproval } from './approval.js';
import type { ContextInjection, HookResult, InjectionRole, MessageLevel } from './hook-result.js';
import { injectionsOf, withInjections } from './injections.js';
import {
  type Clock,
  inTime,
  isoTime,
  type Log,
  type LogEntry,
  stderrLog,
  systemClock,
  thrownInWords,
} from './system.js';
import { characters, sanitize } from './text.js';

/**
 * A message for the conversation, with where it comes from.
 *
 * @example
 * ```ts
 * const messages = [];
 * const { process } = createResultProcessor({ context: { addMessage: (message) => { messages.push(message); } } });
 * const injecting = { action: 'inject_context', context_injection: 'Be brief', context_injection_role: 'user' };
 * await process(hookResult(injecting), 'prompt:submit', 'style');
 * messages[0].role; // → 'user'
 * messages[0].metadata.source; // → 'hook'
 * ```
 */
export interface ContextMessage {
  role: InjectionRole;
  content: string;
  metadata: {
    source: 'hook';
    hook_name: string;
    event: string;
    timestamp: string;
    requested_role: InjectionRole;
    ephemeral: false;
    persisted: true;
  };
}

/**
 * The conversation. Provided by the host.
 *
 * @example
 * ```ts
 * const conversation = [];
 * const context = { addMessage: (message) => { conversation.push(message); } };
 * const { process } = createResultProcessor({ context });
 * await process(hookResult({ action: 'inject_context', context_injection: '2 errors' }), 'tool:post', 'linter');
 * conversation[0].content; // → '2 errors'
 * conversation[0].metadata.hook_name; // → 'linter'
 * ```
 */
export interface ContextSink {
  addMessage(message: ContextMessage): void | Promise<void>;
}

/**
 * What the user sees. Provided by the host.
 *
 * @example
 * ```ts
 * const shown = [];
 * const display = { showMessage: (message, level, source) => { shown.push(`${source} ${level}: ${message}`); } };
 * const { process } = createResultProcessor({ display });
 * await process(hookResult({ user_message: '10 files checked' }), 'tool:post', 'linter');
 * shown; // → ['hook:linter info: 10 files checked']
 * ```
 */
export interface DisplaySystem {
  showMessage(message: string, level: MessageLevel, source: string): void | Promise<void>;
}

/**
 * What a result processor takes from outside. What is missing is not done, and the log says so.
 *
 * @example
 * ```ts
 * const { process } = createResultProcessor({ injectionSizeLimit: null, log: () => {} });
 * const asked = hookResult({ action: 'ask_user', approval_prompt: 'Deploy?' });
 * (await process(asked, 'tool:pre', 'deploy-gate')).reason; // → 'No approval system available'
 * ```
 */
export interface ResultProcessorOptions {
  readonly context?: ContextSink | undefined;
  readonly display?: DisplaySystem | undefined;
  readonly approval?: ApprovalSystem | undefined;
  /** The most characters one injection may have; 10,240 when left out, `null` for no limit. */
  readonly injectionSizeLimit?: number | null | undefined;
  /** The most tokens to inject in one turn, at four characters each; 10,000 when left out, `null` for no limit. */
  readonly injectionBudgetPerTurn?: number | null | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/**
 * Carries out results, and counts what was injected in this turn.
 *
 * @example
 * ```ts
 * const processor = createResultProcessor();
 * const live = { action: 'inject_context', context_injection: '3 tasks left', ephemeral: true };
 * (await processor.process(hookResult(live), 'provider:request', 'todo')).context_injection; // → '3 tasks left'
 * processor.turnTokens(); // → 3
 * processor.resetTurn();
 * processor.turnTokens(); // → 0
 * ```
 */
export interface ResultProcessor {
  /**
   * Does what the result asks for, and returns what is left to do: `ask_user` has become `continue` or `deny`, stored
   * injections are gone, ephemeral ones remain for the host to add to its next model call.
   *
   * @throws InjectionTooLargeError before anything was done.
   */
  process(this: void, result: HookResult, event: string, hookName?: string): Promise<HookResult>;
  /** A new turn begins: the injection budget is full again. */
  resetTurn(this: void): void;
  /** Tokens injected in this turn so far. */
  turnTokens(this: void): number;
}

/**
 * An injection is larger than the host allows.
 *
 * @example
 * ```ts
 * const { process } = createResultProcessor({ injectionSizeLimit: 5, log: () => {} });
 * const injecting = hookResult({ action: 'inject_context', context_injection: 'too long' });
 * const error = await process(injecting, 'tool:post', 'linter').catch((thrown) => thrown);
 * error instanceof InjectionTooLargeError; // → true
 * error.size; // → 8
 * ```
 */
export class InjectionTooLargeError extends Error {
  override readonly name = 'InjectionTooLargeError';
  readonly size: number;
  readonly limit: number;

  constructor({ hook_name, event }: ContextInjection, size: number, limit: number) {
    super(
      `Context injection exceeds ${limit} characters: hook "${hook_name}" on ${event} sent ${size}. ` +
        'Shorten what the hook injects, or raise injectionSizeLimit (null for no limit).',
    );
    this.size = size;
    this.limit = limit;
  }
}

/** How long a display and a context have. A context may have to make room first. */
const SHOWING_SECONDS = 10;
const STORING_SECONDS = 60;

/**
 * Makes the part of a host that carries out what hooks answer.
 *
 * @example
 * ```ts
 * const { process, turnTokens } = createResultProcessor({ context: { addMessage: () => {} } });
 * const injecting = hookResult({ action: 'inject_context', context_injection: 'Line 42 is too long' });
 * (await process(injecting, 'tool:post', 'linter')).action; // → 'continue'
 * turnTokens(); // → 4
 * ```
 */
export function createResultProcessor(options: ResultProcessorOptions = {}): ResultProcessor {
  // Hosts are written in JavaScript too, where null is what is not there.
  const context = options.context ?? undefined;
  const display = options.display ?? undefined;
  const approval = options.approval ?? undefined;
  const clock = options.clock ?? systemClock;
  const log = options.log ?? stderrLog;
  const sizeLimit = checkedLimit('injectionSizeLimit', options.injectionSizeLimit, 10_240);
  const budget = checkedLimit('injectionBudgetPerTurn', options.injectionBudgetPerTurn, 10_000);
  let turnTokens = 0;

  const reporter =
    (hook: string, event: string) =>
    (entry: Pick<LogEntry, 'level' | 'code' | 'message' | 'error' | 'details'>): void =>
      log({ ...entry, event, hook, message: `Hook "${hook}" on ${event} ${entry.message}` });

  function checkSize(injection: ContextInjection): void {
    const size = characters(injection.content);
    if (size <= sizeLimit) return;
    const error = new InjectionTooLargeError(injection, size, sizeLimit);
    const message = `wanted to inject ${size} characters, ${sizeLimit} are allowed: rejected`;
    reporter(
      injection.hook_name,
      injection.event,
    )({ level: 'error', code: 'injection_too_large', message, error });
    throw error;
  }

  /** Over budget is a warning only: half of a hook's feedback is worse than too much of it. */
  function charge({ content, role, ephemeral, hook_name, event }: ContextInjection): void {
    const report = reporter(hook_name, event);
    const size = characters(content);
    const tokens = Math.floor(size / 4);
    if (turnTokens + tokens > budget) {
      report({
        level: 'warning',
        code: 'budget_exceeded',
        message: `injects ${tokens} tokens after ${turnTokens} of ${budget} in this turn; it is injected all the same`,
        details: { tokens, turnTokens, budget },
      });
    }
    turnTokens += tokens;
    report({
      level: 'info',
      code: 'context_injected',
      message: `injects ${size} characters as ${role}${ephemeral ? ', for the next call only' : ''}`,
      details: { characters: size, tokens, role, ephemeral },
    });
  }

  async function store({ content, role, hook_name, event }: ContextInjection): Promise<void> {
    if (context === undefined) {
      const message = 'injects text, but the host gave no context to store it in: dropped';
      reporter(hook_name, event)({ level: 'warning', code: 'context_missing', message });
      return;
    }
    const timestamp = isoTime(clock.now());
    const isStored = await answersInTime(STORING_SECONDS, () =>
      context.addMessage({
        role,
        content,
        metadata: {
          source: 'hook',
          hook_name,
          event,
          timestamp,
          requested_role: role,
          ephemeral: false,
          persisted: true,
        },
      }),
    );
    if (isStored) return;
    const message = `injects text, but the context did not take it within ${STORING_SECONDS} s; it is no longer waited for`;
    reporter(hook_name, event)({ level: 'error', code: 'context_timed_out', message });
  }

  /** Whether something that the host does comes to an end. What never does must not hold up everything else. */
  const answersInTime = async (seconds: number, act: () => void | Promise<void>): Promise<boolean> => {
    const done = async () => {
      await act();
      return true;
    };
    return (await inTime(done(), seconds, clock)) === true;
  };

  /** A message that cannot be shown must not stop the hook's decision. */
  async function show(result: HookResult, event: string, hookName: string): Promise<void> {
    const { user_message: message, user_message_level: level } = result;
    if (message === null || message === '') return;
    const report = reporter(hookName, event);
    if (display === undefined) {
      const text = `has a message, but the host gave no display: ${message}`;
      report({ level: 'debug', code: 'message_not_shown', message: text });
      return;
    }
    const unshown = (why: string, error?: unknown): void => {
      const text = `has a message that could not be shown, because the display ${why}: ${message}`;
      report({ level: 'error', code: 'message_not_shown', message: text, error });
    };
    try {
      const source = `hook:${result.user_message_source ?? hookName}`;
      const isShown = await answersInTime(SHOWING_SECONDS, () => display.showMessage(message, level, source));
      if (!isShown) unshown(`did not answer within ${SHOWING_SECONDS} s`);
    } catch (error) {
      unshown(`failed (${thrownInWords(error)})`, error);
    }
  }

  return {
    async process(result, event, hookName = 'unknown') {
      const report = reporter(hookName, event);
      if (result.action === 'ask_user') return decideByApproval(result, approval, clock, report);

      const injections = result.action === 'inject_context' ? injectionsOf(result, hookName, event) : [];
      const clean = injections
        .map((injection) => ({ ...injection, content: sanitize(injection.content) }))
        .filter(({ content }) => content !== '');
      clean.forEach(checkSize);
      clean.forEach(charge);
      await show(result, event, hookName);
      if (result.suppress_output) {
        report({ level: 'debug', code: 'output_suppressed', message: 'asks not to show its output' });
      }
      for (const injection of clean) {
        if (!injection.ephemeral) await store(injection);
      }
      if (result.action !== 'inject_context') return result;
      return withInjections(
        result,
        clean.filter(({ ephemeral }) => ephemeral),
      );
    },
    resetTurn: () => {
      turnTokens = 0;
    },
    turnTokens: () => turnTokens,
  };
}

function checkedLimit(name: string, limit: number | null | undefined, byDefault: number): number {
  if (limit === null) return Number.POSITIVE_INFINITY;
  if (limit === undefined) return byDefault;
  if (limit >= 0) return limit;
  throw new RangeError(`${name} must be a number from 0 up, or null for no limit, not ${limit}.`);
}
