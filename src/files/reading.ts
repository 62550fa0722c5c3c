// One file as text, or exactly why not. Never throws.
import { isUtf8 } from 'node:buffer';
import { lstatSync, statSync } from 'node:fs';
import { systemReasonOf } from '../text/index.js';
import { Unfit } from './open.js';
import { readBytes } from './read.js';

export type Reading =
  | {
      readonly state: 'text';
      readonly text: string;
      /** The byte order mark that stands before the text, or nothing. */
      readonly mark: string;
      readonly link: boolean;
    }
  | { readonly state: 'absent' }
  | {
      readonly state: 'broken';
      readonly code: Unfit['code'] | 'link-dangling' | 'file-not-utf8' | 'file-unreadable';
      readonly message: string;
      /** The text as far as it could be read, and the offset of the problem in it. */
      readonly text: string;
      readonly at: number | null;
    };

const MARK = '\uFEFF';

/** The text of a file without byte order mark. */
export function readText(file: string, maxBytes?: number): Reading {
  try {
    const here = lstatSync(file, { throwIfNoEntry: false });
    if (here === undefined) return { state: 'absent' };
    const link = here.isSymbolicLink();
    if (link && statSync(file, { throwIfNoEntry: false }) === undefined)
      return broken('link-dangling', `${file} is a symbolic link that points to nothing`);
    return decode(file, readBytes(file, maxBytes), link);
  } catch (error) {
    return error instanceof Unfit
      ? broken(error.code, error.message)
      : broken('file-unreadable', `${file} cannot be read: ${systemReasonOf(error)}`);
  }
}

function decode(file: string, bytes: Buffer, link: boolean): Reading {
  const whole = bytes.toString('utf8');
  const mark = whole.startsWith(MARK) ? MARK : '';
  const text = whole.slice(mark.length);
  if (isUtf8(bytes)) return { state: 'text', text, mark, link };
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const message = `${file} is not UTF-8 text${utf16 ? ' but UTF-16' : ''}`;
  return { state: 'broken', code: 'file-not-utf8', message, text, at: Math.max(0, text.indexOf('\uFFFD')) };
}

const broken = (code: Extract<Reading, { state: 'broken' }>['code'], message: string): Reading => ({
  state: 'broken',
  code,
  message,
  text: '',
  at: null,
});
