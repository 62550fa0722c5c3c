// What a patch does, file by file, so that hooks about files see every one of them.

/** One file of a patch: what it was and what it becomes, as far as the patch shows it. */
export interface PatchedFile {
  readonly path: string;
  readonly kind: 'add' | 'update' | 'delete';
  readonly before: string;
  readonly after: string;
}

// Tools that apply patches trim a line before they look whether it is the head of a file.
const HEAD = /^([\s\u0085]*)\*\*\* (Add|Update|Delete) File: ([^\n]+)$/;
const MOVE = /^[\s\u0085]*\*\*\* Move to: ([^\n]+)$/;

const KINDS: Readonly<Record<string, PatchedFile['kind']>> = {
  Add: 'add',
  Update: 'update',
  Delete: 'delete',
  create_file: 'add',
  update_file: 'update',
  delete_file: 'delete',
};

/** The files of an `apply_patch` call, whichever of its two forms it has; empty where none is named. */
export function patchedFiles(input: Readonly<Record<string, unknown>>): readonly PatchedFile[] {
  const { patch, type, path, diff } = input;
  if (typeof patch === 'string') return filesIn(patch);
  if (typeof path !== 'string' || path === '') return [];
  const kind = (typeof type === 'string' ? KINDS[type] : undefined) ?? 'update';
  return [file(path, kind, typeof diff === 'string' ? diff.split('\n') : [])];
}

/** The field of an input that holds a patch, where its name is not known; `null`: none does. */
export const patchField = (input: Readonly<Record<string, unknown>>): string | null =>
  Object.keys(input).find((name) => {
    const text = input[name];
    return typeof text === 'string' && filesIn(text).length > 0;
  }) ?? null;

/** The patch in an input that names no file of its own, whatever its field is called. */
export const patchIn = (input: Readonly<Record<string, unknown>>): unknown =>
  typeof input['path'] === 'string' ? undefined : input[patchField(input) ?? ''];

interface Section {
  readonly head: string;
  readonly path: string;
  readonly moves: string[];
  readonly lines: string[];
}

function filesIn(patch: string): readonly PatchedFile[] {
  const sections: Section[] = [];
  // An indented head may as well be a line of the file before it: what follows then counts for both.
  let sure: Section | null = null;
  let last: Section | null = null;
  for (const line of patch.split(/\r?\n/)) {
    const [, indent = '', head = '', path = ''] = HEAD.exec(line) ?? [];
    const move = MOVE.exec(line)?.[1] ?? null;
    const isSure = path !== '' && indent === '';
    for (const section of isSure ? [] : new Set([sure, last])) {
      if (!line.startsWith('*** ')) section?.lines.push(line);
      if (move !== null) section?.moves.push(move);
    }
    if (path === '') continue;
    last = { head, path, moves: [], lines: [] };
    if (isSure) sure = last;
    sections.push(last);
  }
  return sections.flatMap(({ head, path, moves, lines }) => {
    const [first, ...others] = namesIn(path).map((name) => file(name, KINDS[head] ?? 'update', lines));
    if (first === undefined) return [];
    // A renamed file is written anew at its new place.
    const moved = moves.flatMap(namesIn).map((name) => ({
      ...first,
      path: name,
      kind: 'add' as const,
    }));
    return [first, ...others, ...moved];
  });
}

/** What a path may mean: there are tools that take off blanks before it, and such that do not. */
const namesIn = (path: string): readonly string[] => {
  const names = [path.trimEnd(), path.trim()].filter((name) => name !== '');
  return [...new Set(names)];
};

function file(path: string, kind: PatchedFile['kind'], lines: readonly string[]): PatchedFile {
  const shown = lines.filter((line) => !line.startsWith('@@'));
  const marked = shown.some((line) => /^[+-]/.test(line));
  // A new file may come as bare lines.
  if (kind === 'add' && !marked) return { path, kind, before: '', after: shown.join('\n') };
  const side = (marks: string): string =>
    shown
      .filter((line) => line === '' || marks.includes(line.charAt(0)))
      .map((line) => line.slice(1))
      .join('\n');
  return { path, kind, before: side(' -'), after: side(' +') };
}
