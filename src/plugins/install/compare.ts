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
  /** What would go on running, but call or be given something else. */
  readonly changed: readonly { readonly before: WillRun; readonly after: WillRun }[];
  readonly files: readonly FileChange[];
}

interface Side {
  readonly inspection: Inspection;
  readonly files: FileFacts;
}

export function compare(before: Side, after: Side): Comparison {
  const byId = ({ inspection }: Side): ReadonlyMap<string, WillRun> =>
    new Map(inspection.hooks.map((hook) => [hook.id, hook]));
  const [old, now] = [byId(before), byId(after)];
  const run = new Set(
    [before, after].flatMap(({ inspection }) => inspection.hooks.flatMap(({ scripts }) => scripts)),
  );
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort();
  return {
    added: after.inspection.hooks.filter(({ id }) => !old.has(id)),
    removed: before.inspection.hooks.filter(({ id }) => !now.has(id)),
    changed: after.inspection.hooks.flatMap((hook) => {
      const was = old.get(hook.id);
      const same = was === undefined || JSON.stringify(was.details) === JSON.stringify(hook.details);
      return same ? [] : [{ before: was, after: hook }];
    }),
    files: paths.flatMap((path): FileChange[] => {
      const [was, is] = [before.files.get(path), after.files.get(path)];
      if (sameFact(was, is)) return [];
      const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
      return [{ path, change, runs: run.has(path) }];
    }),
  };
}
