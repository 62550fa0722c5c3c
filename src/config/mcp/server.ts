// One entry of "mcpServers": a program or an address, its variables filled in.
import type { McpServer, Voice } from '../../nouns.js';
import {
  describe,
  fieldOf,
  isCommentKey,
  isWebAddress,
  jsonOf,
  type ObjectTree,
  quote,
  type Tree,
  type TreeEntry,
  textOf,
} from '../../text/index.js';
import type { ConfigCode } from '../codes.js';
import type { Sheet } from '../sheet.js';

type Env = Readonly<Record<string, string | undefined>>;

export interface EntryPlace {
  readonly sheet: Sheet;
  readonly name: string;
  /** `null`: an option of the engine. */
  readonly file: string | null;
  readonly voice: Voice;
  /** `null`: definitions are taken as they are written. */
  readonly env: Env | null;
  /** Whether a variable is not given to this server, though it is set. */
  readonly withheld: (variable: string) => boolean;
  readonly pluginRoot: string | null;
  readonly pluginData: string | null;
}

/** Why an entry cannot be used. */
class Unusable extends Error {
  readonly code: ConfigCode;
  readonly at: number;

  constructor(code: ConfigCode, at: number, message: string) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

const ADDRESS_TYPES = {
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
} as const;
const FOR_PEOPLE: ReadonlySet<string> = new Set(['type', 'description']);
const OF_PROGRAMS: ReadonlySet<string> = new Set(['command', 'args', 'env']);
const OF_ADDRESSES: ReadonlySet<string> = new Set(['url', 'headers']);

/** `${NAME}` and `${NAME:-default}`. */
const VARIABLE = /\$\{([A-Za-z_][\w.]*)(?::-([^}]*))?\}/g;

/** The server, or why it cannot be used; the sheet hears everything. */
export function readServer(entry: TreeEntry, place: EntryPlace): McpServer | { readonly unusable: string } {
  try {
    return readEntry(entry.value, place);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const { code, at, message } = error;
    place.sheet.setAside(null, code, at, `${message}; the MCP server ${quote(place.name)} cannot be used`);
    return { unusable: place.file === null ? message : `${message} (${place.file}:${line(place, at)})` };
  }
}

function readEntry(tree: Tree, place: EntryPlace): McpServer {
  const { sheet, name, file } = place;
  if (tree.kind !== 'object') {
    throw new Unusable(
      'mcp-server-invalid',
      tree.at,
      `A server is an object, but this is ${describe(jsonOf(tree))}`,
    );
  }
  const kind = kindOf(tree, sheet.rules.strict);
  const own = kind === 'stdio' ? OF_PROGRAMS : OF_ADDRESSES;
  for (const { key, at } of tree.entries) {
    if (FOR_PEOPLE.has(key) || own.has(key) || isCommentKey(key)) continue;
    sheet.report('mcp-field-ignored', at, `${quote(key)} of the MCP server ${quote(name)} is ignored`);
  }
  const { voice } = place;
  const base = { name, voice, file, line: file === null ? null : line(place, tree.at) };
  if (kind === 'stdio') {
    const { pluginRoot, pluginData } = place;
    const command = required(tree, 'command', place);
    if (command.trim() === '') throw new Unusable('mcp-server-invalid', tree.at, 'The "command" is empty');
    const [args, env] = [strings(tree, place), texts(tree, 'env', place)];
    const written = [command, ...args, ...Object.entries(env).flat()];
    if (
      written.some((text) => text.includes('\0')) ||
      Object.keys(env).some((key) => key === '' || key.includes('='))
    ) {
      throw new Unusable('mcp-server-invalid', tree.at, 'It holds a character that no program can be given');
    }
    return { ...base, kind, command, args, env, pluginRoot, pluginData };
  }
  const url = required(tree, 'url', place);
  if (place.env !== null && !isWebAddress(url)) {
    const at = fieldOf(tree, 'url')?.at ?? tree.at;
    throw new Unusable('mcp-server-invalid', at, 'Its "url" is not an http or https address');
  }
  return { ...base, kind, url, headers: headersOf(tree, place) };
}

