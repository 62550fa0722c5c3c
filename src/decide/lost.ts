// Finds a deny in output that the output rules do not take as an answer. Losing it in silence is how guards fail open.
import { isRecord } from '../text/index.js';

export interface LostDecision {
  /** It says no: block or deny. Otherwise it is some other decision that had no effect. */
  readonly denies: boolean;
  readonly reason: string | null;
  /** Where it was found, in the user's words. */
  readonly where: string;
}

/** Longest output that is searched; a decision in more than this is not a slip of formatting. */
const SEARCH_LIMIT = 100_000;

/** Looks for an object with a decision: the whole text, a line of it, an array element, or the outermost braces. */
export function findLostDecision(stdout: string): LostDecision | null {
  const text = stdout.trim();
  if (text.length > SEARCH_LIMIT || !/decision|"block"/i.test(text)) return null;
  const found = candidates(text).flatMap(({ value, where }) => {
    const decision = decisionIn(value);
    return decision === null ? [] : [{ ...decision, where }];
  });
  return found.find((decision) => decision.denies) ?? found[0] ?? null;
}

function candidates(text: string): { value: unknown; where: string }[] {
  const whole = parse(text);
  if (Array.isArray(whole)) return whole.map((value) => ({ value, where: 'inside an array' }));
  if (whole !== undefined) return [{ value: whole, where: 'in its answer' }];
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => ({ value: parse(line), where: 'on a line of its own beside other output' }));
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  const outer = start >= 0 && end > start ? parse(text.slice(start, end + 1)) : undefined;
  return [...lines, { value: outer, where: 'with other text around it' }].filter(
    ({ value }) => value !== undefined,
  );
}

function decisionIn(value: unknown): Omit<LostDecision, 'where'> | null {
  if (!isRecord(value)) return null;
  const specific = isRecord(value['hookSpecificOutput']) ? value['hookSpecificOutput'] : {};
  const inner = isRecord(specific['decision']) ? specific['decision'] : {};
  const words = [
    value['decision'],
    value['permissionDecision'],
    specific['decision'],
    specific['permissionDecision'],
    inner['behavior'],
  ].filter((word) => typeof word === 'string');
  if (words.length === 0) return null;
  const reason = [
    specific['permissionDecisionReason'],
    inner['message'],
    value['permissionDecisionReason'],
    value['reason'],
    specific['reason'],
  ].find((text) => typeof text === 'string' && text !== '');
  return {
    denies: words.some((word) => word === 'deny' || word === 'block'),
    reason: typeof reason === 'string' ? reason : null,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Most candidates are not JSON; that is what the search is for.
    return undefined;
  }
}
