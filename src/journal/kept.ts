// What of an entry is not as it was: redacted, cut or left out.
import { isRecord, REDACTED } from '../text/index.js';
import type { EventDetail, Mark } from './entries.js';

/** What older versions, which left no marks, wrote in the place of something. */
const IN_PLACE = /…\[cut: \d+ characters\]$|^\[left out: /;

/** What of the input is not as it was. */
export const inputMarks = ({ input, marks }: Pick<EventDetail, 'input' | 'marks'>): readonly Mark[] =>
  marks?.filter(({ at }) => overlaps(at, '/input')) ?? marksIn(input, '/input');

/** What of the answer of a hook is not as it was. `at`: where it stands in the detail. */
export const toldMarks = (told: unknown, marks: readonly Mark[] | undefined, at: string): readonly Mark[] =>
  marks?.filter((mark) => overlaps(mark.at, at)) ?? marksIn(told, at);

/** By the words alone: whoever writes such words into an event is taken at them. */
export function marksIn(value: unknown, at = ''): readonly Mark[] {
  if (typeof value === 'string') {
    if (value.includes(REDACTED)) return [{ at, why: 'redacted' }];
    return IN_PLACE.test(value) ? [{ at, why: value.startsWith('[') ? 'left-out' : 'cut' }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => marksIn(item, `${at}/${index}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => marksIn(item, `${at}/${name}`));
}

/** Whether one of two places lies in the other. */
export const overlaps = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`) || a === '';
