// Replies from a recording, for tests of hooks: no network, no cost, every request can be looked at.
import { readFile } from 'node:fs/promises';
import type { Model, ModelFailure, ModelReply, ModelRequest } from '../nouns.js';
import { isRecord } from '../text/index.js';
import { parsed } from './json.js';
import { parseReply, type Recorded } from './recording.js';

export interface RecordedModel extends Model {
  /** Every request so far, in the order in which they came. */
  readonly requests: readonly ModelRequest[];
}

type Loaded =
  | { readonly ok: true; readonly replies: readonly Recorded[] }
  | { readonly ok: false; readonly message: string };

/**
 * The first reply that is not used up and whose `match` occurs in the request is given. One without `match` fits every
 * request, so replies without any are given in order.
 */
export function recordedModel(replies: readonly unknown[]): RecordedModel {
  return new Recording('recording', () =>
    Promise.resolve(parseReplies(replies, (index) => `reply ${index + 1}`)),
  );
}

/** A JSON file with a list of replies (or `{"replies": […]}`), or JSON Lines; read with the first request. */
export function recordedModelFrom(file: string): RecordedModel {
  return new Recording(file, () => load(file));
}

class Recording implements RecordedModel {
  readonly requests: ModelRequest[] = [];
  readonly #where: string;
  readonly #load: () => Promise<Loaded>;
  #loaded: Promise<Loaded> | null = null;
  readonly #used = new Set<Recorded>();

  constructor(where: string, load: () => Promise<Loaded>) {
    this.#where = where;
    this.#load = load;
  }

  async complete(request: ModelRequest): Promise<ModelReply | ModelFailure> {
    this.requests.push(request);
    if (request.signal.aborted) return this.#failure('cancelled', 'cancelled before the reply was looked up');
    this.#loaded ??= this.#load();
    const loaded = await this.#loaded;
    if (!loaded.ok) return this.#failure('none', loaded.message);
    const asked = textOf(request);
    const found = loaded.replies.find(
      (reply) => !this.#used.has(reply) && reply.match.every((part) => asked.includes(part)),
    );
    if (found === undefined) return this.#failure('none', this.#noReply(loaded.replies, asked));
    if (!found.repeat) this.#used.add(found);
    if (found.failure !== null) return this.#failure(found.failure.kind, found.failure.message);
    return { ...found.reply, model: found.reply.model ?? request.model ?? 'recorded' };
  }

  #noReply(replies: readonly Recorded[], asked: string): string {
    const left = replies.filter((reply) => !this.#used.has(reply));
    const why =
      left.length === 0
        ? `all ${replies.length} recorded replies are used up`
        : `none of the ${left.length} recorded replies that are left matches`;
    const waiting = left.map((reply) => JSON.stringify(reply.match.join(' … '))).join(', ');
    return `${why}; request ${this.requests.length} was: ${excerpt(asked)}${waiting === '' ? '' : `; left: ${waiting}`}`;
  }

  #failure(kind: ModelFailure['kind'], message: string): ModelFailure {
    return { ok: false, kind, where: this.#where, message };
  }
}

/** What `match` looks into: everything the model would read. */
function textOf(request: ModelRequest): string {
  return [request.system, ...request.messages.map((message) => message.text)].join('\n');
}

function excerpt(asked: string): string {
  return JSON.stringify(asked.length > 300 ? `…${asked.slice(-300)}` : asked);
}

async function load(file: string): Promise<Loaded> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    const code = isRecord(error) && typeof error['code'] === 'string' ? error['code'] : 'unknown error';
    return { ok: false, message: `the recording cannot be read (${code}): ${file}` };
  }
  const whole = parsed(content);
  if (Array.isArray(whole)) return parseReplies(whole, (index) => `reply ${index + 1}`);
  if (isRecord(whole) && Array.isArray(whole['replies']))
    return parseReplies(whole['replies'], (index) => `reply ${index + 1}`);
  const lines = content
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  return parseReplies(
    lines.map(({ line }) => parsed(line)),
    (index) => `line ${lines[index]?.number ?? index + 1}`,
  );
}

function parseReplies(values: readonly unknown[], name: (index: number) => string): Loaded {
  const replies: Recorded[] = [];
  for (const [index, value] of values.entries()) {
    const reply = parseReply(value);
    if (typeof reply === 'string') return { ok: false, message: `${name(index)} of the recording ${reply}` };
    replies.push(reply);
  }
  return { ok: true, replies };
}
