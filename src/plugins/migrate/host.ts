// What a tool whose hooks can be moved has to say about itself.

import { join } from 'node:path';
import type { Document } from './document.js';
import type { ForeignHook, HostName, Left, MigrateScope, TargetName, Translation } from './report.js';

/** Where hooks are moved. */
export interface Journey {
  readonly to: TargetName;
  readonly scope: MigrateScope;
  readonly projectDir: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A file in which the tool looks for hooks. */
export interface HooksFile {
  readonly file: string;
  /** Only one person has it, though it lies in a project. */
  readonly personal?: boolean;
}

export interface Host {
  readonly name: HostName;
  /** In words. */
  readonly title: string;
  places(journey: Journey): readonly HooksFile[];
  /** The hooks of one file, in order. */
  read(document: Document, place: HooksFile, journey: Journey): readonly ForeignHook[];
  translate(found: ForeignHook, journey: Journey): Translation;
  /** What differs for every hook that was found. */
  notes(found: readonly ForeignHook[], journey: Journey): readonly string[];
  /** What brings hooks but is not moved by copying entries. */
  left?(journey: Journey): readonly Left[];
}

/** `~/.claude`, wherever the user has put it. */
export const claudeFolder = ({ home, env }: Pick<Journey, 'home' | 'env'>): string =>
  env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
