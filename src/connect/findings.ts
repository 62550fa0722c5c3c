// What keeps hooks of ours from running in a host, or makes them run twice.
import { basename, dirname, join } from 'node:path';
import { readText } from '../files/index.js';
import type { AgentSettings } from '../hosts/agents/index.js';
import { PluginProblem } from '../plugins/migrate/index.js';
import { fieldOf, linesOf, parseJson, plural, type Tree } from '../text/index.js';
import { parseToml } from '../text/toml/index.js';
import { hostFile } from './change.js';
import { formOf, sharing, withinOf } from './connect.js';
import type { FoundHook } from './form.js';
import type { ConnectedHost } from './host.js';
import { jsonForm } from './json-form.js';
import { isFor, ourCommand, readsClaude } from './ours.js';
import { type Around, CONNECT_SCOPES, type ConnectScope, pathOf, placeOf } from './places.js';

export interface Finding {
  /** `twice`: hooks run twice; `off`: they do not run; `unread`: a file cannot be read; `note`: it may be so. */
  readonly kind: 'twice' | 'off' | 'unread' | 'note';
  readonly message: string;
  readonly file: string;
  readonly line: number | null;
  readonly fix: string;
}

/** The hooks of a scope's file, ours and others'. */
export interface FileHooks {
  readonly scope: ConnectScope;
  readonly place: string;
  readonly text: string | null;
  readonly ours: readonly FoundHook[];
  readonly others: readonly FoundHook[];
  /** Those of ours that are for another host which reads the same file. */
  readonly shared: readonly FoundHook[];
  /** Why it cannot be read; `null`: it can. */
  readonly problem: string | null;
}

/** The scopes that there are here: in the home directory the two are one. */
export const scopesOf = ({ home, projectDir }: Around): readonly ConnectScope[] =>
  home === projectDir ? ['user'] : CONNECT_SCOPES;

/** Of a host that has a file with hooks. */
export async function fileHooks(
  host: ConnectedHost,
  scope: ConnectScope,
  around: Around,
): Promise<FileHooks | null> {
  const place = placeOf(host.settings, scope, around);
  const form = formOf(host);
  if (place === null || form === null) return null;
  const shared = await sharing(host, scope, around);
  const isOurs = isFor(shared.length === 0 ? [host.name] : [host.name, 'auto']);
  const isShared = isFor(shared.map(({ name }) => name));
  try {
    const { text } = hostFile(place, withinOf(scope, around));
    const all = form.all(text ?? '', place);
    return {
      scope,
      place,
      text,
      ours: all.filter(({ command }) => isOurs(command)),
      others: all.filter(({ command }) => !isOurs(command) && !isShared(command)),
      shared: all.filter(({ command }) => isShared(command)),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof PluginProblem)) throw error;
    return { scope, place, text: null, ours: [], others: [], shared: [], problem: error.message };
  }
}

/** Where a host reads hooks from files, what is wrong there. */
export function findingsIn(
  host: ConnectedHost,
  files: readonly FileHooks[],
  around: Around,
): readonly Finding[] {
  const connected = files.filter(({ ours }) => ours.length > 0);
  return [
    ...files.flatMap(({ place, problem }): readonly Finding[] =>
      problem === null
        ? []
        : [{ kind: 'unread', message: problem, file: place, line: null, fix: 'Correct the file.' }],
    ),
    ...inTwoScopes(host, connected),
    ...files.flatMap((file) => byHand(host, file)),
    ...files.flatMap((file) => forAnother(host, file)),
    ...(connected.length === 0 ? [] : inClaudeFiles(host, connected, around)),
    ...connected.flatMap((file) => [
      ...switchedOff(host, file),
      ...shadowed(host, file),
      ...dropped(host, file),
    ]),
  ];
}

function inTwoScopes(host: ConnectedHost, connected: readonly FileHooks[]): readonly Finding[] {
  const [first, second] = connected;
  if (first === undefined || second === undefined) return [];
  return [
    {
      kind: 'twice',
      message: `${host.title} is connected in ${first.place}:${first.ours[0]?.line ?? 1} too, so that every hook runs twice`,
      file: second.place,
      line: second.ours[0]?.line ?? null,
      fix: `\`amplifier-hooks disconnect ${host.name} --scope ${second.scope}\``,
    },
  ];
}

/** Somebody wrote it, or `connect` of another version in other words. */
const byHand = (host: ConnectedHost, { place, others, ours }: FileHooks): readonly Finding[] =>
  others
    .filter(({ command }) => ourCommand(command) !== null)
    .map(({ event, line }) => ({
      kind: 'twice',
      message: `a hook of ${event} calls amplifier-hooks, but not as connect writes it${ours.length === 0 ? '' : ', so that hooks run twice'}`,
      file: place,
      line,
      fix: `Remove that entry${ours.length === 0 ? `, then run \`amplifier-hooks connect ${host.name}\`` : ''}.`,
    }));

/** The host reads the file too, and would be taken for another. */
const forAnother = (host: ConnectedHost, { place, shared, scope }: FileHooks): readonly Finding[] =>
  shared.slice(0, 1).map(({ line, command }) => ({
    kind: 'note',
    message: `${host.title} reads this file too, and would be taken for ${ourCommand(command)?.host ?? 'another'}`,
    file: place,
    line,
    fix: `Where you use it: \`amplifier-hooks connect ${host.name} --scope ${scope}\``,
  }));

