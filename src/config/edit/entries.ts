// Takes hook entries out of a settings file; everything else in it stays as it is, to the last character.
import {
  type Change,
  itemsChanged,
  membersChanged,
  type Span,
  spansOf,
  valueAt,
  without,
} from '../../text/edit/index.js';

/** Whether an entry under an event is to go. */
export type IsGone = (entry: unknown, event: string) => boolean;

/** Where entries stand under an event: in the `hooks` of wrappers, or themselves. */
export type EntriesIn = 'wrappers' | 'lists';

/** The text without some entries; wrappers and lists that become empty by this go too. The text must be valid JSON. */
export function withoutEntries(text: string, isGone: IsGone, entriesIn: EntriesIn = 'wrappers'): string {
  const root = spansOf(text);
  const result = membersChanged(text, root, (member) =>
    member.key === 'hooks' ? hooks(text, member.value, isGone, entriesIn) : undefined,
  );
  return text.slice(0, root.from) + result + text.slice(root.to);
}

const hooks = (text: string, span: Span, isGone: IsGone, entriesIn: EntriesIn): string =>
  membersChanged(text, span, ({ key: event, value: list }) => {
    const left = listWithout(text, list, (entry) => isGone(entry, event), entriesIn);
    if (left !== null || list.kind !== 'array') return left;
    // A comment in it is somebody's.
    const bare = without(text, list, list.items, () => null);
    return bare === '[]' ? null : bare;
  });

/** An event's list without some entries; `null`: nothing is left, `undefined`: there was nothing. */
export const listWithout = (
  text: string,
  list: Span,
  isGone: (entry: unknown) => boolean,
  entriesIn: EntriesIn = 'wrappers',
): Change =>
  itemsChanged(text, list, (part) => {
    if (entriesIn === 'wrappers') return wrapperWithout(text, part, isGone);
    return isGone(valueAt(text, part)) ? null : undefined;
  });

const wrapperWithout = (text: string, wrapper: Span, isGone: (entry: unknown) => boolean): string | null => {
  let isEmptied = false;
  const left = membersChanged(text, wrapper, ({ key, value }) => {
    if (key !== 'hooks') return undefined;
    const entries = itemsChanged(text, value, (entry) => (isGone(valueAt(text, entry)) ? null : undefined));
    isEmptied = entries === null;
    return entries;
  });
  return isEmptied ? null : left;
};
