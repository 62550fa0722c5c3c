/** Asking the user: the interface to the host, and what its answer means. */

import { type ApprovalDefault, type HookResult, hookResult } from './hook-result.js';
import { type Clock, inTime, LONGEST_TIMEOUT, type LogEntry, thrownInWords } from './system.js';
import { shorten } from './text.js';

/**
 * Asks the user. Provided by the host: a terminal, a browser, a stored policy.
 *
 * @example
 * ```ts
 * const cautious = { requestApproval: (prompt, options, timeout, byDefault) => 'Deny' };
 * const { process } = createResultProcessor({ approval: cautious });
 * const asked = hookResult({ action: 'ask_user', approval_prompt: 'Deploy?' });
 * (await process(asked, 'tool:pre', 'deploy-gate')).reason; // → 'User denied: Deploy?'
 * ```
 */
export interface ApprovalSystem {
  /**
   * @param timeout - Seconds to wait; afterwards nobody waits for the answer any more. Throw {@link ApprovalTimeoutError} to say so earlier.
   * @param byDefault - What will happen then, and when this throws something else.
   * @returns The chosen option.
   */
  requestApproval(
    prompt: string,
    options: readonly string[],
    timeout: number,
    byDefault: ApprovalDefault,
  ): string | Promise<string>;
}

/**
 * Thrown by an approval system when the user did not answer in time.
 *
 * @example
 * ```ts
 * const asleep = { requestApproval: () => { throw new ApprovalTimeoutError('no answer in 300 s'); } };
 * const { process } = createResultProcessor({ approval: asleep, log: () => {} });
 * const asked = hookResult({ action: 'ask_user', approval_prompt: 'Deploy?', approval_default: 'allow' });
 * (await process(asked, 'tool:pre', 'deploy-gate')).action; // → 'continue'
 * ```
 */
export class ApprovalTimeoutError extends Error {
  override readonly name = 'ApprovalTimeoutError';
}

/** Only these words grant; everything else, known or not, denies. */
const GRANTS: readonly string[] = ['allow', 'allow once', 'allow always'];

/**
 * Puts the question of an `ask_user` result to the user. Only action and reason come back. Who does not answer in time, or
 * cannot, leaves the decision to the default of the result.
 */
export async function decideByApproval(
  asked: HookResult,
  approval: ApprovalSystem | undefined,
  clock: Clock,
  report: (entry: Pick<LogEntry, 'level' | 'code' | 'message' | 'error' | 'details'>) => void,
): Promise<HookResult> {
  const prompt = asked.approval_prompt ?? 'Allow this operation?';
  const options = asked.approval_options ?? ['Allow', 'Deny'];
  const { approval_timeout: timeout, approval_default: byDefault } = asked;
  const question = shorten(prompt, 200);
  report({
    level: 'info',
    code: 'approval_requested',
    message: `asks for approval: ${question}`,
    details: { options, timeout, default: byDefault },
  });
  if (approval === undefined) {
    report({
      level: 'error',
      code: 'approval_missing',
      message: 'asks for approval, but the host gave no approval system: denied',
    });
    return hookResult({ action: 'deny', reason: 'No approval system available' });
  }
  const ask = async () => ({
    answer: await approval.requestApproval(prompt, options, timeout, byDefault),
  });
  const fallBack = (what: string): HookResult =>
    byDefault === 'allow'
      ? hookResult()
      : hookResult({ action: 'deny', reason: `Approval ${what} - denied by default: ${question}` });
  let choice: string;
  try {
    const got = await inTime(ask(), Math.min(Math.max(timeout, 0), LONGEST_TIMEOUT), clock);
    if (got === undefined) throw new ApprovalTimeoutError(`no answer in ${timeout} s`);
    // Hosts are written in JavaScript too.
    if (typeof got.answer !== 'string') throw new TypeError('the answer is not a text');
    choice = got.answer;
  } catch (error) {
    if (error instanceof ApprovalTimeoutError) {
      report({
        level: 'warning',
        code: 'approval_timed_out',
        message: `got no approval within ${timeout} s; the default is ${byDefault}`,
      });
      return fallBack('timeout');
    }
    report({
      level: 'error',
      code: 'approval_failed',
      message: `could not ask for approval: ${thrownInWords(error)}; the default is ${byDefault}`,
      error,
    });
    return fallBack('failed');
  }
  report({
    level: 'info',
    code: 'approval_decided',
    message: `asked for approval and got: ${choice}`,
    details: { choice },
  });
  if (GRANTS.includes(choice.toLowerCase())) return hookResult();
  if (choice.toLowerCase() !== 'deny') {
    report({
      level: 'warning',
      code: 'approval_unexpected',
      message: `asked for approval; "${choice}" is none of ${GRANTS.join(', ')}, so it denies`,
      details: { choice },
    });
  }
  return hookResult({ action: 'deny', reason: `User denied: ${question}` });
}

/**
 * Remembers every "Allow always" and answers the same question with "Allow once" from then on.
 * The same question means the same prompt and the same options, so keep times and numbers out of prompts.
 *
 * @example
 * ```ts
 * let asked = 0;
 * const user = { requestApproval: () => { asked++; return 'Allow always'; } };
 * const approval = rememberAllowAlways(user);
 * await approval.requestApproval('Write?', ['Allow always', 'Deny'], 300, 'deny'); // → 'Allow always'
 * await approval.requestApproval('Write?', ['Allow always', 'Deny'], 300, 'deny'); // → 'Allow once'
 * asked; // → 1
 * ```
 */
export function rememberAllowAlways(approval: ApprovalSystem): ApprovalSystem {
  const allowed = new Set<string>();
  return {
    async requestApproval(prompt, options, timeout, byDefault) {
      const question = `${prompt}:${options.join(',')}`;
      if (allowed.has(question)) return 'Allow once';
      const choice = await approval.requestApproval(prompt, options, timeout, byDefault);
      if (choice === 'Allow always') allowed.add(question);
      return choice;
    },
  };
}
