// What `--fix` would do: new content for files, and scripts made executable.
import type { Edit } from 'jsonc-parser';
import type { ProfileName } from '../../profiles.js';
import { jsoncParser } from '../../text/index.js';
import type { Facts } from '../facts.js';
import type { Finding } from '../finding.js';
import type { Report } from '../validate.js';
import { editsFor, type Jsonc } from './edits.js';

export type Fix =
  | {
      readonly kind: 'edit';
      readonly file: string;
      readonly before: string;
      readonly after: string;
      readonly codes: readonly string[];
    }
  | { readonly kind: 'executable'; readonly file: string };

/** The fixes for what a report found. Nothing is written. */
export async function planFixes({ findings, generations, subjects, facts }: Report): Promise<readonly Fix[]> {
  const jsonc = jsoncParser();
  const profileOf = (file: string): ProfileName =>
    generations.find(({ sources }) => sources.some((source) => source.file === file))?.profile ??
    'claude-code';
  const files = [
    ...new Set(findings.flatMap(({ file }) => (file !== null && /\.json$/.test(file) ? [file] : []))),
  ];
  const edits = files.flatMap((file): Fix[] => {
    const own = findings.filter((finding) => finding.file === file);
    const fix = editFile(file, own, facts, jsonc, profileOf(file));
    return fix === null ? [] : [fix];
  });
  const scripts = subjects
    .filter(({ hook }) =>
      findings.some(({ code, hook: id }) => code === 'script-not-executable' && id === hook.id),
    )
    .flatMap(({ scripts: used }) => used)
    .filter(
      ({ path, interpreter }) =>
        interpreter === null && facts.kind(path) === 'file' && !facts.isExecutable(path),
    )
    // Without a first line it would start, but nobody knows what reads it.
    .filter(({ text }) => text?.startsWith('#!') === true)
    .map(({ path }) => path);
  return [...edits, ...[...new Set(scripts)].map((file): Fix => ({ kind: 'executable', file }))];
}

function editFile(
  file: string,
  findings: readonly Finding[],
  facts: Facts,
  jsonc: Jsonc,
  profile: ProfileName,
): Fix | null {
  const before = facts.read(file);
  if (before === null) return null;
  const text = before.replace(/^\uFEFF/, '');
  const codes = new Set<string>(text === before ? [] : ['byte-order-mark']);
  const edits: Edit[] = [];
  const commas = trailingCommas(text, jsonc);
  if (commas === null)
    return codes.size === 0 ? null : { kind: 'edit', file, before, after: text, codes: [...codes] };
  if (commas.length > 0) codes.add('json-trailing-comma');
  edits.push(...commas);
  const root = jsonc.parseTree(text, [], { allowTrailingComma: true });
  if (root !== undefined)
    for (const finding of findings) {
      const wanted = editsFor(finding, { text, root, jsonc, profile });
      if (wanted === null || wanted.some((edit) => edits.some((other) => clash(edit, other)))) continue;
      edits.push(...wanted);
      codes.add(finding.code);
    }
  const after = apply(text, edits);
  if (after === before || !meansSomething(after, jsonc)) return null;
  return { kind: 'edit', file, before, after, codes: [...codes].sort() };
}

/** Two edits that touch the same text; two insertions at the same place are kept in their order. */
const clash = (one: Edit, other: Edit): boolean =>
  one.offset < other.offset + other.length && other.offset < one.offset + one.length
    ? true
    : one.offset === other.offset && one.length === other.length && one.content === other.content;

function apply(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.offset - a.offset || b.length - a.length)
    .reduce(
      (result, { offset, length, content }) =>
        result.slice(0, offset) + content + result.slice(offset + length),
      text,
    );
}

/** Commas after the last element; `null`: the text is broken in another way too, and nothing in it is certain. */
function trailingCommas(text: string, jsonc: Jsonc): readonly Edit[] | null {
  const edits: Edit[] = [];
  let comma: number | null = null;
  let broken = false;
  const end = (): void => {
    if (comma !== null) edits.push({ offset: comma, length: 1, content: '' });
    comma = null;
  };
  const value = (): void => {
    comma = null;
  };
  jsonc.visit(
    text,
    {
      onObjectBegin: value,
      onArrayBegin: value,
      onObjectProperty: value,
      onLiteralValue: value,
      onObjectEnd: end,
      onArrayEnd: end,
      onSeparator: (separator, at) => {
        if (separator === ',') comma = at;
      },
      onError: () => {
        broken = true;
      },
    },
    { allowTrailingComma: true },
  );
  return broken ? null : edits;
}

function meansSomething(text: string, jsonc: Jsonc): boolean {
  const errors: import('jsonc-parser').ParseError[] = [];
  jsonc.parse(text, errors, { allowTrailingComma: false, disallowComments: false });
  return errors.length === 0;
}