/** A host that reads the files of Claude Code itself. */
function inClaudeFiles(
  host: ConnectedHost,
  connected: readonly FileHooks[],
  around: Around,
): readonly Finding[] {
  if (host.name === 'claude') return [];
  const { claudeFiles, claudeFilesIf } = host.settings;
  const kind: Finding['kind'] = claudeFilesIf === undefined ? 'twice' : 'note';
  const when = claudeFilesIf === undefined ? '' : ` ${claudeFilesIf}`;
  const readsThem = connected.flatMap(({ ours }) => ours).some(({ command }) => readsClaude(command));
  return claudeFiles.flatMap((name): readonly Finding[] => {
    const file = pathOf(name, { moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '~/.claude' } }, around);
    const found = claudeHooks(file);
    const ours = found.find(({ command }) => ourCommand(command) !== null);
    const theirs = found.filter(({ command }) => ourCommand(command) === null);
    const [first] = theirs;
    return [
      ...(ours === undefined
        ? []
        : [
            {
              kind,
              message: `${host.title} reads this file too${when}, in which Claude Code is connected, so that hooks run twice in ${host.title}`,
              file,
              line: ours.line,
              fix: name.startsWith('~')
                ? `Switch off in ${host.title} that it reads files of Claude Code.`
                : 'Connect Claude Code for you instead of for the project: `amplifier-hooks disconnect claude --scope project` and `amplifier-hooks connect claude`',
            },
          ]),
      ...(first === undefined || !readsThem
        ? []
        : [
            {
              kind,
              message: `${host.title} runs the ${plural(theirs.length, 'hook')} of this file itself${when}, and so do we, by --claude-settings`,
              file,
              line: first.line,
              fix: `Connect it without that: \`amplifier-hooks connect ${host.name}\``,
            },
          ]),
    ];
  });
}

/** The hooks of a file of Claude Code; none where it cannot be read, which is told where it is looked after. */
export function claudeHooks(file: string): readonly FoundHook[] {
  const read = readText(file);
  if (read.state !== 'text') return [];
  try {
    return jsonForm({ form: 'groups', keys: null }).all(read.text, file);
  } catch {
    return [];
  }
}

function switchedOff(host: ConnectedHost, { place, text }: FileHooks): readonly Finding[] {
  return (host.settings.offKeys ?? []).flatMap(([path, value]): readonly Finding[] => {
    let tree: Tree | undefined = parseJson(text ?? '').tree ?? undefined;
    for (const key of path) tree = tree?.kind === 'object' ? fieldOf(tree, key) : undefined;
    if (tree?.kind !== 'scalar' || tree.value !== value) return [];
    return [
      {
        kind: 'off',
        message: `"${path.join('.')}" is ${String(value)}, so that ${host.title} runs no hooks`,
        file: place,
        line: linesOf(text ?? '')(tree.at).line,
        fix: 'Remove that setting.',
      },
    ];
  });
}

/** A file beside it that takes the place of events. */
function shadowed({ title, settings, events }: ConnectedHost, { place }: FileHooks): readonly Finding[] {
  if (settings.shadow === undefined) return [];
  const file = join(dirname(place), settings.shadow);
  const read = readText(file);
  if (read.state !== 'text') return [];
  const { tree } = parseJson(read.text);
  const position = linesOf(read.text);
  return (tree?.kind === 'object' ? tree.entries : [])
    .filter(({ key }) => events.some(({ theirs }) => theirs === key))
    .map(({ key, at }) => ({
      kind: 'off',
      message: `${title} takes the hooks of ${key} from here, so that those in ${basename(place)} do not run`,
      file,
      line: position(at).line,
      fix: `Move the hooks of ${key} to ${place}.`,
    }));
}

/** What makes the host refuse the file, or all hooks of it. */
function dropped({ title, settings }: ConnectedHost, { place, text }: FileHooks): readonly Finding[] {
  const position = linesOf(text ?? '');
  const refused = (what: string, at: number, why: string): Finding => ({
    kind: 'off',
    message: `${title} drops ${what} because of ${why}`,
    file: place,
    line: position(at).line,
    fix: 'Remove it.',
  });
  if (settings.form === 'tables') {
    const read = parseToml(text ?? '');
    const hooks = read.ok && read.tree.kind === 'object' ? fieldOf(read.tree, 'hooks') : undefined;
    return (hooks?.kind === 'array' ? hooks.items : []).flatMap((table) =>
      (table.kind === 'object' ? table.entries : [])
        .filter(({ key }) => !TABLE_KEYS.includes(key))
        .map(({ key, at }) => refused('all hooks of the file', at, `the key "${key}"`)),
    );
  }
  if (!isStrict(settings)) return [];
  const { tree, commentAt, trailingCommaAt } = parseJson(text ?? '');
  const odd =
    settings.plainJson === true
      ? [...at(commentAt, 'a comment'), ...at(trailingCommaAt, 'a comma too many')]
      : [];
  return [
    ...odd.map((one) => refused('the whole file', one.at, one.what)),
    ...(tree?.kind === 'object' ? tree.entries : [])
      .filter(({ key }) => key !== 'hooks' && settings.keys?.includes(key) !== true)
      .map((entry) => refused('the whole file', entry.at, `the key "${entry.key}"`)),
  ];
}

const at = (
  offset: number | null,
  what: string,
): readonly { readonly at: number; readonly what: string }[] =>
  offset === null ? [] : [{ at: offset, what }];

const TABLE_KEYS = ['event', 'command', 'matcher', 'timeout'];

/** A file for hooks alone, in groups: another key was seen to void it. */
const isStrict = ({ keys, form }: AgentSettings): boolean => keys !== null && form === 'groups';
