// A model's verdict: the schema it is asked for, and a strict reading of what comes back.
import type { Verdict } from '../../nouns.js';
import { describe, isRecord } from '../../text/index.js';

const OK = {
  type: 'boolean',
  description: 'true: the condition holds and nothing is to be stopped; false: it does not hold',
};
const REASON = { type: 'string', description: 'Why, in one or two sentences; may be empty if ok is true' };
const IMPOSSIBLE = {
  type: 'boolean',
  description: 'true only if the condition can never be met, whatever the agent does next',
};

const strict = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  // All of them: some services accept no optional fields.
  required: Object.keys(properties),
  additionalProperties: false,
});

/** What a prompt hook's model is asked for. */
export const VERDICT_SCHEMA = strict({ ok: OK, reason: REASON, impossible: IMPOSSIBLE });

/** What an agent reports. */
export const AGENT_VERDICT_SCHEMA = strict({ ok: OK, reason: REASON });

export type VerdictResult =
  | { readonly ok: true; readonly verdict: Verdict }
  | { readonly ok: false; readonly problem: string };

const KNOWN = new Set(['ok', 'reason', 'impossible']);
const FENCED = /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```$/i;

/** Reads an answer: the whole text is JSON, or one fenced block that holds nothing else. */
export function readVerdict(text: string): VerdictResult {
  const whole = text.trim();
  if (whole === '') return { ok: false, problem: 'its answer is empty' };
  const inner = FENCED.exec(whole)?.[1] ?? whole;
  let value: unknown;
  try {
    value = JSON.parse(inner);
  } catch {
    return { ok: false, problem: `its answer is not one JSON object and nothing else: ${excerpt(whole)}` };
  }
  return checkVerdict(value);
}

/** Checks a value. What is missing or null was not said; anything else of a wrong kind spoils the verdict. */
export function checkVerdict(value: unknown): VerdictResult {
  if (!isRecord(value))
    return { ok: false, problem: `a verdict is an object, but this is ${describe(value)}` };
  const other = Object.keys(value).find((key) => !KNOWN.has(key));
  if (other !== undefined)
    return { ok: false, problem: `a verdict has "ok", "reason" and "impossible", but not ${excerpt(other)}` };
  const { ok, reason = null, impossible = null } = value;
  if (typeof ok !== 'boolean') return wrong('ok', 'true or false', ok);
  if (reason !== null && typeof reason !== 'string') return wrong('reason', 'a string', reason);
  if (impossible !== null && typeof impossible !== 'boolean')
    return wrong('impossible', 'true or false', impossible);
  return { ok: true, verdict: { ok, reason, impossible: impossible === true } };
}

const wrong = (key: string, wants: string, found: unknown): VerdictResult => ({
  ok: false,
  problem: `"${key}" must be ${wants}, but is ${describe(found)}`,
});

const LONGEST_EXCERPT = 200;

const excerpt = (text: string): string =>
  JSON.stringify(text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text);
