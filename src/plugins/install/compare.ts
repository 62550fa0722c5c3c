// What an update would change: hooks that come and go, and files.
import type { Inspection, WillRun } from './inspection.js';
import { type FileFacts, sameFact } from './tree.js';

export interface FileChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** A hook runs it, or something that a hook runs uses it. */
  readonly runs: boolean;
}

export interface Comparison {
  /** What would newly run. */
  readonly added: readonly WillRun[];
  readonly removed: readonly WillRun[];
  readonly files: readonly FileChange[];
}

interface Side {
  readonly inspection: Inspection;
  readonly files: FileFacts;
}

export function compare(before: Side, after: Side): Comparison {
  const ids = ({ inspection }: Side): ReadonlySet<string> => new Set(inspection.hooks.map(({ id }) => id));
  const [old, now] = [ids(before), ids(after)];
  const run = new Set(
    [before, after].flatMap(({ inspection }) => inspection.hooks.flatMap(({ scripts }) => scripts)),
  );
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort();
  return {
    added: after.inspection.hooks.filter(({ id }) => !old.has(id)),
    removed: before.inspection.hooks.filter(({ id }) => !now.has(id)),
    files: paths.flatMap((path): FileChange[] => {
      const [was, is] = [before.files.get(path), after.files.get(path)];
      if (sameFact(was, is)) return [];
      const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
      return [{ path, change, runs: run.has(path) }];
    }),
  };
}
