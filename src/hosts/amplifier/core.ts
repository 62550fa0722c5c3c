// What the parts of one session share.
import type { Engine } from '../../engine/index.js';
import type { EventData, HookResult } from '../../kernel/index.js';
import type { Decision, Loan } from '../../nouns.js';
import type { HostCapabilities } from '../sidecar/protocol.js';
import type { Asking } from './asking.js';
import type { Family } from './family.js';
import type { HostPort, SessionAbout } from './port.js';
import { cutTo } from './results.js';
import type { Rewrites, ToolCalls } from './tool-calls.js';
import { Turn } from './turn.js';
import { values } from './values.js';
import type { Voice } from './voice.js';

/** What this host can do, and what only a host in the same process can. */
export interface Abilities extends HostCapabilities {
  /** The result of a Stop event counts: `deny` makes the agent go on. */
  readonly stopResult?: boolean;
}

export interface Parts {
  readonly engine: Engine;
  readonly about: SessionAbout;
  readonly can: Abilities;
  readonly port: HostPort;
  readonly family: Family;
  readonly voice: Voice;
  readonly asking: Asking;
  readonly calls: ToolCalls;
  readonly rewrites: Rewrites;
  /** Runs something that nobody waits for; it ends with the session. */
  readonly aside: (work: (signal: AbortSignal) => Promise<unknown>) => void;
}

/** What becomes of one event of the host. `loan`: the process that the host has let through for it. */
export type Handler = (
  core: Core,
  data: Readonly<EventData>,
  signal: AbortSignal | null,
  loan: Loan | null,
) => Promise<HookResult | null>;

export class Core {
  readonly parts: Parts;
  turn = new Turn();
  /** A hook permitted a call; another module may ask about such calls all the same. */
  hasAllowed = false;
  /** Stop hooks were asked, and no tool call and no prompt came since: what they count ends with either. */
  hasStopped = false;
  /** For the next prompt. */
  readonly forPrompt: string[] = [];
  /** For the next model call. */
  readonly forRequest: string[] = [];

  /** Loaded skills by the host's name, with the names their hooks go by. */
  readonly skills = new Map<string, readonly string[]>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get isRoot(): boolean {
    return this.parts.about.parent === null;
  }

  /** Texts as one, no longer than the host takes; `null`: there is nothing to say. */
  text(texts: readonly string[]): string | null {
    const whole = texts.filter((text) => text !== '').join('\n\n');
    return whole === '' ? null : cutTo(this.parts.can.injection_limit ?? null, whole);
  }

  /** Keeps what an event whose result is ignored has to tell the model. */
  keep(decision: Decision): void {
    this.forPrompt.push(...values(decision.feedback, decision.context, decision.late));
  }

  /** The turn ends before the next model call. */
  endTurn(reason: string): void {
    this.turn.ending ??= reason;
  }
}
