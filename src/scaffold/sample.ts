// What a new hook does as an example: what it looks at, for which word, and what it answers.
import { type EventName, eventRow, type KnownEventRow } from '../events/index.js';
import { type SampleEvent, sampleEvents } from '../explain/index.js';
import { explainMatcher } from '../match/index.js';

/** How the example answers. `refuse`: exit code 2; `context`, `path`: plain text; `message`: JSON. */
export type Answer = 'refuse' | 'context' | 'path' | 'message';

export interface Sample {
  readonly answer: Answer;
  /** Keys that lead to the text the hook looks at. */
  readonly subject: readonly string[];
  /** What it looks for there. */
  readonly word: string;
  /** What the hook does, in one sentence. */
  readonly purpose: string;
  /** What it says. */
  readonly text: string;
  /** The hook must read `stop_hook_active`, or it may never let the agent stop. */
  readonly readsStopFlag: boolean;
  /** An event in which the word is not there. */
  readonly harmless: SampleEvent;
  /** The same with the word, where the hook looks for one. */
  readonly caught: SampleEvent;
}

const PLACES = { project: '@PROJECT@', home: '@HOME@', rulesRoot: '@PROJECT@' };

/** Fields that every test gets by itself. */
const FILLED_IN = ['session_id', 'transcript_path', 'cwd', 'permission_mode', 'tool_use_id'];

/** The example for an event and a matcher; `null`: no event can be made up that the matcher selects. */
export function sampleFor(event: EventName, matcher: string | null): Sample | null {
  const row = eventRow(event);
  const made = sampleEvents({ event, matcher, condition: null }, PLACES).find((one) =>
    selects(matcher, row, one),
  );
  if (made === undefined) return null;
  const harmless = Object.fromEntries(
    Object.entries(made).filter(
      ([name]) => !FILLED_IN.includes(name) && (row.fields[name]?.required || isTold(name, row)),
    ),
  );
  const { subject, word } = lookedAt(row, harmless);
  const answer = answerOf(row);
  return {
    answer,
    subject,
    word,
    ...said(row, answer, word),
    readsStopFlag: row.fields['stop_hook_active'] !== undefined,
    harmless,
    caught: answer === 'refuse' ? withText(harmless, subject, word) : harmless,
  };
}

/** The matcher is known to be judged in no time: `newPlugin` refuses others. */
function selects(matcher: string | null, row: KnownEventRow, event: SampleEvent): boolean {
  const { kind, names, source } = explainMatcher(matcher, row, { matcherMode: 'search' });
  const target = String(row.matcher === null ? '' : event[row.matcher]);
  const value = row.name === 'FileChanged' ? target.slice(target.lastIndexOf('/') + 1) : target;
  return (
    kind === 'all' || names.includes(value) || (kind === 'regex' && new RegExp(source ?? '').test(value))
  );
}

const isTold = (name: string, row: KnownEventRow): boolean =>
  ['hook_event_name', 'stop_hook_active', 'tool_response', row.matcher].includes(name) ||
  name === textOf(row);

/** Fields with a text that a hook can judge, the most telling first. */
const TEXTS = [
  'prompt',
  'last_assistant_message',
  'task_subject',
  'message',
  'custom_instructions',
  'teammate_name',
  'file_path',
  'from_model',
  'action',
  'name',
];

const textOf = (row: KnownEventRow): string | null =>
  TEXTS.find((name) => row.fields[name] !== undefined && name !== row.matcher) ?? null;

function answerOf(row: KnownEventRow): Answer {
  if (row.exit2 !== 'nothing' && !row.anyFailureBlocks && (row.tool || textOf(row) !== null)) return 'refuse';
  if (row.stdout === 'context') return 'context';
  return row.stdout === 'path' ? 'path' : 'message';
}

/** The text that most hooks of the event look at, and a word that fits it. */
function lookedAt(row: KnownEventRow, event: SampleEvent): { subject: readonly string[]; word: string } {
  if (row.tool) {
    const input = event['tool_input'];
    const has = (name: string): boolean => typeof input === 'object' && input !== null && name in input;
    if (has('command')) return { subject: ['tool_input', 'command'], word: 'git push --force' };
    if (has('file_path')) return { subject: ['tool_input', 'file_path'], word: '.env' };
    const [field = 'text'] = ['notebook_path', 'url', 'query', 'pattern', 'prompt'].filter(has);
    return { subject: ['tool_input', field], word: 'forbidden' };
  }
  const field = textOf(row) ?? 'hook_event_name';
  return { subject: [field], word: field === 'last_assistant_message' ? 'TODO' : 'forbidden' };
}

function said(row: KnownEventRow, answer: Answer, word: string): { purpose: string; text: string } {
  switch (answer) {
    case 'refuse':
      if (row.exit2 === 'goOn')
        return {
          purpose: `keeps the agent going while its last message says "${word}"`,
          text: `There is still a "${word}" to be done.`,
        };
      if (row.exit2 === 'feedback')
        return {
          purpose: `tells the agent when a call mentions "${word}"`,
          text: `"${word}" needs a second look.`,
        };
      return { purpose: `refuses what mentions "${word}"`, text: `"${word}" is not allowed here.` };
    case 'context':
      return {
        purpose: 'tells the agent something',
        text: 'Run the tests before you say that you are done.',
      };
    case 'path':
      return { purpose: 'makes the work tree and prints its path', text: '' };
    case 'message':
      return { purpose: 'tells the user that the event happened', text: `${row.name} happened.` };
  }
}

function withText(event: SampleEvent, path: readonly string[], word: string): SampleEvent {
  const [first, ...rest] = path;
  if (first === undefined) return event;
  const inner = event[first];
  if (rest.length === 0) return { ...event, [first]: withWord(inner, word) };
  return { ...event, [first]: withText(isObject(inner) ? inner : {}, rest, word) };
}

/** A file called like the word lies where the harmless one lies. */
const withWord = (text: unknown, word: string): string =>
  typeof text === 'string' && text.includes('/')
    ? `${text.slice(0, text.lastIndexOf('/') + 1)}${word}`
    : `${word} now`;

const isObject = (value: unknown): value is SampleEvent => typeof value === 'object' && value !== null;
