// Which tool calls a host may let pass without asking: no matcher selects the tool, and nothing else waits for the event.
import { NATIVE_TOOLS, parseInput } from '../../events/index.js';
import type { Generation } from '../../nouns.js';
import { isOfTrust } from '../../trust/index.js';
import type { Core } from './core.js';
import { remembersCalls } from './on-tool-pre.js';
import { knownCalls } from './tool-names.js';

/** Tools of the host that are remembered by name; calls of all others are asked about. */
const MOST_TOOLS = 200;
const LONGEST_NAME = 100;

const EVENT = 'PreToolUse';
/** Its calls make the hooks of a skill count. */
const SKILL = 'Skill';

export class Passing {
  readonly #core: Core;
  readonly #tools = new Set(NATIVE_TOOLS.map(({ native }) => native));
  #known: {
    readonly of: Generation;
    readonly tools: number;
    readonly unmatched: readonly string[];
  } | null = null;

  constructor(core: Core) {
    this.#core = core;
  }

  /** A tool was called; what is known of it is told from now on. */
  notice(native: string): void {
    if (native !== '' && native.length <= LONGEST_NAME && this.#tools.size < MOST_TOOLS)
      this.#tools.add(native);
  }

  /** The tools whose calls need not be asked about, as long as nothing else is said. */
  tools(): readonly string[] {
    return this.isAwaited() ? NONE : this.#unmatched();
  }

  /** The host let calls of a tool pass. */
  passed(native: string, times: number): void {
    const { asking, about, engine } = this.#core.parts;
    const [known] = knownCalls(native, {}, about.cwd);
    const parsed = parseInput({
      hook_event_name: EVENT,
      session_id: asking.root,
      tool_name: known.name,
      tool_input: {},
    });
    if (parsed.ok && parsed.input.kind === 'known') engine.passed(parsed.input, times);
  }

  /** Whether the next `tool:pre` has something to do beside asking hooks that its tool concerns. */
  isAwaited(): boolean {
    const { turn, hasStopped, parts } = this.#core;
    const { asking, can, engine } = parts;
    return (
      // What is told without `show` is told with an answer.
      can.show !== true ||
      turn.ending !== null ||
      turn.stopAsked ||
      hasStopped ||
      !asking.has(EVENT) ||
      remembersCalls(asking) ||
      !engine.isQuiet(asking.root) ||
      !isSettled(engine.generation)
    );
  }

  #unmatched(): readonly string[] {
    const { engine } = this.#core.parts;
    const { generation } = engine;
    if (this.#known?.of !== generation || this.#known.tools !== this.#tools.size)
      this.#known = {
        of: generation,
        tools: this.#tools.size,
        unmatched: [...this.#tools].filter((native) => !this.#mayMatch(native)).sort(),
      };
    return this.#known.unmatched;
  }

  #mayMatch(native: string): boolean {
    const { engine, about } = this.#core.parts;
    const several = NATIVE_TOOLS.filter((tool) => tool.native === native).map(({ name }) => name);
    const names = several.length > 0 ? several : knownCalls(native, {}, about.cwd).map(({ name }) => name);
    return names.some((name) => name === SKILL || engine.mayRun(EVENT, name));
  }
}

const NONE: readonly string[] = [];

const settled = new WeakMap<Generation, boolean>();

/** Nothing of it waits for approval, and no hook of it speaks after the event that it was run for. */
function isSettled(generation: Generation): boolean {
  const known = settled.get(generation);
  if (known !== undefined) return known;
  const { hooks, diagnostics } = generation;
  const found =
    !diagnostics.some(({ code }) => isOfTrust(code)) &&
    hooks.every(({ handler }) => handler.type !== 'command' || handler.background === 'no');
  settled.set(generation, found);
  return found;
}