function kindOf(tree: ObjectTree, strict: boolean): McpServer['kind'] {
  const stated = fieldOf(tree, 'type');
  const command = fieldOf(tree, 'command');
  const url = fieldOf(tree, 'url');
  if (stated === undefined) {
    if (command !== undefined || url === undefined || strict) return 'stdio';
    return 'either';
  }
  const type = textOf(stated);
  if (type === 'stdio') return 'stdio';
  const known = Object.entries(ADDRESS_TYPES).find(([name]) => name === type);
  if (known !== undefined) return known[1];
  const message = `"type" must be "stdio", "http" or "sse", but is ${describe(jsonOf(stated))}`;
  throw new Unusable('mcp-server-invalid', stated.at, message);
}

function required(tree: ObjectTree, key: string, place: EntryPlace): string {
  const value = fieldOf(tree, key);
  if (value === undefined) throw new Unusable('mcp-server-invalid', tree.at, `It needs a "${key}"`);
  return text(value, `"${key}"`, place);
}

function strings(tree: ObjectTree, place: EntryPlace): readonly string[] {
  const value = fieldOf(tree, 'args');
  if (value === undefined) return [];
  if (value.kind === 'array') return value.items.map((item) => text(item, 'an item of "args"', place));
  const message = `"args" must be an array of strings, but is ${describe(jsonOf(value))}`;
  throw new Unusable('mcp-server-invalid', value.at, message);
}

function texts(tree: ObjectTree, key: string, place: EntryPlace): Readonly<Record<string, string>> {
  const value = fieldOf(tree, key);
  if (value === undefined) return {};
  if (value.kind === 'object') {
    return Object.fromEntries(
      value.entries.map((entry) => [entry.key, text(entry.value, `${quote(entry.key)} of "${key}"`, place)]),
    );
  }
  const message = `"${key}" must be an object of strings, but is ${describe(jsonOf(value))}`;
  throw new Unusable('mcp-server-invalid', value.at, message);
}

function headersOf(tree: ObjectTree, place: EntryPlace): Readonly<Record<string, string>> {
  const headers = texts(tree, 'headers', place);
  try {
    new Headers(headers);
    return headers;
  } catch {
    const at = fieldOf(tree, 'headers')?.at ?? tree.at;
    throw new Unusable(
      'mcp-server-invalid',
      at,
      'Its "headers" hold a name or value that HTTP does not allow',
    );
  }
}

function text(value: Tree, what: string, place: EntryPlace): string {
  const written = textOf(value);
  if (written === null) {
    const message = `${what} must be a string, but is ${describe(jsonOf(value))}`;
    throw new Unusable('mcp-server-invalid', value.at, message.charAt(0).toUpperCase() + message.slice(1));
  }
  const { env } = place;
  if (env === null) return written;
  return written.replace(VARIABLE, (_whole, name: string, instead: string | undefined) => {
    const found = Object.hasOwn(env, name) ? env[name] : undefined;
    if (found !== undefined && place.withheld(name)) return withoutVariable(name, instead, value, place);
    // As in a shell: a default is also for a variable that is empty.
    const filled = found === undefined || (found === '' && instead !== undefined) ? instead : found;
    if (filled !== undefined) return filled;
    throw new Unusable('mcp-variable-missing', value.at, `The variable ${name} is not set`);
  });
}

/** A variable that the server is not given counts as one that is not set, aloud. */
function withoutVariable(
  name: string,
  instead: string | undefined,
  { at }: Tree,
  { sheet, name: server }: EntryPlace,
): string {
  const message = `The variable ${name} is not given to a server of the project: "httpHookAllowedEnvVars" of the user settings does not name it`;
  if (instead === undefined) throw new Unusable('mcp-variable-withheld', at, message);
  const used = `${message}; its default is used for the MCP server ${quote(server)}`;
  sheet.report('mcp-variable-withheld', at, used);
  return instead;
}

/** The variables that a text refers to. */
export const variablesOf = (written: string): readonly string[] =>
  [...written.matchAll(VARIABLE)].map(([, name = '']) => name);

const line = ({ sheet }: EntryPlace, at: number): number => sheet.positionOf(at).line;
