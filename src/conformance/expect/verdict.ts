// Expectations about the verdict: permission, block, reason, the end of the turn, failures.
import { count, either, flag, listOf, oneOf, open, orNull, text, worded } from '../../text/shapes/index.js';
import { among, type Expectation, equal, expectation, sameItems } from './expectation.js';

const permission = oneOf('allow', 'deny', 'ask', 'defer', null);
const stop = worded(
  'true, false or {"reason": a string or null}',
  either(flag, open({ reason: orNull(text) })),
);

export const VERDICT: Readonly<Record<string, Expectation>> = {
  permission: expectation(permission, (expected, { decision }) => equal(expected, decision.permission)),
  permissionAny: expectation(
    worded('a list of permissions', listOf(permission)),
    (permissions, { decision }) => among(permissions, decision.permission),
  ),
  blocked: expectation(flag, (blocked, { decision }) => equal(blocked, decision.blocked)),
  continues: expectation(flag, (continues, { decision }) => equal(continues, decision.continues)),
  reason: expectation(text, (reason, { decision }) =>
    equal(reason.trimEnd(), decision.reason?.trimEnd() ?? null),
  ),
  reasonAny: expectation(listOf(text), (parts, { decision: { reason } }) =>
    parts.some((part) => reason?.includes(part)) ? null : { expected: { containsOneOf: parts }, got: reason },
  ),
  reasonAll: expectation(listOf(text), (parts, { decision: { reason } }) =>
    parts.every((part) => reason?.includes(part))
      ? null
      : { expected: { containsAllOf: parts }, got: reason },
  ),
  stop: expectation(stop, (expected, { decision }) => {
    if (typeof expected === 'boolean') return equal(expected, decision.stop !== null);
    return equal(
      { reason: expected.reason },
      decision.stop === null ? false : { reason: decision.stop.value },
    );
  }),
  final: expectation(oneOf('run', 'deny', 'ask'), (expected, { final }) => equal(expected, final)),
  failed: expectation(worded('a list of tags', listOf(text)), (tags, { failed }) => sameItems(tags, failed)),
  failedCount: expectation(count, (expected, { failed }) =>
    failed.length === expected ? null : { expected, got: { count: failed.length, hooks: failed } },
  ),
  warnings: expectation(flag, (expected, { warnings }) =>
    expected === warnings.length > 0 ? null : { expected, got: warnings.map(({ message }) => message) },
  ),
};
