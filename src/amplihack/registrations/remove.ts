// Takes our hook entries out of a settings file; everything else in it stays as it is, to the last character.
import { chmodSync, constants, copyFileSync } from 'node:fs';
import { PRIVATE_FILE, readBytes, replaceFile, targetOf } from '../../files/index.js';
import { hasCode } from '../../text/index.js';
import { type Member, type Span, spansOf, valueAt, without } from './json-spans.js';
import { isOurEntry } from './ours.js';

/** Whether an entry under an event is to go. */
export type IsGone = (entry: unknown, event: string) => boolean;

/** The text without our entries. */
export const withoutOurs = (text: string): string => withoutEntries(text, isOurEntry);

/** The text without some entries; wrappers and lists that become empty by this go too. The text must be valid JSON. */
export function withoutEntries(text: string, isGone: IsGone): string {
  const root = spansOf(text);
  const result = members(text, root, (member) =>
    member.key === 'hooks' ? hooks(text, member.value, isGone) : undefined,
  );
  return text.slice(0, root.from) + result + text.slice(root.to);
}

const hooks = (text: string, span: Span, isGone: IsGone): string =>
  members(text, span, ({ key: event, value: list }) => {
    const left = listWithout(text, list, (entry) => isGone(entry, event));
    if (left !== null || list.kind !== 'array') return left;
    // A comment in it is somebody's.
    const bare = without(text, list, list.items, () => null);
    return bare === '[]' ? null : bare;
  });

/** An event's list of wrappers without some entries; `null`: nothing is left, `undefined`: it has no wrappers. */
export const listWithout = (text: string, list: Span, isGone: (entry: unknown) => boolean): Change =>
  items(text, list, (wrapper) => wrapperWithout(text, wrapper, isGone));

const wrapperWithout = (text: string, wrapper: Span, isGone: (entry: unknown) => boolean): string | null => {
  let isEmptied = false;
  const left = members(text, wrapper, ({ key, value }) => {
    if (key !== 'hooks') return undefined;
    const entries = items(text, value, (entry) => (isGone(valueAt(text, entry)) ? null : undefined));
    isEmptied = entries === null;
    return entries;
  });
  return isEmptied ? null : left;
};

/** What becomes of a part: another text, `null`: it goes, `undefined`: it stays. */
export type Change = string | null | undefined;

function members(text: string, span: Span, change: (member: Member) => Change): string {
  if (span.kind !== 'object') return text.slice(span.from, span.to);
  return without(text, span, span.members, (part, index) => {
    const member = span.members[index];
    const changed = member === undefined ? undefined : change(member);
    if (member === undefined || changed === undefined) return text.slice(part.from, part.to);
    return changed === null ? null : text.slice(member.from, member.value.from) + changed;
  });
}

/** `null`: the list lost its last item; one that was empty before stays. */
function items(text: string, span: Span, change: (item: Span) => Change): string | null | undefined {
  if (span.kind !== 'array' || span.items.length === 0) return undefined;
  let kept = 0;
  const left = without(text, span, span.items, (part, index) => {
    const item = span.items[index];
    const changed = item === undefined ? undefined : change(item);
    if (changed === null) return null;
    kept += 1;
    return changed ?? text.slice(part.from, part.to);
  });
  return kept === 0 ? null : left;
}

/** Removes entries from a file, with a backup beside it. Throws where that cannot be done; then the file is as it was. */
export function removeFrom(path: string, epochSeconds: number, isGone: IsGone): void {
  const text = readBytes(path).toString('utf8');
  JSON.parse(text);
  const left = withoutEntries(text, isGone);
  if (left === text) return;
  const file = targetOf(path);
  backUp(path, file, epochSeconds);
  replaceFile(file, left, { durable: true });
}

/** Copies a file beside `path`, for the owner only; gives the copy. An earlier backup is never overwritten. */
export function backUp(path: string, file: string, epochSeconds: number): string {
  for (let stamp = epochSeconds; ; stamp += 1) {
    const copy = `${path}.backup.${stamp}`;
    try {
      copyFileSync(file, copy, constants.COPYFILE_EXCL);
      chmodSync(copy, PRIVATE_FILE);
      return copy;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}
