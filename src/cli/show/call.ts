// What a hook would start or call, for a person.

import { handlerInWords } from '../../config/index.js';
import type { CallExplanation, ModelExplanation, StartExplanation } from '../../explain/index.js';
import { readyInWords } from '../../journal/index.js';
import type { Hook } from '../../nouns.js';
import { plural } from '../../text/index.js';
import { reviewedBeside } from './review.js';
import type { Screen } from './screen.js';
import { beside, type Places, shortPath, shortPaths, wrap } from './screen.js';

/** One line with a name in front; nothing where there is no value. */
export type Fact = (name: string, value: string) => string[];

interface Means {
  readonly fact: Fact;
  readonly screen: Screen;
  readonly places: Places;
}

export function showCall(call: CallExplanation, hook: Hook, means: Means): string[] {
  const { fact, screen, places } = means;
  switch (call.kind) {
    case 'fails':
      return [
        ...fact('runs', handlerInWords(hook.handler)),
        ...wrong(`${failing(hook)}: ${call.why}`, means),
      ];
    case 'starts': {
      const how = call.form === 'exec' ? 'without a shell: ' : '';
      return [
        ...fact('runs', `${how}${call.argv.map(quoted).join(' ')}`),
        ...(call.ready === undefined ? [] : told('ready', readiness(call.ready, hook), screen)),
      ];
    }
    case 'posts':
      return [
        ...fact('posts to', call.address),
        ...told('list', call.allowed, screen),
        ...told('guard', call.guard, screen),
        ...call.headers.flatMap((header) =>
          told('header', `${header.name}: ${header.value}${headerNotes(header)}`, screen),
        ),
      ];
    case 'calls':
      return [
        ...fact('calls', `the tool ${call.tool} of the MCP server ${call.server}`),
        ...told('server', call.reached, screen),
        ...call.given.flatMap((one) => told('with', one, screen)),
        ...(call.variables.length === 0
          ? []
          : told('gets', call.variables.map((name) => `$${name}`).join(', '), screen)),
        ...fact(
          'defined',
          call.definedIn === null
            ? 'by the host'
            : `${shortPath(call.definedIn.file, places)}:${call.definedIn.line ?? 1}`,
        ),
        ...fact('input', JSON.stringify(call.input)),
      ];
    case 'asks':
      return showModel(call, hook, means);
  }
}

/** Only where a program asks hooks about many events is anything kept ready. */
function readiness(ready: NonNullable<StartExplanation['ready']>, hook: Hook): string {
  if (ready.kind === 'cold') return `never: ${ready.why}`;
  const why = ready.why === undefined ? '' : `; no ready interpreter, because ${ready.why}`;
  return `${readyInWords(ready.kind)}, from its ${hook.warm === true ? 'second' : 'third'} run in a session on${why}`;
}

const failing = ({ handler: { type } }: Hook): string => (type === 'command' ? 'cannot start' : 'would fail');

const wrong = (text: string, { screen, places }: Means): string[] =>
  wrap(screen, shortPaths(text, places), 5).map(screen.red);

/** Like a fact, but a sentence. */
const told = (name: string, value: string, screen: Screen): string[] =>
  beside(screen, `     ${screen.dim(name.padEnd(8))} `, 14, value);

type Header = Extract<CallExplanation, { kind: 'posts' }>['headers'][number];

const STATES: Readonly<Record<Header['variables'][number]['state'], string>> = {
  filled: 'is filled in',
  'not-allowed': 'stays empty: not in "allowedEnvVars" of the hook',
  'not-allowed-by-settings': 'stays empty: not in "httpHookAllowedEnvVars" of the settings',
  'not-granted':
    'stays empty: nobody granted it to the project ("httpHookAllowedEnvVars" of your user settings would)',
  'not-set': 'stays empty: not set',
};

function headerNotes({ sent, variables }: Header): string {
  const notes = [
    ...(sent ? [] : ['not sent: this header is the engine’s own']),
    ...variables.map(({ name, state }) => `$${name} ${STATES[state]}`),
  ];
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}

function showModel(call: ModelExplanation, { handler: { type } }: Hook, means: Means): string[] {
  const { fact, screen } = means;
  const { model, fails, seen, notOk, commands, request } = call;
  return [
    ...told('asks', modelInWords(model), screen),
    ...(fails === null ? [] : wrong(`would fail: ${fails}`, means)),
    ...(model.provider === 'none' || fails !== null ? [] : fact('cost', costInWords(model))),
    ...(seen === null ? [] : wrong(seenInWords(seen), means)),
    ...told('if "no"', notOk, screen),
    ...(commands === null
      ? []
      : told('may', commands ? LOOKS_AND_RUNS : 'read, list and search files; run no commands', screen)),
    ...showRequest(request.text, type, screen),
  ];
}

const seenInWords = ({ shown, whole }: NonNullable<ModelExplanation['seen']>): string =>
  `would be shown ${shown} of ${whole} characters of the event: a "yes" is then a failure of the hook, and "onFailure" decides`;

const LOOKS_AND_RUNS = 'read, list and search files, and run commands ("agent_commands" is true)';

type Model = ModelExplanation['model'];

function modelInWords({ provider, where, model, instead, keyFrom, why }: Model): string {
  switch (provider) {
    case 'none':
      return 'no model of its own; a host that offers one is asked';
    case 'host':
      return `the model of the host${model === null ? '' : `, ${model}`}, because of ${why}`;
    case 'recorded':
      return `recorded replies in ${where}, because of ${why}`;
    default: {
      const replaced = instead === null ? '' : `, in place of ${instead}`;
      const key = keyFrom === null ? 'without a key' : `with the key in ${keyFrom}`;
      const reason = why === keyFrom ? '' : `, because of ${why}`;
      return `${model ?? 'a model'}${replaced}, at ${where} ${key}${reason}`;
    }
  }
}

function costInWords({ provider, price }: Model): string {
  if (provider === 'recorded') return 'nothing';
  if (price === null) return 'not known';
  return `$${price.input} for a million tokens of the request, $${price.output} of the answer`;
}

const MOST_LINES = 12;

/** The beginning of what a model would read; programs get all of it. */
function showRequest(text: string, type: string, screen: Screen): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const more = lines.length - MOST_LINES;
  return [
    `     ${screen.dim('sends')}    ${screen.dim(`to the ${type === 'agent' ? 'agent' : 'model'} (--json shows all of it):`)}`,
    ...lines
      .slice(0, MOST_LINES)
      .flatMap((line) => reviewedBeside(screen, `       ${screen.dim('|')} `, 9, line)),
    ...(more > 0 ? [`       ${screen.dim(`| and ${plural(more, 'more line')}`)}`] : []),
  ];
}

/** A word as a shell would need it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
