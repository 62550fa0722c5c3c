// The contribution of one run to a decision, and how its parts are put together.
import type { HookInput, KnownEventRow } from '../events/index.js';
import type { Diagnostic, Failure, Permission, Run } from '../nouns.js';
import type { Profile } from '../profiles.js';

export interface Circumstances {
  readonly row: KnownEventRow;
  readonly input: HookInput;
  readonly profile: Profile;
}

/** One hook's contribution to the decision. */
export interface Effects {
  /** The run, told apart as `badOutput` where its output breaks the rules. */
  readonly run: Run;
  readonly permission: Permission | null;
  /** It stops what the event is about. */
  readonly block: boolean;
  /** Text of the deny, ask or block. */
  readonly reason: string | null;
  readonly feedback: string | null;
  readonly context: readonly string[];
  readonly systemMessages: readonly string[];
  readonly updatedInput: Readonly<Record<string, unknown>> | null;
  readonly updatedOutput: { readonly value: unknown } | null;
  readonly updatedPermissions: readonly unknown[] | null;
  readonly interrupt: boolean;
  readonly hidePrompt: boolean;
  readonly output: Readonly<Record<string, unknown>>;
  readonly stop: { readonly reason: string | null } | null;
  readonly failure: Failure | null;
  readonly diagnostics: readonly Diagnostic[];
}

export type Part = Partial<Omit<Effects, 'run'>>;

export const NO_EFFECTS: Omit<Effects, 'run'> = {
  permission: null,
  block: false,
  reason: null,
  feedback: null,
  context: [],
  systemMessages: [],
  updatedInput: null,
  updatedOutput: null,
  updatedPermissions: null,
  interrupt: false,
  hidePrompt: false,
  output: {},
  stop: null,
  failure: null,
  diagnostics: [],
};

/** Text used where a hook blocks without saying why. */
export const STOCK_BLOCK = 'Blocked by hook';

/** A block of this event with its reason. A permission request is denied even where exit code 2 is not heard. */
export function blocking(reason: string, row: KnownEventRow): Part {
  switch (row.permission ? 'deny' : row.exit2) {
    case 'deny':
      return { permission: 'deny', block: true, reason };
    case 'block':
    case 'goOn':
      return { block: true, reason };
    case 'feedback':
      return { feedback: reason };
    case 'nothing':
      return {};
  }
}

/** Later parts win, except that lists are kept from all. */
export function join(run: Run, ...parts: readonly Part[]): Effects {
  let sum: Omit<Effects, 'run'> = NO_EFFECTS;
  for (const part of parts) sum = { ...sum, ...part };
  return {
    ...sum,
    run,
    context: parts.flatMap((part) => part.context ?? []),
    systemMessages: parts.flatMap((part) => part.systemMessages ?? []),
    diagnostics: parts.flatMap((part) => part.diagnostics ?? []),
  };
}
