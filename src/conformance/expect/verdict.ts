// Expectations about the verdict: permission, block, reason, the end of the turn, failures.
import { isCount, isFlag, isListOf, isOneOf, isRecord, isText } from '../guards.js';
import { type Expectation, equal, expectation, oneOf, sameItems } from './expectation.js';

const isPermission = isOneOf('allow', 'deny', 'ask', 'defer', null);

type Stop = boolean | { readonly reason: string | null };

const isStop = (value: unknown): value is Stop =>
  isFlag(value) || (isRecord(value) && (value['reason'] === null || isText(value['reason'])));

export const VERDICT: Readonly<Record<string, Expectation>> = {
  permission: expectation('allow, deny, ask, defer or null', isPermission, (permission, { decision }) =>
    equal(permission, decision.permission),
  ),
  permissionAny: expectation('a list of permissions', isListOf(isPermission), (permissions, { decision }) =>
    oneOf(permissions, decision.permission),
  ),
  blocked: expectation('true or false', isFlag, (blocked, { decision }) => equal(blocked, decision.blocked)),
  continues: expectation('true or false', isFlag, (continues, { decision }) =>
    equal(continues, decision.continues),
  ),
  reason: expectation('a text', isText, (reason, { decision }) =>
    equal(reason.trimEnd(), decision.reason?.trimEnd() ?? null),
  ),
  reasonAny: expectation('a list of texts', isListOf(isText), (parts, { decision: { reason } }) =>
    parts.some((part) => reason?.includes(part)) ? null : { expected: { containsOneOf: parts }, got: reason },
  ),
  reasonAll: expectation('a list of texts', isListOf(isText), (parts, { decision: { reason } }) =>
    parts.every((part) => reason?.includes(part))
      ? null
      : { expected: { containsAllOf: parts }, got: reason },
  ),
  stop: expectation(
    'true, false or {"reason": a text or null}',
    isStop,
    (expected, { decision: { stop } }) => {
      if (isFlag(expected)) return equal(expected, stop !== null);
      return equal({ reason: expected.reason }, stop === null ? false : { reason: stop.value });
    },
  ),
  final: expectation('run, deny or ask', isOneOf('run', 'deny', 'ask'), (expected, { final }) =>
    equal(expected, final),
  ),
  failed: expectation('a list of tags', isListOf(isText), (tags, { failed }) => sameItems(tags, failed)),
  failedCount: expectation('a count', isCount, (count, { failed }) =>
    failed.length === count ? null : { expected: count, got: { count: failed.length, hooks: failed } },
  ),
  warnings: expectation('true or false', isFlag, (expected, { warnings }) =>
    expected === warnings.length > 0 ? null : { expected, got: warnings.map(({ message }) => message) },
  ),
};
