// What an agent makes of an answer in Claude Code's form, where nobody translates it: its own reading is asked.
import { type EventRow, eventRow } from '../events/index.js';
import type { Ability, AgentEvent, Heard, Printed, Reads } from '../hosts/agents/index.js';
import { abilityInWords } from '../hosts/agents/index.js';
import { wishNotes } from './by-dispatch.js';
import { degraded, lost, type Note, type PortableHook } from './report.js';
import { BLOCKS, EXITS } from './wishes.js';

type Fields = Readonly<Record<string, unknown>>;

/** The ways in which a hook can say something. */
type Manner = 'exit code 2' | 'JSON' | 'plain text';

interface Sample {
  readonly manner: Manner;
  readonly answer: Printed;
}

const WORD = 'because';
const INPUT = { command: WORD };

const json = (fields: Fields): Sample => ({
  manner: 'JSON',
  answer: { exitCode: 0, stdout: JSON.stringify(fields), stderr: '' },
});
const EXIT_2: Sample = { manner: 'exit code 2', answer: { exitCode: 2, stdout: '', stderr: WORD } };
const TEXT: Sample = { manner: 'plain text', answer: { exitCode: 0, stdout: WORD, stderr: '' } };
const BLOCK = json({ decision: 'block', reason: WORD });

/** All ways in which Claude Code lets a hook of an event ask for something. */
function samplesOf(wish: Ability, row: EventRow): readonly Sample[] {
  const specific = (fields: Fields): Sample =>
    json({ hookSpecificOutput: { hookEventName: row.name, ...fields } });
  const decides = row.specific !== null && 'decision' in row.specific;
  const permits = (permissionDecision: string, more: Fields = {}): Sample =>
    specific({ permissionDecision, permissionDecisionReason: WORD, ...more });
  switch (wish) {
    case 'deny':
      if (decides) return [specific({ decision: { behavior: 'deny', message: WORD } })];
      return [EXIT_2, ...(row.permission ? [permits('deny')] : [BLOCK])];
    case 'ask':
      return [permits('ask')];
    case 'updatedInput':
      return decides
        ? [specific({ decision: { behavior: 'allow', updatedInput: INPUT } })]
        : [permits('allow', { updatedInput: INPUT }), specific({ updatedInput: INPUT })];
    case 'updatedOutput':
      return [specific({ updatedToolOutput: WORD })];
    case 'context':
      return row.stdout === 'log'
        ? [specific({ additionalContext: WORD })]
        : [TEXT, ...contextIn(row, specific)];
    case 'feedback':
    case 'continue':
      return [EXIT_2, BLOCK];
    case 'stop':
      return [json({ continue: false, stopReason: WORD })];
    case 'systemMessage':
      return [json({ systemMessage: WORD })];
    // Whether its user would have been asked is not to be seen in an answer.
    case 'allow':
      return [];
  }
}

const contextIn = (row: EventRow, specific: (fields: Fields) => Sample): readonly Sample[] =>
  row.specific !== null && 'additionalContext' in row.specific ? [specific({ additionalContext: WORD })] : [];

const HEARD: Readonly<Record<Ability, (heard: Heard) => boolean>> = {
  deny: ({ happens }) => !happens,
  ask: ({ asks }) => asks,
  allow: ({ happens }) => happens,
  updatedInput: ({ input, happens }) => input !== null && happens,
  updatedOutput: ({ replaced, model }) => replaced && model.includes(WORD),
  context: ({ model }) => model.includes(WORD),
  feedback: ({ model }) => model.includes(WORD),
  stop: ({ ends }) => ends,
  continue: ({ happens, model }) => !happens && model.includes(WORD),
  systemMessage: ({ user }) => user.includes(WORD),
};

/** Whether a text may speak in this way; of one that is not known nothing is excluded. */
function maySpeak(code: string | null, manner: Manner): boolean {
  if (code === null || manner === 'plain text') return true;
  return manner === 'JSON'
    ? /hookSpecificOutput|permissionDecision|\bdecision\b|systemMessage|\bcontinue\b/.test(code)
    : EXITS.test(code);
}

/** Who is denied a call is to know why. */
function withoutReason(
  wish: Ability,
  samples: readonly Sample[],
  rows: readonly AgentEvent[],
  reads: Reads,
  { permission }: EventRow,
): readonly Note[] {
  if (wish !== 'deny' || !permission) return [];
  const mute = samples.filter(({ answer }) =>
    rows.every(({ theirs }) => !reads(theirs, answer).model.includes(WORD)),
  );
  const manners = [...new Set(mute.map(({ manner }) => manner))];
  return manners.length === 0
    ? []
    : [degraded(`the model is not told why a call is denied as ${manners.join(' or ')}`)];
}

/** What is not heard, or only in one of the ways in which it can be said. */
export function answerNotes(
  hook: PortableHook,
  wishes: readonly Ability[],
  rows: readonly AgentEvent[],
  reads: Reads,
): readonly Note[] {
  const row = eventRow(hook.event);
  return wishes.flatMap((wish): readonly Note[] => {
    const known = wishNotes(wish, rows);
    if (known.some(({ verdict }) => verdict === 'lost')) return known;
    const samples = samplesOf(wish, row).filter(({ manner }) => maySpeak(hook.code, manner));
    const isHeard = ({ answer }: Sample): boolean =>
      rows.some(({ theirs }) => HEARD[wish](reads(theirs, answer)));
    const deaf = samples.filter((sample) => !isHeard(sample));
    if (deaf.length === 0) return [...known, ...withoutReason(wish, samples, rows, reads, row)];
    const manners = [...new Set(deaf.map(({ manner }) => manner))];
    const others = [...new Set(samples.filter(isHeard).map(({ manner }) => manner))];
    const what = abilityInWords(wish);
    const said = `${what} is not heard as ${manners.join(' or ')}`;
    if (others.length > 0 && manners.some((manner) => !others.includes(manner)))
      return [degraded(`${said}, only as ${others.join(' or ')}`)];
    // One of two ways to write the same JSON.
    if (others.length > 0)
      return [degraded(`${what} is heard only in one of the ways to write it as ${others.join(' or ')}`)];
    // A question that is not heard is no question: what it guards happens. Of a text that is not known it is only a possibility.
    const isGuard = BLOCKS.includes(wish) || (wish === 'ask' && hook.code !== null);
    return [isGuard ? lost(said) : degraded(said)];
  });
}
