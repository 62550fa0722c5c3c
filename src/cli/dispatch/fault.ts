// What a host is answered where its hooks could not be asked.

import { deniedUnjudged, nothingToDecide } from '../../decide/index.js';
import type { HookInput, KnownEventRow } from '../../events/index.js';
import type { AgentAnswer } from '../../hosts/agents/index.js';
import { toClaudeOutput, toHookResult } from '../../hosts/index.js';
import type { Decision, Plan } from '../../nouns.js';
import { reasonOf, traceOf } from '../../text/index.js';
import { EXIT, type Io, UserError } from '../io.js';
import type { Speaker } from './host-event.js';

/** What a process gives to who started it. */
export type Given = Pick<AgentAnswer, 'exitCode' | 'stdout' | 'stderr'>;

/** To whom a fault is told, and what it means at a gate. */
export interface FaultAt {
  readonly speaker: Speaker;
  /** `false`: what hooks could not judge is left to the host's own question. */
  readonly failClosed: boolean;
}

/**
 * A fault is no answer, except at a gate: there some host takes every exit code but 0 and 2, and every silence, for an assent. So
 * what asks for permission is denied in the form that the host understands. Other agents are told everywhere in their own form: what
 * an exit code of ours means to them nobody can know.
 */
export function faultAt(row: KnownEventRow, io: Io, at: FaultAt, error: unknown): number {
  if (!row.permission && at.speaker.host !== 'agent') throw error;
  const isOurs = !(error instanceof UserError);
  const why = isOurs ? `a fault of amplifier-hooks, ${reasonOf(error)}` : error.message;
  const { exitCode, stdout, stderr } = answerAtFault(row, at, why);
  if (stdout !== '') io.stdout.data(stdout);
  // With exit code 2 all of stderr is the reason that the model reads.
  const told = isOurs ? `this is a fault of amplifier-hooks, not of yours: ${traceOf(error)}` : why;
  io.stderr.text(exitCode === EXIT.fine ? `amplifier-hooks: ${told}\n` : `${stderr}\n`);
  return exitCode;
}

/** The answer to an event that nobody could judge. */
export function answerAtFault(row: KnownEventRow, { speaker, failClosed }: FaultAt, why: string): Given {
  const decision = unjudged(row, failClosed, why);
  const inWords = decision.reason ?? decision.systemMessages[0]?.value ?? why;
  const said = (stdout: string): Given => ({ exitCode: EXIT.fine, stdout, stderr: '' });
  switch (speaker.host) {
    case 'amplifier':
      return said(`${JSON.stringify(toHookResult(decision))}\n`);
    case 'claude':
      return said(toClaudeOutput(decision).stdout);
    case 'unsure':
      return plainly(row, inWords);
    case 'agent': {
      const { agent, payload } = speaker;
      try {
        return agent.answer({ payload, event: row.name, decisions: [decision], inputs: [unread(row)] });
      } catch {
        // The fault may be there.
        return plainly(row, inWords);
      }
    }
  }
}

/** The one form of a block that nearly all hosts know. */
const plainly = ({ permission }: KnownEventRow, why: string): Given => ({
  exitCode: permission ? 2 : EXIT.fine,
  stdout: '',
  stderr: why,
});

function unjudged(row: KnownEventRow, failClosed: boolean, why: string): Decision {
  const plan = noPlan(row);
  if (!row.permission) {
    const told = { value: `amplifier-hooks: the hooks of ${row.name} could not be asked: ${why}`, by: '' };
    return { ...nothingToDecide(plan), systemMessages: [told] };
  }
  if (failClosed)
    return deniedUnjudged(plan, `The hooks of ${row.name} could not be asked, so this is denied: ${why}`);
  const reason = `The hooks of ${row.name} could not be asked: ${why}`;
  // Where the question is there already, nothing is added to it.
  return row.jsonBlock === 'deny'
    ? { ...nothingToDecide(plan), permission: 'ask', reason }
    : { ...nothingToDecide(plan), systemMessages: [{ value: reason, by: '' }] };
}

const unread = (row: KnownEventRow): HookInput => ({
  kind: 'known',
  row,
  fields: { hook_event_name: row.name },
  sessionId: '',
  cwd: null,
  target: null,
  tool: null,
  agentId: null,
  agentType: null,
  beyond: null,
});

const noPlan = ({ name }: KnownEventRow): Plan => ({
  generation: '',
  event: name,
  target: null,
  shut: null,
  runs: [],
  entries: () => [],
  diagnostics: [],
});
