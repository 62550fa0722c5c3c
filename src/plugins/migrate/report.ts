// What a migration finds, makes of it, and tells.
import type { EventName } from '../../events/index.js';
import { AGENT_NAMES } from '../../host-names.js';
import type { Diagnostic } from '../../nouns.js';

export const HOST_NAMES = ['claude', 'gemini', 'codex', 'cursor', 'copilot', 'amplifier'] as const;
export type HostName = (typeof HOST_NAMES)[number];

export const TARGET_NAMES = ['amplifier', ...AGENT_NAMES] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

/** An agent that runs the commands of hooks itself, in a form of its own. */
export type NativeTarget = Exclude<TargetName, 'amplifier' | 'claude'>;

export const isNative = (to: TargetName): to is NativeTarget => to !== 'amplifier' && to !== 'claude';

export const MIGRATE_SCOPES = ['project', 'user'] as const;
export type MigrateScope = (typeof MIGRATE_SCOPES)[number];

export type Fields = Readonly<Record<string, unknown>>;

/** One hook as another tool has it. */
export interface ForeignHook {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** As written. */
  readonly event: string;
  /** The fields of its group beside `hooks`; empty where there are no groups. */
  readonly group: Fields;
  /** Equal for hooks of one group. */
  readonly groupAt: string;
  readonly hook: Fields;
  /** Set: the other tool has it switched off, and how. */
  readonly off: string | null;
  /** It stands in settings that only one person has. */
  readonly personal: boolean;
  /** Variables that the same settings add to the environment of hooks. */
  readonly env: readonly string[];
}

/** A hook as it is to stand in the target. */
export interface Placed {
  /** As the target spells it. */
  readonly event: string;
  readonly group: Fields;
  readonly hook: Fields;
}

/** The same in the form that Claude Code and Amplifier share. */
export interface Moved extends Placed {
  readonly event: EventName;
}

/** One thing that is written differently, or means something else though it is written the same. */
export interface Difference {
  readonly what: 'event' | 'matcher' | 'timeout' | 'command' | 'environment' | 'field' | 'type';
  readonly from: string;
  /** `null`: it is left out. */
  readonly to: string | null;
}

export type Translation =
  | {
      readonly kind: 'moved';
      readonly to: Moved;
      readonly differences: readonly Difference[];
      /** What may make the hook do less, or other things, than before. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'cannot'; readonly why: string; readonly hint: string };

/** A hook in the form of its target. */
export type Placement =
  | {
      readonly kind: 'placed';
      readonly to: Placed;
      readonly differences: readonly Difference[];
      readonly warnings: readonly string[];
    }
  | Extract<Translation, { readonly kind: 'cannot' }>;

/** `there`: the target has it already. */
export type Fate = 'same' | 'changed' | 'cannot' | 'there';

/** What becomes of one hook. */
export interface HookReport {
  readonly verdict: Fate;
  readonly found: ForeignHook;
  readonly to: Placed | null;
  readonly differences: readonly Difference[];
  readonly warnings: readonly string[];
  /** For `cannot`: why. For `there`: where. */
  readonly why: string | null;
  readonly hint: string | null;
}

/** Something with hooks that is not moved by copying entries. */
export interface Left {
  readonly what: string;
  readonly why: string;
  /** What to type instead. */
  readonly commands: readonly string[];
}

export interface Report {
  readonly from: HostName;
  readonly to: TargetName;
  /** Both in words. */
  readonly titles: { readonly from: string; readonly to: string };
  readonly scope: MigrateScope;
  /** Files that were looked for, there or not. */
  readonly looked: readonly { readonly file: string; readonly there: boolean }[];
  /** The file that is written. */
  readonly target: string;
  readonly hooks: readonly HookReport[];
  readonly left: readonly Left[];
  /** What differs between the two tools for every hook. */
  readonly notes: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}
