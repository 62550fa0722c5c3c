// The directory a vector lives in while it runs: made fresh, removed at the end.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeScratch, removeScratch, textIn } from '../files/index.js';
import { endLeftovers } from '../run/index.js';
import { isRecord } from '../text/index.js';
import { count, open, text } from '../text/shapes/index.js';
import type { Content, Vector } from './vector.js';

const FOLDERS = ['project', 'home', 'hooks', 'plugins', 'tmp', 'state'];

export interface World {
  readonly root: string;
  /** Start directory of the session. */
  readonly start: string;
  readonly home: string;
  readonly stateDir: string;
  readonly tokens: Tokens;
  /** Environment of the engine. */
  readonly env: Readonly<Record<string, string>>;
  at(path: string): string;
  write(files: Readonly<Record<string, Content>>): Promise<void>;
  /** A file that a script left in `$VECTOR_TMP`; `null`: there is none. */
  saved(file: string): string | null;
  /** A file of the project; `null`: there is none. */
  inProject(file: string): string | null;
  /** Empties the list of scripts that ran. */
  forgetRuns(): Promise<void>;
  /** Tag → how often its script noted its start since. */
  runs(): Promise<ReadonlyMap<string, number>>;
  /** Ends every process that is left over, and removes the directory. */
  remove(): Promise<void>;
}

/** Makes the directory of a vector and writes its files. */
export async function makePlace(
  vector: Vector,
  prepare: (place: World) => Promise<void> = async () => undefined,
  moreTokens: Tokens = {},
): Promise<World> {
  const root = makeScratch('conformance-');
  const place = placeAt(root, vector, moreTokens);
  try {
    for (const folder of [...FOLDERS, vector.cwd]) await mkdir(place.at(folder), { recursive: true });
    await prepare(place);
    await place.write(vector.files);
    for (const file of vector.executable) await chmod(place.at(file), 0o755);
  } catch (error) {
    await place.remove();
    throw error;
  }
  return place;
}

function placeAt(root: string, vector: Vector, moreTokens: Tokens): World {
  const at = (path: string): string => join(root, path);
  const tmp = at('tmp');
  // Outside tmp/, so that no script can mistake it for a file of its own.
  const ranFile = at('ran');
  const tokens = {
    PROJECT: at('project'),
    HOME: at('home'),
    TMP: tmp,
    HOOKS: at('hooks'),
    PLUGINS: at('plugins'),
    ...moreTokens,
  };
  const env = Object.entries(vector.env).map(([name, value]) => [name, fillText(value, tokens)]);
  return {
    root,
    start: at(vector.cwd),
    home: tokens.HOME,
    stateDir: at('state'),
    tokens,
    env: {
      PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
      HOME: tokens.HOME,
      ...Object.fromEntries(env),
      VECTOR_HOOKS: tokens.HOOKS,
      VECTOR_TMP: tmp,
      VECTOR_RAN: ranFile,
    },
    at,
    async write(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(at(path)), { recursive: true });
        await writeFile(at(path), render(content, tokens));
      }
    },
    saved: (file) => textIn(join(tmp, file)),
    inProject: (file) => textIn(join(tokens.PROJECT, file)),
    forgetRuns: () => writeFile(ranFile, ''),
    async runs() {
      const counts = new Map<string, number>();
      for (const tag of (await readFile(ranFile, 'utf8')).split('\n')) {
        if (tag !== '') counts.set(tag, (counts.get(tag) ?? 0) + 1);
      }
      return counts;
    },
    async remove() {
      await endLeftovers(`VECTOR_TMP=${tmp}`);
      await removeScratch(root);
    },
  };
}

const render = (content: Content, tokens: Tokens): string =>
  typeof content === 'string' ? fillText(content, tokens) : JSON.stringify(fill(content, tokens), null, 2);

/** Token name → its value. */
export type Tokens = Readonly<Record<string, string>>;

const TOKEN = /@([A-Z]+)@/g;
const repeated = open({ $repeat: text, times: count });

/** Replaces the known tokens in a text; anything else between at-signs stays. */
export const fillText = (given: string, tokens: Tokens): string =>
  given.replace(TOKEN, (whole, name: string) =>
    Object.hasOwn(tokens, name) ? (tokens[name] ?? whole) : whole,
  );

/** Replaces tokens in every string and key of a JSON value, and writes `{"$repeat", "times"}` out. */
export function fill(value: unknown, tokens: Tokens): unknown {
  if (typeof value === 'string') return fillText(value, tokens);
  if (Array.isArray(value)) return value.map((item) => fill(item, tokens));
  return isRecord(value) ? fillRecord(value, tokens) : value;
}

function fillRecord(value: Readonly<Record<string, unknown>>, tokens: Tokens): unknown {
  return repeated.is(value) ? fillText(value.$repeat, tokens).repeat(value.times) : fillMap(value, tokens);
}

/** The same for an object that stands for itself. */
export const fillMap = (
  value: Readonly<Record<string, unknown>>,
  tokens: Tokens,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [fillText(key, tokens), fill(item, tokens)]));
