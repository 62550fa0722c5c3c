// A new generation for the current one, unless an edit broke something that was fine.
import { sep } from 'node:path';
import type { Diagnostic, Generation, SourceReport } from '../nouns.js';
import { diagnostic } from './diagnostic.js';
import { loadGeneration } from './load.js';
import type { ConfigRequest } from './request.js';

export interface Reload {
  /** `unchanged`: the same hooks in the same state; `kept`: a file broke, so the current generation stays in force. */
  readonly kind: 'unchanged' | 'adopted' | 'kept';
  /** The generation to use from now on; after `unchanged` it differs at most in line numbers and diagnostics. */
  readonly generation: Generation;
  /** What to tell. */
  readonly diagnostics: readonly Diagnostic[];
}

type Read = Pick<SourceReport, 'file' | 'state'>;

/** Loads again. A file that was read for `current` and is broken now keeps `current` in force. */
export function reloadGeneration(current: Generation, request: ConfigRequest): Reload {
  const next = loadGeneration(request);
  const broken = filesOf(next).filter((one) => one.state === 'broken' && wasRead(current, one));
  if (broken.length > 0) {
    const diagnostics = broken.flatMap((one) => explain(one, next));
    return { kind: 'kept', generation: current, diagnostics };
  }
  const slips = policyMistakes(next);
  if (slips.length > 0 && policyMistakes(current).length === 0)
    return { kind: 'kept', generation: current, diagnostics: slips };
  const kind = next.id === current.id ? 'unchanged' : 'adopted';
  return { kind, generation: next, diagnostics: next.diagnostics };
}

/** A policy that was fine and is not understood now. */
const policyMistakes = ({ diagnostics }: Generation): readonly Diagnostic[] =>
  diagnostics.filter(({ code }) => code === 'policy-invalid');

/** Whether a file that was read for `current` is not there any more. */
export function lacksFileOf(current: Generation, next: Generation): boolean {
  const there = new Set(filesOf(next).flatMap(({ file, state }) => (state === 'absent' ? [] : [file])));
  return filesOf(current).some(({ file, state }) => state === 'read' && !there.has(file));
}

const filesOf = ({ sources, switches }: Generation): readonly Read[] => [...sources, ...switches];

const wasRead = (current: Generation, { file }: Read): boolean =>
  filesOf(current).some(
    (one) => one.state === 'read' && (one.file === file || one.file.startsWith(file + sep)),
  );

function explain({ file }: Read, next: Generation): Diagnostic[] {
  const own = next.diagnostics.filter((found) => found.file === file && found.severity === 'error');
  const at = own.find((found) => found.line !== null);
  const place = at?.line == null ? '' : `, line ${at.line}, column ${at.column}`;
  const message = `${file} is broken${place}; the last good state of all hooks stays in force`;
  const where = at?.line == null || at.column === null ? null : { line: at.line, column: at.column };
  return [diagnostic('last-good-kept', message, { file, at: where }), ...own];
}
