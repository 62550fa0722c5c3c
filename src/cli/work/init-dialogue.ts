// What a new hook is to be, asked one thing after the other.
import { EVENT_NAMES, type EventName, eventRow, findEventRow } from '../../events/index.js';
import { BadWish, LANGUAGES, type Language, newPlugin } from '../../scaffold/index.js';
import { similarName } from '../../text/index.js';
import type { Io } from '../io.js';
import { Dialogue } from './ask.js';

export interface Asked {
  readonly name: string;
  readonly event: EventName;
  readonly matcher: string | null;
  readonly language: Language;
}

/** What most people begin with; every other event can be named. */
const USUAL: readonly EventName[] = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SessionStart'];

/** `null`: the person went away. */
export async function askForHook(io: Io): Promise<Asked | null> {
  const dialogue = new Dialogue(io);
  try {
    io.stderr.lines(['A new hook. Return takes what stands in brackets.', '']);
    const name = await dialogue.ask('Its name?', 'my-hook', (answer) => problemOf({ name: answer }));
    if (name === null) return null;
    io.stderr.lines(['', 'When does it run?', ...USUAL.map(eventLine), '  or the name of any other event']);
    const chosen = await dialogue.ask('Which?', '1', (answer) =>
      eventOf(answer) === undefined ? unknown(answer) : null,
    );
    if (chosen === null) return null;
    const event = eventOf(chosen) ?? 'PreToolUse';
    const matcher = eventRow(event).tool
      ? await dialogue.ask('For which tools? (Bash, Edit|Write, * for all)', 'Bash', (answer) =>
          problemOf({ name, event, matcher: answer }),
        )
      : null;
    if (matcher === null && eventRow(event).tool) return null;
    const language = await dialogue.ask(`Written in ${LANGUAGES.join(', ')}?`, 'sh', (answer) =>
      languageOf(answer) === undefined ? `It can be ${LANGUAGES.join(', ')}.` : null,
    );
    io.stderr.lines(['']);
    return language === null ? null : { name, event, matcher, language: languageOf(language) ?? 'sh' };
  } finally {
    dialogue.close();
  }
}

const eventLine = (event: EventName, index: number): string =>
  `  ${index + 1}  ${event.padEnd(17)} ${eventRow(event).fires}`;

const eventOf = (answer: string): EventName | undefined =>
  USUAL[Number(answer) - 1] ?? findEventRow(answer)?.name;

const languageOf = (answer: string): Language | undefined => LANGUAGES.find((one) => one === answer);

function unknown(answer: string): string {
  const meant = similarName(answer, EVENT_NAMES);
  return `There is no event "${answer}".${meant === null ? '' : ` Did you mean ${meant}?`}`;
}

/** What making such a hook would say. */
function problemOf(wish: Partial<Asked> & { readonly name: string }): string | null {
  try {
    newPlugin({ event: 'PreToolUse', matcher: null, language: 'sh', ...wish });
    return null;
  } catch (error) {
    if (!(error instanceof BadWish)) throw error;
    return [error.message, ...(error.hint === null ? [] : [error.hint])].join('. ');
  }
}
