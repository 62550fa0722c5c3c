// The read-only tools of an agent: read, list, search.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fill } from '../../files/index.js';
import { Refusal, reason, type Territory } from './territory.js';
import { type AgentTool, count, inputSchema, requiredText, text } from './tool.js';

const MOST_BYTES = 1024 * 1024;
const MOST_CHARACTERS = 20_000;
const MOST_ENTRIES = 500;
const MOST_FILES = 5_000;
const MOST_HITS = 200;
const MOST_OF_A_LINE = 300;
/** Folders that hold what others wrote or what Git keeps. */
const NOT_SEARCHED = new Set(['.git', 'node_modules']);

export const lookingTools = (territory: Territory): readonly AgentTool[] => [
  readTool(territory),
  listTool(territory),
  searchTool(territory),
];

const PATH = { type: 'string', description: 'Relative to the directory of the session, or absolute' };

const readTool = (territory: Territory): AgentTool => ({
  name: 'read',
  description: 'Reads a text file.',
  input: inputSchema(
    {
      path: PATH,
      from: { type: 'integer', description: 'First line, counted from 1' },
      lines: { type: 'integer', description: 'How many lines' },
    },
    ['path'],
  ),
  async use(input) {
    const path = requiredText(input, 'path');
    const [from, lines] = [count(input, 'from') ?? 1, count(input, 'lines') ?? Number.POSITIVE_INFINITY];
    const { content, isWhole } = await readText(territory, path);
    const all = content.split('\n');
    if (from > all.length) throw new Refusal(`the file has ${all.length} lines`);
    const wanted = all.slice(from - 1, from - 1 + lines);
    const shown = upTo(MOST_CHARACTERS, wanted);
    const next = from + shown.length;
    if (shown.length < wanted.length) return `${shown.join('\n')}\n[cut; go on with "from": ${next}]`;
    const isEnd = next > all.length;
    return isEnd && !isWhole
      ? `${shown.join('\n')}\n[the file goes on, but only its first ${MOST_BYTES} bytes are read]`
      : shown.join('\n');
  },
});

/** The first lines that fit; of a single long line its beginning. */
function upTo(limit: number, lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let left = limit;
  for (const line of lines) {
    if (line.length + 1 > left) {
      if (kept.length === 0) kept.push(`${line.slice(0, limit)} [line cut]`);
      break;
    }
    kept.push(line);
    left -= line.length + 1;
  }
  return kept;
}

async function readText(
  territory: Territory,
  path: string,
): Promise<{ readonly content: string; readonly isWhole: boolean }> {
  const file = await territory.openFile(path);
  try {
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    const length = await fill(file, bytes, 0);
    const isWhole = length <= MOST_BYTES;
    const content = bytes.subarray(0, Math.min(length, MOST_BYTES));
    if (content.includes(0)) throw new Refusal('this is a binary file');
    return { content: content.toString('utf8'), isWhole };
  } finally {
    await file.close();
  }
}

const listTool = (territory: Territory): AgentTool => ({
  name: 'list',
  description: 'Lists a directory: directories end with "/", links with "@".',
  input: inputSchema({ path: PATH }),
  async use(input) {
    const entries = await entriesOf(territory, text(input, 'path') ?? '.');
    const names = entries.map((entry) =>
      entry.isDirectory() ? `${entry.name}/` : entry.isSymbolicLink() ? `${entry.name}@` : entry.name,
    );
    const more = names.length - MOST_ENTRIES;
    if (names.length === 0) return '[empty]';
    return [...names.slice(0, MOST_ENTRIES), ...(more > 0 ? [`[${more} more]`] : [])].join('\n');
  },
});

async function entriesOf(territory: Territory, path: string) {
  const real = await territory.locate(path);
  try {
    const entries = await readdir(real, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new Refusal(`it cannot be listed: ${reason(error)}`);
  }
}

const searchTool = (territory: Territory): AgentTool => ({
  name: 'search',
  description:
    'Finds lines that contain a text, or files by a part of their name. Not searched: .git, node_modules, links, binary files, files of more than 1 MiB.',
  input: inputSchema({
    text: { type: 'string', description: 'What a line has to contain, exactly; no pattern' },
    name: { type: 'string', description: 'A part of the name of the files' },
    path: { ...PATH, description: 'Directory to search; default: that of the session' },
  }),
  async use(input, signal) {
    const [wanted, name] = [text(input, 'text') ?? '', text(input, 'name') ?? ''];
    if (wanted === '' && name === '') throw new Refusal('"text" or "name" is needed');
    const hits: string[] = [];
    let files = 0;
    for await (const path of walk(territory, text(input, 'path') ?? '.', signal)) {
      if (files >= MOST_FILES) {
        hits.push(`[only the first ${MOST_FILES} files were searched]`);
        break;
      }
      files += 1;
      if (!basename(path).includes(name)) continue;
      hits.push(...(wanted === '' ? [territory.name(path)] : await linesWith(territory, path, wanted)));
      if (hits.length >= MOST_HITS) {
        hits.splice(MOST_HITS, Number.POSITIVE_INFINITY, `[stopped after ${MOST_HITS} hits]`);
        break;
      }
    }
    return hits.length === 0 ? '[nothing found]' : hits.join('\n');
  },
});

/** All regular files below a directory, in the order of their names. Links are not followed. */
async function* walk(territory: Territory, start: string, signal: AbortSignal): AsyncGenerator<string> {
  const first = await territory.locate(start);
  const waiting = [first];
  for (let folder = waiting.pop(); folder !== undefined && !signal.aborted; folder = waiting.pop()) {
    const isFirst = folder === first;
    const entries = await entriesOf(territory, folder).catch((error: unknown) => {
      // What cannot be read is left out, unless it is all that was asked for.
      if (isFirst || !(error instanceof Refusal)) throw error;
      return [];
    });
    const folders: string[] = [];
    for (const entry of entries) {
      if (entry.isFile()) yield join(folder, entry.name);
      else if (entry.isDirectory() && !NOT_SEARCHED.has(entry.name)) folders.push(join(folder, entry.name));
    }
    waiting.push(...folders.reverse());
  }
}

async function linesWith(territory: Territory, path: string, wanted: string): Promise<readonly string[]> {
  const read = await readText(territory, path).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (read === null || !read.isWhole || !read.content.includes(wanted)) return [];
  const hits: string[] = [];
  for (const [index, line] of read.content.split('\n').entries()) {
    if (line.includes(wanted))
      hits.push(`${territory.name(path)}:${index + 1}: ${line.trim().slice(0, MOST_OF_A_LINE)}`);
  }
  return hits;
}
