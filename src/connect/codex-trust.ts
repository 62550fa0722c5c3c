// Codex runs a hook only while its configuration has the hash of it: what that is, and how it stands there.
import { dirname, join } from 'node:path';
import {
  canonicalJson,
  fieldOf,
  isRecord,
  jsonOf,
  type ObjectTree,
  parseJson,
  sha256,
  type Tree,
  textOf,
} from '../text/index.js';
import { parseToml } from '../text/toml/index.js';
import { type IsOurs, refusal } from './form.js';

/** A hook of ours, as Codex knows it. */
export interface Trusted {
  /** The file, the event, the group and the hook in it. */
  readonly key: string;
  readonly hash: string;
}

/** The file beside that of the user's hooks, whatever project the hooks are of. */
export const codexConfig = (userHooks: string): string => join(dirname(userHooks), 'config.toml');

/** What counts where a hook states none. */
const STANDARD_SECONDS = 600;

/** Every hook of ours in the text of a `hooks.json`. */
export function trustedHooks(text: string, file: string, isOurs: IsOurs): readonly Trusted[] {
  const { tree } = parseJson(text);
  const root = tree === null ? null : jsonOf(tree);
  const hooks = isRecord(root) && isRecord(root['hooks']) ? root['hooks'] : {};
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupAt) =>
      (isRecord(group) ? listOf(group['hooks']) : []).flatMap((hook, hookAt) => {
        if (!isRecord(group) || !isRecord(hook) || !isOurs(hook['command'])) return [];
        const name = snakeCase(event);
        return [{ key: `${file}:${name}:${groupAt}:${hookAt}`, hash: hashOf(name, group['matcher'], hook) }];
      }),
    ),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const snakeCase = (event: string): string =>
  event.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`);

function hashOf(event: string, matcher: unknown, hook: Readonly<Record<string, unknown>>): string {
  const identity = {
    event_name: event,
    hooks: [
      {
        async: false,
        command: hook['command'],
        timeout: hook['timeout'] ?? STANDARD_SECONDS,
        type: 'command',
      },
    ],
    ...(typeof matcher === 'string' ? { matcher } : {}),
  };
  return `sha256:${sha256(canonicalJson(identity))}`;
}

/** A table of the configuration that is about one hook. */
interface State {
  readonly key: string;
  readonly hash: string | null;
  readonly isOff: boolean;
  readonly from: number;
  /** Behind its last line. */
  readonly to: number;
  /** Nothing but what we write is in it. */
  readonly isPlain: boolean;
}

/** Which hooks the configuration trusts: their keys, with the hash. Throws `PluginProblem` where it cannot be read. */
export const trustIn = (config: string, file: string): ReadonlyMap<string, Pick<State, 'hash' | 'isOff'>> =>
  new Map(statesOf(config, file).map((state) => [state.key, state]));

/** The configuration with these hashes; others stay. */
export function withTrust(config: string, file: string, hooks: readonly Trusted[]): string {
  const eol = config.includes('\r\n') ? '\r\n' : '\n';
  const states = statesOf(config, file);
  let now = config;
  // From the end, so that offsets before it stay right.
  for (const { key, from, to } of states.toReversed()) {
    const hook = hooks.find((one) => one.key === key);
    if (hook === undefined) continue;
    const block = now.slice(from, to);
    const line = `trusted_hash = ${JSON.stringify(hook.hash)}`;
    const has = /^[ \t]*trusted_hash[ \t]*=.*$/m;
    const changed = has.test(block)
      ? block.replace(has, (old) => old.replace(/trusted_hash.*?(\r?)$/, (_, end: string) => line + end))
      : `${block}${block.endsWith('\n') ? '' : eol}${line}${eol}`;
    now = now.slice(0, from) + changed + now.slice(to);
  }
  for (const { key, hash } of hooks) {
    if (states.some((state) => state.key === key)) continue;
    const gap = now === '' || /\n\r?\n$/.test(now) ? '' : now.endsWith('\n') ? eol : eol + eol;
    now += `${gap}[hooks.state.${JSON.stringify(key)}]${eol}trusted_hash = ${JSON.stringify(hash)}${eol}`;
  }
  const read = parseToml(now);
  if (!read.ok) throw refusal(file, config, 0, `trust cannot be added to it (${read.why})`);
  return now;
}

/** The configuration without these hashes. What else somebody said about a hook stays. */
export function withoutTrust(config: string, file: string, hooks: readonly Trusted[]): string {
  let now = config;
  for (const { key, hash, from, to, isPlain } of statesOf(config, file).toReversed()) {
    const ours = hooks.find((one) => one.key === key);
    if (ours === undefined || ours.hash !== hash || !isPlain) continue;
    const blank = /(?<=\n)\r?\n$/.exec(now.slice(0, from))?.[0].length ?? 0;
    now = now.slice(0, from - blank) + now.slice(to);
  }
  return now;
}

function statesOf(config: string, file: string): readonly State[] {
  const read = parseToml(config);
  if (!read.ok) throw refusal(file, config, read.at, `it is not valid TOML: ${read.why}`);
  const state = objectAt(objectAt(read.tree, 'hooks'), 'state');
  return (state?.entries ?? []).flatMap(({ key, value }): readonly State[] => {
    // Written inside of another value it has no lines of its own, and is left alone.
    if (value.kind !== 'object' || config[value.at] !== '[') return [];
    const last = Math.max(value.at, ...value.entries.map(({ at }) => at));
    const end = config.indexOf('\n', last);
    const enabled = fieldOf(value, 'enabled');
    return [
      {
        key,
        hash: textOf(fieldOf(value, 'trusted_hash')),
        isOff: enabled?.kind === 'scalar' && enabled.value === false,
        from: value.at,
        to: end < 0 ? config.length : end + 1,
        isPlain: value.entries.every((entry) => entry.key === 'trusted_hash'),
      },
    ];
  });
}

function objectAt(tree: Tree | null, key: string): ObjectTree | null {
  const value = tree?.kind === 'object' ? fieldOf(tree, key) : undefined;
  return value?.kind === 'object' ? value : null;
}

/** Whether the configuration trusts a project. */
export function trustsProject(config: string, file: string, projectDir: string): boolean {
  const read = parseToml(config);
  if (!read.ok) throw refusal(file, config, read.at, `it is not valid TOML: ${read.why}`);
  const project = objectAt(objectAt(read.tree, 'projects'), projectDir);
  return project !== null && textOf(fieldOf(project, 'trust_level')) === 'trusted';
}
