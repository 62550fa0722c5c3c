// What the validator says: one finding is one problem at one place.
import type { HookId, Severity } from '../nouns.js';

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** Why it matters, in one sentence. */
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** What to do. */
  readonly hint: string | null;
  /** The line it is about; `null`: the file says it itself. */
  readonly excerpt: string | null;
  readonly hook: HookId | null;
}

/** How bad a rule's finding is, what it means, and what to do about it; the page of rules is made from it. */
export interface RuleInfo {
  readonly severity: Severity;
  readonly meaning: string;
  readonly fix: string;
  /** `--fix` can do it, where the file allows it. */
  readonly fixable: boolean;
  /** Section of the contract it belongs to; `null`: none. */
  readonly section: string | null;
}

/** By file, line, column, then code; findings about no file come first. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const key = (finding: Finding): readonly [string, number, number, string] => [
    finding.file ?? '',
    finding.line ?? 0,
    finding.column ?? 0,
    finding.code,
  ];
  return [...findings].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    const at = one.findIndex((part, index) => part !== other[index]);
    const [left, right] = [one[at], other[at]];
    return left === undefined || right === undefined || left === right ? 0 : left < right ? -1 : 1;
  });
}
