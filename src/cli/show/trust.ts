// How what needs approval is shown: everything that would run, nothing cut.
import { handlerInWords } from '../../config/index.js';
import { readBytes } from '../../files/index.js';
import { shortName } from '../../hook-name.js';
import type { TrustState } from '../../nouns.js';
import { lookAlikes, sha256, spelledOut } from '../../text/index.js';
import { type Entry, type Gone, keptText, type Survey } from '../../trust/index.js';
import type { Reach } from '../../validate/index.js';
import { UserError } from '../io.js';
import { reviewed, reviewedDiff } from './review.js';
import type { Screen } from './screen.js';

/** What one entry is, on one line. */
export function entryInWords(entry: Entry): string {
  if (entry.kind === 'settings') return `settings: ${settingsInWords(entry.words)}`;
  if (entry.kind === 'server') return `MCP server ${entry.server.name}`;
  const { id, event, matcher, condition, handler } = entry.hook;
  const when = condition === null ? (matcher ?? '*') : `${matcher ?? '*'} if ${condition}`;
  return `${shortName(entry.hook)} (${id})  ${event} ${when}  ${handlerInWords(handler)}`;
}

function settingsInWords(words: Extract<Entry, { kind: 'settings' }>['words']): string {
  const env = Object.keys(words.env);
  return [
    ...(env.length === 0 ? [] : [`env ${env.join(', ')}`]),
    ...(words.allowedHttpHookUrls === null ? [] : ['allowedHttpHookUrls']),
    ...(words.httpHookAllowedEnvVars === null ? [] : ['httpHookAllowedEnvVars']),
    ...(words.disableAllHooks === null ? [] : ['disableAllHooks']),
    ...(Object.keys(words.switches).length === 0 ? [] : ['switches of hooks']),
  ].join('; ');
}

const PAINT: Readonly<Record<TrustState, 'green' | 'yellow' | 'red' | 'dim'>> = {
  managed: 'dim',
  own: 'dim',
  trusted: 'green',
  new: 'yellow',
  changed: 'red',
  refused: 'dim',
};

/** The short form: state and what it is. */
export const entryLine = (entry: Entry, screen: Screen): string =>
  `${screen[PAINT[entry.state]](entry.state.padEnd(8))} ${entryInWords(entry)}`;

/** What was approved and is no longer there. */
export const goneLine = ({ item, guarded, from }: Gone, screen: Screen): string =>
  `${screen.red('gone'.padEnd(8))} ${item}${guarded === null ? '' : `, which guarded ${guarded}`}${from === null ? '' : `  ${from}`}`;

/** The long form: definition, reach, and each file whole or as a difference to what was approved. */
export function showEntry(entry: Entry, reach: Reach | null, { stateDir }: Survey, screen: Screen): string[] {
  const { identity } = entry;
  const last = entry.state === 'changed' ? entry.last : null;
  const now = pretty(identity.definition);
  const before = last === null ? null : pretty(last.definition);
  return [
    screen.bold(entryLine(entry, screen)),
    ...(entry.kind === 'hook' ? [screen.dim(`  ${entry.hook.source.file}:${entry.hook.line}`)] : []),
    ...(entry.kind === 'server' ? [screen.dim(`  ${entry.server.file}`)] : []),
    ...twice(entry).map((line) => screen.red(`  ${line}`)),
    ...identity.problems.map((problem) => screen.red(`  cannot be approved: ${problem}`)),
    ...(before === null || before === now
      ? reviewed(screen, now, { indent: 2 })
      : ['  the definition changed:', ...reviewedDiff(screen, before, now, 4)]),
    ...(reach === null ? [] : reachLines(reach)),
    ...filesOf(entry).flatMap(([name, digest]) =>
      fileLines(name, digest, last === null ? undefined : (last.contents[name] ?? null)),
    ),
  ];

  function fileLines(name: string, digest: string | null, old: string | null | undefined): string[] {
    if (digest === old) return digest === null ? [] : [`  file ${name}: as approved`];
    const path = identity.files.find((file) => file.name === name)?.path;
    const text = digest === null || path === undefined ? null : textOf(path, digest);
    if (digest === null) return old === undefined ? [] : [screen.red(`  file ${name}: is gone`)];
    if (text === null) return [`  file ${name}: not a text, SHA-256 ${digest}`];
    const kept = typeof old === 'string' ? keptText(stateDir, old) : null;
    if (kept === null) return [`  file ${name}:`, ...fileText(text, screen)];
    return [screen.red(`  file ${name} changed:`), ...reviewedDiff(screen, kept, text, 4)];
  }
}

/** Names and words of a definition that are not what they look like. */
export function twice({ identity, ...entry }: Entry): readonly string[] {
  const from = entry.kind === 'hook' ? entry.hook.source.file : '';
  const text = [from, ...Object.keys(identity.contents), JSON.stringify(identity.definition)].join('\n');
  return lookAlikes(text).map((word) => `look twice: ${word} is spelled ${spelledOut(word)}`);
}

/** Files of now and of the last approval. */
function filesOf({ identity, last, state }: Entry): readonly (readonly [string, string | null])[] {
  const old = state === 'changed' ? Object.keys(last?.contents ?? {}) : [];
  const names = [...new Set([...Object.keys(identity.contents), ...old])].sort();
  return names.map((name) => [name, identity.contents[name] ?? null]);
}

export function reachLines({ programs, variables, network, writes, code }: Reach): string[] {
  const line = (title: string, list: readonly string[]): string[] =>
    list.length === 0 ? [] : [`  ${title} ${list.join(', ')}`];
  return [
    ...line('programs:', programs),
    ...line('variables:', variables),
    ...line('network:', network),
    ...line('writes:', writes),
    ...line('code made while running:', code),
  ];
}

const pretty = (definition: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== null)),
    null,
    2,
  );

const MARGIN = '    | ';

/** With a margin, so that no line of a file can pass for one of the review. */
const fileText = (text: string, screen: Screen): string[] =>
  reviewed(screen, text.replace(/\n$/, ''), { indent: MARGIN.length }).map(
    (line) => `${MARGIN}${line.slice(MARGIN.length)}`,
  );

/** What is shown is what is approved. Throws where the file is no longer what was looked at. */
function textOf(path: string, digest: string): string | null {
  const bytes = bytesOf(path);
  if (bytes === null || sha256(bytes) !== digest)
    throw new UserError(`${path} changes while you look at it`, 'Call the command again.');
  const text = bytes.toString('utf8');
  return text.includes('\0') ? null : text;
}

function bytesOf(path: string): Buffer | null {
  try {
    return readBytes(path);
  } catch {
    return null;
  }
}
