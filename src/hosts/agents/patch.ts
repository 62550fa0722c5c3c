// What a patch does, file by file, so that hooks about files see every one of them.

/** One file of a patch: what it was and what it becomes, as far as the patch shows it. */
export interface PatchedFile {
  readonly path: string;
  readonly kind: 'add' | 'update' | 'delete';
  readonly before: string;
  readonly after: string;
}

// Tools that apply patches trim a line before they look whether it is the head of a file.
const HEAD = /^([\s\u0085]*)\*\*\* (Add|Update|Delete) File: ([^\n]+?)[\s\u0085]*$/;
const MOVE = /^[\s\u0085]*\*\*\* Move to: ([^\n]+?)[\s\u0085]*$/;

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
  move: string | null;
  readonly lines: string[];
}

function filesIn(patch: string): readonly PatchedFile[] {
  const sections: Section[] = [];
  // An indented head may as well be a line of the file before it: what follows then counts for both.
  let open: readonly Section[] = [];
  for (const line of patch.split(/\r?\n/)) {
    const [, indent = '', head = '', path = ''] = HEAD.exec(line) ?? [];
    const move = MOVE.exec(line)?.[1];
    const before = path !== '' && indent === '' ? [] : open;
    if (!line.startsWith('*** ')) for (const { lines } of before) lines.push(line);
    if (move !== undefined) for (const section of before) section.move = move;
    const found: readonly Section[] = path === '' ? [] : [{ head, path, move: null, lines: [] }];
    sections.push(...found);
    open = [...before, ...found];
  }
  return sections.flatMap(({ head, path, move, lines }) => {
    const own = file(path, KINDS[head] ?? 'update', lines);
    // A renamed file is written anew at its new place.
    return move === null ? [own] : [own, { ...own, path: move, kind: 'add' as const }];
  });
}

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
