// Takes "mode": "observe" out of a file that defines hooks. Every other character stays, and what it was is kept.
import type { Node } from 'jsonc-parser';
import { SHARED_MODE_KEY } from '../config/index.js';
import { targetOf, textIfThere } from '../files/index.js';
import type { Hook } from '../nouns.js';
import { jsoncParser } from '../text/index.js';
import { replaceWithBackup } from './migrate/backups.js';
import type { PromotedFile } from './mode.js';
import { PluginProblem } from './problem.js';

type Jsonc = ReturnType<typeof jsoncParser>;

export interface FileOrder {
  readonly home: string;
  readonly by: string;
  readonly now: Date;
  readonly dryRun: boolean;
}

/** The file with these hooks of it real. Throws `PluginProblem` where they cannot be found in it any more. */
export function enforcedIn(path: string, hooks: readonly Hook[], order: FileOrder): PromotedFile {
  const file = targetOf(path);
  const before = textIfThere(file) ?? '';
  const mark = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  const jsonc = jsoncParser();
  // The last one first, so that the places of the others stay.
  const sorted = [...hooks].sort((one, other) => other.line - one.line || other.column - one.column);
  const after =
    mark + sorted.reduce((text, hook) => enforced(text, hook, path, jsonc), before.slice(mark.length));
  const { home, by, now } = order;
  const backup = order.dryRun ? null : replaceWithBackup({ home, file, before, after, by, now });
  return { file: path, before, after, backup };
}

/** The same for all hooks of a file that says it of all of them at its top; `null`: it does not. */
export function enforcedWhole(path: string, order: FileOrder): PromotedFile | null {
  const file = targetOf(path);
  const before = textIfThere(file) ?? '';
  const mark = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  const jsonc = jsoncParser();
  const text = before.slice(mark.length);
  const key = statedAt(text, jsonc);
  if (key === null) return null;
  const after = mark + jsonc.applyEdits(text, jsonc.modify(text, [key], undefined, {}));
  const { home, by, now } = order;
  const backup = order.dryRun ? null : replaceWithBackup({ home, file, before, after, by, now });
  return { file: path, before, after, backup };
}

function enforced(text: string, hook: Hook, path: string, jsonc: Jsonc): string {
  const node = nodeOf(text, hook, jsonc);
  if (node === null)
    throw new PluginProblem('busy', `the hook ${hook.id} is no longer where it was in ${path}`, {
      hint: 'Nothing was written. Run the same command again.',
    });
  const place = [...jsonc.getNodePath(node), 'mode'];
  // Where the whole file observes, a hook of it that counts has to say so.
  const value = hook.observes?.by === 'source' || statedAt(text, jsonc) !== null ? 'enforce' : undefined;
  return jsonc.applyEdits(text, jsonc.modify(text, place, value, {}));
}

function nodeOf(text: string, { line, column }: Hook, jsonc: Jsonc): Node | null {
  const root = jsonc.parseTree(text, [], { allowTrailingComma: true });
  const start = text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);
  const node = root === undefined ? undefined : jsonc.findNodeAtOffset(root, start + column - 1);
  return node?.type === 'object' ? node : null;
}

/** The key by which a file says it of all its hooks; `null`: it does not. */
function statedAt(text: string, jsonc: Jsonc): string | null {
  const root = jsonc.parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) return null;
  const says = (key: string): boolean => jsonc.findNodeAtLocation(root, [key])?.value === 'observe';
  return ['mode', SHARED_MODE_KEY].find(says) ?? null;
}
