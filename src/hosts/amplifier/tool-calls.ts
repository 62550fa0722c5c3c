// The tool calls of a session that are under way, from `tool:pre` to their end.
import { isDeepStrictEqual } from 'node:util';
import type { EventData } from '../../kernel/index.js';
import { isRecord, readExactly } from '../../text/index.js';

type Data = Readonly<EventData>;

/** Calls that never came to an end are forgotten, oldest first, beyond this many. */
const MOST_CALLS = 1000;

/** One call as the host knows it, and what waits for its end. */
export interface NativeCall {
  readonly id: string | null;
  readonly native: string;
  readonly input: unknown;
  /** The input that the tool runs with: hooks may have rewritten it. */
  ran: unknown;
  /** A hook permits it. */
  allowed: boolean;
  /** What PreToolUse hooks told the model; it is delivered with the result. */
  readonly context: string[];
}

/** Reads the call out of an event's data, under any of the names loops have used. */
export function callIn(data: Data): NativeCall {
  const id = data['tool_call_id'] ?? data['tool_use_id'];
  const native = data['tool_name'] ?? data['name'] ?? data['tool'];
  const input = inputOf(data['tool_input'] ?? data['input']);
  return {
    id: typeof id === 'string' && id !== '' ? id : null,
    native: typeof native === 'string' ? native : '',
    input,
    ran: input,
    allowed: false,
    context: [],
  };
}

/** Arguments may come as the text the model wrote. */
function inputOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  try {
    const read = readExactly(value);
    return isRecord(read) ? read : value;
  } catch {
    // A text that is not JSON is the input itself.
    return value;
  }
}

export class ToolCalls {
  #open: NativeCall[] = [];
  /** Failures that hooks were told of: by id, where there is one. */
  readonly #failed = new Set<NativeCall | string>();

  begin(call: NativeCall): void {
    this.#open.push(call);
    if (this.#open.length > MOST_CALLS) this.#open.shift();
  }

  /** The call that an event is about, by its id, else by tool and input, else the tool's last one. */
  find(data: Data): NativeCall | null {
    const { id, native, input } = callIn(data);
    if (id !== null) return this.#open.find((call) => call.id === id) ?? null;
    const same = this.#open.filter((call) => call.native === native);
    if ((data['tool_input'] ?? data['input'] ?? null) === null) return same.at(-1) ?? null;
    return same.find((call) => isDeepStrictEqual(call.input, input)) ?? null;
  }

  /** The call that began last, for events that name none. */
  get last(): NativeCall | null {
    return this.#open.at(-1) ?? null;
  }

  end(call: NativeCall): void {
    this.#open = this.#open.filter((other) => other !== call);
  }

  /** `false`: hooks were told of this failure before; loops report some of them twice. */
  failsAnew(call: NativeCall): boolean {
    const key = call.id ?? call;
    if (this.#failed.has(key)) return false;
    if (this.#failed.size >= MOST_CALLS) this.#failed.clear();
    this.#failed.add(key);
    return true;
  }

  /** Whether something waits for the end of a call. */
  get waits(): boolean {
    return this.#open.some((call) => call.context.length > 0);
  }

  /** Ends all calls; what waited for them comes back. */
  drain(): readonly string[] {
    const texts = this.#open.flatMap((call) => call.context);
    this.#open = [];
    return texts;
  }
}

/** Inputs the agent was told to use; beyond this many the oldest are forgotten. */
const MOST_REMEMBERED = 100;

export class Rewrites {
  #asked: { readonly native: string; readonly input: unknown }[] = [];

  /** Whether this is a call the agent was told to make. */
  wasAsked(native: string, input: unknown): boolean {
    return this.#asked.some((entry) => entry.native === native && isDeepStrictEqual(entry.input, input));
  }

  /** Remembers the input and says what the agent has to do. */
  askFor(native: string, input: Readonly<Record<string, unknown>>): string {
    if (!this.wasAsked(native, input)) {
      this.#asked.push({ native, input });
      if (this.#asked.length > MOST_REMEMBERED) this.#asked.shift();
    }
    return `A hook rewrote the input of this call, and this host cannot apply the change. The call did not run. Call ${native} again with exactly this input:\n${JSON.stringify(input)}`;
  }
}
