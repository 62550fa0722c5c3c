// Where an entry says that its plugin comes from. Looks at nothing but the text and, for relative paths, the folder.

import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { liesIn } from '../../files/index.js';
import { fieldOf, type ObjectTree, quote, type Tree, textOf, urlOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { PluginSource } from '../source.js';
import { gitHub, isCommit, isRef, parseGit, plainFolder } from '../sources/parse-git.js';
import { isPackageName, isPackageVersion, isRegistry } from '../sources/parse-npm.js';
import type { MarketplaceCode } from './codes.js';
import { wrongType } from './fields.js';
import type { ListedSource, MarketplacePlace } from './listing.js';
import type { Notes } from './notes.js';

export interface SourceContext {
  readonly notes: Notes;
  readonly place: MarketplacePlace;
  /** `metadata.pluginRoot`, inside the marketplace; `null`: none is stated. */
  readonly pluginRoot: string | null;
  /** Whose source it is, for messages. */
  readonly whose: string;
}

/** Why an entry is set aside. */
export class BadEntry extends Error {
  readonly code: MarketplaceCode;
  readonly at: number;

  constructor(code: MarketplaceCode, at: number, message: string) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

/** Throws `BadEntry` where the source means nothing. */
export function readSource(tree: Tree, context: SourceContext): ListedSource {
  if (tree.kind === 'scalar' && typeof tree.value === 'string') {
    return { kind: 'usable', source: relativeSource(tree.value, tree.at, context) };
  }
  if (tree.kind !== 'object')
    throw new BadEntry(
      'plugin-source-field',
      tree.at,
      wrongType('source', context.whose, 'a path or an object', tree),
    );
  const type = new Stated(tree, context).text('source');
  const read = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (read !== undefined) return { kind: 'usable', source: read(new Stated(tree, context)) };
  const code = type === 'command' ? 'plugin-source-command' : 'plugin-source-unknown';
  const why =
    type === 'command'
      ? 'it is made by running a program, which is not done before anybody saw what the plugin does'
      : `its kind of source, ${quote(type)}, is not known here`;
  context.notes.report(code, tree.at, `${context.whose} cannot be installed: ${why}`);
  return { kind: 'unsupported', type, why };
}

type Usable = Exclude<PluginSource, { kind: 'marketplace' | 'example' }>;
type Git = Extract<PluginSource, { kind: 'git' }>;

const KINDS: Readonly<Record<string, (stated: Stated) => Usable>> = {
  github: (stated) => gitSource(stated, stated.git('repo', gitHubOnly), null),
  url: (stated) => gitSource(stated, stated.git('url', parseGit), stated.optional('path')),
  'git-subdir': (stated) => gitSource(stated, stated.git('url', gitHubOrUrl), stated.text('path')),
  npm: npmSource,
  archive: archiveSource,
};

const gitHubOnly = (text: string): Git => gitHub(text, text);
const gitHubOrUrl = (text: string): Git =>
  /^[^/:@\s]+\/[^/:@\s]+$/.test(text) ? gitHub(text, text) : parseGit(text);

/** The fields of a source object. All of them decide what is fetched, so none may be wrong. */
class Stated {
  readonly tree: ObjectTree;
  readonly context: SourceContext;

  constructor(tree: ObjectTree, context: SourceContext) {
    this.tree = tree;
    this.context = context;
  }

  text(name: string): string {
    const value = this.optional(name);
    if (value !== null && value !== '') return value;
    throw new BadEntry(
      'plugin-source-field',
      this.tree.at,
      `The source of ${this.context.whose} needs "${name}"`,
    );
  }

  /** `null`: not stated. */
  optional(name: string): string | null {
    const tree = fieldOf(this.tree, name);
    if (tree === undefined || (tree.kind === 'scalar' && tree.value === null)) return null;
    const value = textOf(tree);
    if (value === null) {
      const whose = `the source of ${this.context.whose}`;
      throw new BadEntry('plugin-source-field', tree.at, wrongType(name, whose, 'a string', tree));
    }
    return value;
  }

  /** A text that has to be of a form; `null`: not stated. */
  checked(name: string, isRight: (text: string) => boolean, wanted: string): string | null {
    const value = this.optional(name);
    if (value === null || isRight(value)) return value;
    throw this.wrong(name, value, `is not ${wanted}`);
  }

  git(name: string, parse: (text: string) => Git): Git {
    const text = this.text(name);
    let parsed: Git;
    try {
      if (/[\u0000-\u001f\u007f]/.test(text)) throw this.wrong(name, text, 'holds control characters');
      parsed = parse(text);
    } catch (error) {
      if (!(error instanceof PluginProblem)) throw error;
      throw new BadEntry(
        'plugin-source-protocol',
        this.at(name),
        `The source of ${this.context.whose}: ${error.message}`,
      );
    }
    if (parsed.url.startsWith('file:')) this.mustBeLocal(name, text);
    return parsed;
  }

  mustBeLocal(name: string, text: string): void {
    if (this.context.place.local) return;
    const message = `The source of ${this.context.whose}, ${quote(text)}, is a place on this machine, but the marketplace is from elsewhere`;
    throw new BadEntry('plugin-source-local', this.at(name), message);
  }

  warnIfOpen(name: string, address: string, pinned: boolean): void {
    if (pinned || !isOpen(address)) return;
    const message = `The source of ${this.context.whose} is fetched without encryption, and nothing says what has to come: ${quote(address)}`;
    this.context.notes.report('plugin-source-insecure', this.at(name), message);
  }

  at(name: string): number {
    return fieldOf(this.tree, name)?.at ?? this.tree.at;
  }

  wrong(name: string, value: string, why: string): BadEntry {
    const message = `"${name}" of the source of ${this.context.whose}, ${quote(value)}, ${why}`;
    return new BadEntry('plugin-source-field', this.at(name), message);
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i;

/** Whether others on the way can read and change what comes from an address. */
export function isOpen(address: string): boolean {
  const url = /^(?:http|git):/i.test(address) ? urlOf(address) : null;
  return url !== null && !LOOPBACK.test(url.hostname);
}

function gitSource(stated: Stated, repository: Git, path: string | null): Git {
  const ref = stated.checked('ref', isRef, 'a branch, tag or commit');
  const sha = stated.checked('sha', isCommit, 'a commit id of 40 hexadecimal digits');
  const folder = path === null ? repository.folder : plainFolder(path);
  if (folder === undefined || (path !== null && /^(?:[/~]|[A-Za-z]:)/.test(path))) {
    const message = `"path" of the source of ${stated.context.whose}, ${quote(path ?? '')}, is not inside its repository`;
    throw new BadEntry('plugin-source-escapes', stated.at('path'), message);
  }
  const commit = (sha ?? (ref !== null && isCommit(ref) ? ref : repository.commit))?.toLowerCase() ?? null;
  stated.warnIfOpen('url', repository.url, commit !== null);
  return { ...repository, ref: ref === null || isCommit(ref) ? repository.ref : ref, commit, folder };
}

function npmSource(stated: Stated): Usable {
  const name = stated.text('package');
  if (!isPackageName(name)) throw stated.wrong('package', name, 'is not a name of an npm package');
  const version = stated.checked('version', isPackageVersion, 'a version, range or tag');
  const registry = stated.checked('registry', isRegistry, 'an http(s) address');
  if (registry !== null) stated.warnIfOpen('registry', registry, false);
  return { kind: 'npm', package: name, version, registry };
}

function archiveSource(stated: Stated): Usable {
  const text = stated.text('url');
  const sum = stated.checked('sha256', (value) => /^[0-9a-f]{64}$/i.test(value), '64 hexadecimal digits');
  const sha256 = sum?.toLowerCase() ?? null;
  const url = /[\u0000-\u0020\u007f]/.test(text) ? null : urlOf(text);
  if (url === null) throw stated.wrong('url', text, 'is not an address');
  if (url.protocol === 'file:') {
    stated.mustBeLocal('url', text);
    if (url.host !== '') throw stated.wrong('url', text, 'names a host; write file:///path');
    return { kind: 'archive', url: fileURLToPath(url), sha256 };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const message = `The source of ${stated.context.whose}: ${quote(text)} is not an http(s) address`;
    throw new BadEntry('plugin-source-protocol', stated.at('url'), message);
  }
  stated.warnIfOpen('url', text, sha256 !== null);
  return { kind: 'archive', url: text, sha256 };
}

function relativeSource(
  path: string,
  at: number,
  { notes, place, pluginRoot, whose }: SourceContext,
): Usable {
  const escapes = (why: string): BadEntry =>
    new BadEntry('plugin-source-escapes', at, `The source of ${whose}, ${quote(path)}, ${why}`);
  if (path === '') throw new BadEntry('plugin-source-missing', at, `The source of ${whose} is empty`);
  if (/^(?:[/~\\]|[A-Za-z]:[\\/])/.test(path)) throw escapes('is not relative to the marketplace');
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) {
    const message = `The source of ${whose}, ${quote(path)}, is an address; write an object with "source" and "url"`;
    throw new BadEntry('plugin-source-field', at, message);
  }
  const bare = !/^\.\.?(?:\/|$)/.test(path);
  const inside = plainFolder(bare && pluginRoot !== null ? `${pluginRoot}/${path}` : path);
  if (inside === undefined) throw escapes('leads out of the marketplace');
  if (place.root === null) {
    const message = `The source of ${whose}, ${quote(path)}, lies beside a marketplace.json of which only the file is known`;
    throw new BadEntry('plugin-source-needs-files', at, message);
  }
  if (bare && pluginRoot === null) {
    const message = `The source of ${whose}, ${quote(path)}, does not begin with "./"; it was read nevertheless`;
    notes.report('plugin-source-bare', at, message);
  }
  const folder = inside === null ? place.root : join(place.root, inside);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const message = `The source of ${whose}, ${quote(path)}, is not a folder of the marketplace`;
    throw new BadEntry('plugin-source-folder-missing', at, message);
  }
  if (!liesIn(realpathSync(place.root), realpathSync(folder)))
    throw escapes('is a link that leads out of the marketplace');
  return { kind: 'folder', path: folder };
}
