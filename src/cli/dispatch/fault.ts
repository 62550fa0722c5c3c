// What a host is answered where its hooks could not be asked.

import { deniedUnjudged } from '../../decide/index.js';
import type { KnownEventRow } from '../../events/index.js';
import { toClaudeOutput, toHookResult } from '../../hosts/index.js';
import type { Plan } from '../../nouns.js';
import { reasonOf, traceOf } from '../../text/index.js';
import { EXIT, type Io, UserError } from '../io.js';
import type { DispatchOrder } from './order.js';
import type { Host } from './read-event.js';

/**
 * A fault is no answer, except at a gate: there some host takes every exit code but 0 and 2, and every silence, for an assent. So
 * what asks for permission is denied in the form that all of them understand, and that goes with exit code 0.
 */
export function faultAt(
  row: KnownEventRow,
  io: Io,
  { host }: Pick<DispatchOrder, 'host'>,
  error: unknown,
): number {
  if (!row.permission) throw error;
  const isOurs = !(error instanceof UserError);
  const why = isOurs ? `a fault of amplifier-hooks, ${reasonOf(error)}` : error.message;
  io.stdout.data(deniedAt(row, host, why));
  const told = isOurs ? `this is a fault of amplifier-hooks, not of yours: ${traceOf(error)}` : why;
  io.stderr.text(`amplifier-hooks: ${told}\n`);
  return EXIT.fine;
}

/** The answer to an event that nobody could judge. */
export function deniedAt(row: KnownEventRow, host: Host, why: string): string {
  const decision = deniedUnjudged(
    noPlan(row),
    `The hooks of ${row.name} could not be asked, so this is denied: ${why}`,
  );
  return host === 'amplifier'
    ? `${JSON.stringify(toHookResult(decision))}\n`
    : toClaudeOutput(decision).stdout;
}

const noPlan = ({ name }: KnownEventRow): Plan => ({
  generation: '',
  event: name,
  target: null,
  shut: null,
  runs: [],
  entries: () => [],
  diagnostics: [],
});
