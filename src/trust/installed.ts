// Plugins that the user installed for themselves: their hooks run as long as they are what was installed, or what the user approved since.
import { statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { liesIn, textIn } from '../files/index.js';
import type { Hook, TrustState } from '../nouns.js';
import { isRecord } from '../text/index.js';
import type { NamedFile } from './files.js';
import type { Identity, Subject } from './identity.js';
import type { Project } from './project.js';

/** The digests of a plugin's files when it was installed, by path. */
type Locked = Readonly<Record<string, string>>;

/** A hook of an installed plugin that differs from what was installed. */
export interface Differing {
  readonly subject: Subject;
  readonly identity: Identity;
  /** `trusted`: the user approved the difference. */
  readonly state: Extract<TrustState, 'trusted' | 'changed' | 'refused'>;
  /** The files that differ, by name. */
  readonly files: readonly string[];
}

/** What lock files say; each is read again when it changed. */
export class Installed {
  readonly #read = new Map<
    string,
    { readonly stamp: string; readonly plugins: Readonly<Record<string, Locked>> }
  >();

  /** The digests that a hook's plugin was installed with; `null`: nobody installed it, it was made here. */
  lockOf({ source: { pluginRoot, hooksDir } }: Hook): Locked | null {
    if (pluginRoot === null || dirname(pluginRoot) !== hooksDir) return null;
    const plugins = this.#pluginsIn(join(dirname(hooksDir), 'hooks.lock.json'));
    const name = basename(pluginRoot);
    return Object.hasOwn(plugins, name) ? (plugins[name] ?? null) : null;
  }

  #pluginsIn(file: string): Readonly<Record<string, Locked>> {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return {};
    const stamp = `${stats.dev}:${stats.ino}:${stats.size}:${stats.ctimeMs}`;
    const known = this.#read.get(file);
    if (known?.stamp === stamp && Date.now() - stats.ctimeMs > 2500) return known.plugins;
    const plugins = parsed(textIn(file));
    this.#read.set(file, { stamp, plugins });
    return plugins;
  }
}

/** A lock file that cannot be understood says nothing; `doctor` and `list --plugins` tell of it. */
function parsed(content: string | null): Readonly<Record<string, Locked>> {
  try {
    const value: unknown = JSON.parse(content ?? 'null');
    const plugins = isRecord(value) && isRecord(value['plugins']) ? value['plugins'] : {};
    return Object.fromEntries(
      Object.entries(plugins).flatMap(([name, entry]) =>
        isRecord(entry) && isRecord(entry['files']) ? [[name, textsIn(entry['files'])]] : [],
      ),
    );
  } catch {
    return {};
  }
}

const textsIn = (files: Readonly<Record<string, unknown>>): Locked =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, digest]) => (typeof digest === 'string' ? [[path, digest]] : [])),
  );

/** How a hook differs from what was installed; `null`: it does not. `base` is the hook without the rest of its plugin. */
export function differing(hook: Hook, base: Subject, locked: Locked, place: Project): Differing | null {
  const root = hook.source.pluginRoot ?? '';
  const subject = wholeSubject(base, hook.source.file, locked, root);
  const identity = place.seen.identityOf(subject);
  const files = Object.entries(identity.contents).flatMap(([name, digest]) => {
    const was = locked[name.slice(PREFIX.length)] ?? null;
    return digest === was ? [] : [name.slice(PREFIX.length)];
  });
  if (files.length === 0 && identity.problems.length === 0) return null;
  const state = place.stateOf(identity, place.answerTo(subject.item));
  return { subject, identity, files, state: state === 'trusted' || state === 'refused' ? state : 'changed' };
}

const PREFIX = 'plugin:';

/** The hook with everything that was installed with it, its definition, and scripts that came to lie beside these. */
function wholeSubject(base: Subject, definedIn: string, locked: Locked, root: string): Subject {
  const named = (path: string): NamedFile => ({
    name: `${PREFIX}${path}`,
    path: join(root, path),
    root,
    written: null,
  });
  const below = (path: string): string[] =>
    liesIn(root, path) ? [relative(root, path).split(sep).join('/')] : [];
  return {
    item: base.item,
    isOnly: base.isOnly,
    definition: () => base.definition(),
    slot: `installed ${base.slot}`,
    parts: () => [...base.parts(), root, JSON.stringify(Object.keys(locked))],
    files: () => {
      const beside = base.files().flatMap(({ path }) => below(path));
      return [...new Set([...Object.keys(locked), ...below(definedIn), ...beside])].sort().map(named);
    },
  };
}

export const differsInWords = (name: string, { files, identity }: Differing): string =>
  `its plugin ${name} is not what you installed: ${[...files, ...identity.problems].slice(0, 5).join(', ')}`;

/** In the user's words, with what to do. */
export const whyDiffers = (name: string, differing: Differing): string =>
  differing.state === 'refused'
    ? 'you refused it; `amplifier-hooks trust` asks again'
    : `${differsInWords(name, differing)}; \`amplifier-hooks trust\` shows what it runs and approves it, \`amplifier-hooks install --scope user --force\` restores it`;
