// Finds a deny in output that the output rules do not take as an answer. Losing it in silence is how guards fail open.
import { isRecord, readPartialJson } from '../text/index.js';
import { corrected } from './misspelt.js';

export interface LostDecision {
  /** It says no: block or deny. Otherwise it is some other decision that had no effect. */
  readonly denies: boolean;
  readonly reason: string | null;
  /** Where it was found, in the user's words. */
  readonly where: string;
  /** Nothing else was printed, so that it is no example in a text. */
  readonly alone: boolean;
}

/** Longest output that is searched; a decision in more than this is not a slip of formatting. */
const SEARCH_LIMIT = 100_000;

/** Looks for an object with a decision: the whole text, a line of it, an array element, or the outermost braces. */
export function findLostDecision(stdout: string): LostDecision | null {
  const text = stdout.trim();
  if (text.length > SEARCH_LIMIT || !/decision|deny|block/i.test(text)) return null;
  const found = candidates(text).flatMap(({ value, ...place }) => {
    const decision = decisionIn(value);
    return decision === null ? [] : [{ ...decision, ...place }];
  });
  return found.find((decision) => decision.denies) ?? found[0] ?? null;
}

interface Candidate {
  readonly value: unknown;
  readonly where: string;
  readonly alone: boolean;
}

function candidates(text: string): readonly Candidate[] {
  const whole = parse(text);
  if (Array.isArray(whole)) return whole.map((value) => ({ value, where: 'inside an array', alone: false }));
  if (whole !== undefined) return [{ value: whole, where: 'in its answer', alone: true }];
  const beside = besideText(text);
  return beside.length > 0 ? beside : unfinished(text);
}

function besideText(text: string): readonly Candidate[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => ({
      value: parse(line),
      where: 'on a line of its own beside other output',
      alone: false,
    }));
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  const outer = start >= 0 && end > start ? parse(text.slice(start, end + 1)) : undefined;
  return [...lines, { value: outer, where: 'with other text around it', alone: false }].filter(
    ({ value }) => value !== undefined,
  );
}

/** JSON that breaks off or has a mistake in it, from the first line on that begins as JSON. */
function unfinished(text: string): readonly Candidate[] {
  const start = text.search(/^[ \t]*(?:\[\s*)?\{\s*"/m);
  if (start < 0) return [];
  const { value, end, at } = readPartialJson(text.slice(start));
  const alone = start === 0 && (end !== 'whole' || at === text.length);
  const where = end === 'missing' ? 'in an answer that does not end' : 'in an answer that is not valid JSON';
  return (Array.isArray(value) ? value : [value]).map((one) => ({ value: one, where, alone }));
}

/** Whether what stands beside other text looks like an answer that was meant to count. */
export function hasAnswerBesideText(text: string): boolean {
  if (text.length > SEARCH_LIMIT || !(text.startsWith('{') || text.endsWith('}'))) return false;
  return besideText(text).some(
    ({ value }) => isRecord(value) && ANSWER_FIELDS.some((name) => Object.hasOwn(value, name)),
  );
}

/** Fields that hardly anything but an answer has. */
const ANSWER_FIELDS = [
  'hookSpecificOutput',
  'decision',
  'permissionDecision',
  'systemMessage',
  'suppressOutput',
  'stopReason',
  'additionalContext',
  'contextInjection',
  'newContent',
];

function decisionIn(answer: unknown): Pick<LostDecision, 'denies' | 'reason'> | null {
  if (!isRecord(answer)) return null;
  const { value } = corrected(answer);
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
