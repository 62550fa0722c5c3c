// How a hook stands to one requirement, and what shows it.
import { basename } from 'node:path';
import type { Finding } from '../finding.js';
import type { Part } from '../parts.js';
import type { Subject } from '../subject.js';

export interface Evidence {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  /** The line, or what it means. */
  readonly text: string;
}

export interface Assessment {
  readonly result: 'met' | 'not-met' | 'unseen' | 'not-applicable';
  readonly reason: string | null;
  readonly evidence: readonly Evidence[];
  /** It was concluded from nothing being found, which holds only where everything could be read. */
  readonly byAbsence: boolean;
}

/** All that a check may look at. */
export interface Case {
  readonly subject: Subject;
  /** The other hooks that were looked at together with it. */
  readonly others: readonly Subject[];
  readonly findings: readonly Finding[];
}

export type Check = (one: Case) => Assessment;

const verdict = (
  result: Assessment['result'],
  reason: string | null,
  evidence: readonly Evidence[] = [],
): Assessment => ({
  result,
  reason,
  evidence,
  byAbsence: false,
});

export const met = (reason: string | null, ...evidence: Evidence[]): Assessment =>
  verdict('met', reason, evidence);
export const notMet = (reason: string, ...evidence: Evidence[]): Assessment =>
  verdict('not-met', reason, evidence);
export const unseen = (reason: string): Assessment => verdict('unseen', reason);
export const notApplicable = (reason: string): Assessment => verdict('not-applicable', reason);
/** Nothing to the contrary was found. */
export const clear = (reason: string): Assessment => ({ ...verdict('met', reason), byAbsence: true });

export const at = (part: Part, offset: number): Evidence => ({
  file: part.file,
  ...part.place(offset),
  text: part.excerpt(offset),
});

export const ofFinding = ({ file, line, column, excerpt, message }: Finding): Evidence => ({
  file: file ?? '',
  line,
  column,
  text: excerpt ?? message,
});

/** Findings that are about this hook: at its own place, or at a place inside of its definition or its texts. */
export function about({ subject, others, findings }: Case): readonly Finding[] {
  const { hook } = subject;
  const next = others
    .filter(({ hook: other }) => other.source.file === hook.source.file && other.line > hook.line)
    .reduce((line, { hook: other }) => Math.min(line, other.line), Number.POSITIVE_INFINITY);
  const files = new Set(subject.parts.filter(({ role }) => role !== 'command').map(({ file }) => file));
  return findings.filter(({ hook: id, file, line }) => {
    if (id === hook.id || (file !== null && files.has(file))) return true;
    return id === null && file === hook.source.file && line !== null && line >= hook.line && line < next;
  });
}

/** Not met where one of these codes was found about the hook. */
export const without =
  (codes: readonly string[], fine: string): Check =>
  (one) => {
    const found = about(one).filter(({ code }) => codes.includes(code));
    const [first] = found;
    return first === undefined ? clear(fine) : notMet(first.message, ...found.slice(0, 5).map(ofFinding));
  };

/** Not met where one of these codes was found anywhere in the hook's file. */
export const fileWithout =
  (codes: readonly string[], fine: string): Check =>
  ({ subject, findings }) => {
    const { file, pluginRoot } = subject.hook.source;
    const found = findings.filter(
      (finding) =>
        codes.includes(finding.code) &&
        (finding.file === file || (pluginRoot !== null && (finding.file ?? '').startsWith(`${pluginRoot}/`))),
    );
    const [first] = found;
    return first === undefined ? clear(fine) : notMet(first.message, ...found.slice(0, 5).map(ofFinding));
  };

/** Programs that are what they are everywhere; what others do with the event is not in a text that is read here. */
const ORDINARY =
  /^(?:awk|basename|bash|bc|cat|chmod|cmp|comm|cp|curl|cut|date|diff|dirname|du|env|find|git|grep|head|id|install|jq|ln|ls|mkdir|mktemp|mv|node|od|paste|python3?|readlink|realpath|rm|rmdir|sed|seq|sh|sleep|sort|stat|tail|tee|touch|tr|truncate|uname|uniq|wc|which|xargs)$/;

/** Why not everything that a hook does can be read; `null`: it can. */
export function hiddenIn({ scripts, parts }: Subject): string | null {
  for (const { path, text, language } of scripts) {
    if (text === null) return `${basename(path)} cannot be read`;
    if (language === null) return `${basename(path)} is written in a language that is not read here`;
  }
  const broken = parts.find(({ reading }) => reading.syntaxError !== null);
  if (broken !== undefined) return `${basename(broken.file)} is not valid`;
  const [command] = parts.filter(({ role }) => role === 'command');
  const program = command?.reading.seen.find((one) => one.kind === 'program' && !ORDINARY.test(one.name));
  if (scripts.length === 0 && program?.kind === 'program')
    return `what ${program.name} does is not in a text that is read here`;
  return null;
}

/** A check of what a hook runs: nothing to check without a command, nothing to conclude from what was not read. */
export const ofScript =
  (check: Check): Check =>
  (one) => {
    const { handler } = one.subject.hook;
    if (handler.type !== 'command') return notApplicable(`a hook of type ${handler.type} runs no script`);
    const found = check(one);
    const hidden = found.byAbsence || found.result === 'not-applicable' ? hiddenIn(one.subject) : null;
    if (hidden !== null) return unseen(hidden);
    if (one.subject.parts.length === 0 && found.byAbsence)
      return unseen('the command is not one that is read here');
    return found;
  };

/** Several requirements together: the worst one counts. */
export const allOf =
  (checks: readonly Check[]): Check =>
  (one) => {
    const verdicts = checks.map((check) => check(one));
    const broken = verdicts.filter(({ result }) => result === 'not-met');
    if (broken[0] !== undefined)
      return notMet(broken[0].reason ?? '', ...broken.flatMap(({ evidence }) => evidence).slice(0, 5));
    const hidden = verdicts.find(({ result }) => result === 'unseen');
    if (hidden !== undefined) return hidden;
    const good = verdicts.find(({ result }) => result === 'met');
    return good ?? verdicts[0] ?? clear('');
  };
