// Reads one file: text, or exactly why not. Never throws.
import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { systemReasonOf } from '../text/index.js';
import type { ConfigCode } from './codes.js';

const MAX_BYTES = 16 * 1024 * 1024;

export type ReadResult =
  | { readonly state: 'text'; readonly text: string; readonly link: boolean }
  | { readonly state: 'absent' }
  | {
      readonly state: 'broken';
      readonly code: ConfigCode;
      readonly message: string;
      /** The text as far as it could be read, and the offset of the problem in it. */
      readonly text: string;
      readonly at: number | null;
    };

/** The text of a file without byte order mark. */
export function readText(file: string): ReadResult {
  try {
    const here = lstatSync(file, { throwIfNoEntry: false });
    if (here === undefined) return { state: 'absent' };
    const link = here.isSymbolicLink();
    const stats = link ? statSync(file, { throwIfNoEntry: false }) : here;
    if (stats === undefined)
      return broken('link-dangling', `${file} is a symbolic link that points to nothing`);
    // A named pipe would block the reader for ever, so anything but a regular file is refused unread.
    if (!stats.isFile()) return broken('not-a-file', `${file} is ${kindOf(stats)}, not a file`);
    if (stats.size > MAX_BYTES) return tooLarge(file, stats.size);
    const bytes = readFileSync(file);
    return bytes.length > MAX_BYTES ? tooLarge(file, bytes.length) : decode(file, bytes, link);
  } catch (error) {
    return broken('file-unreadable', `${file} cannot be read: ${systemReasonOf(error)}`);
  }
}

function decode(file: string, bytes: Buffer, link: boolean): ReadResult {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (isUtf8(bytes)) return { state: 'text', text, link };
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const message = `${file} is not UTF-8 text${utf16 ? ' but UTF-16' : ''}`;
  return { state: 'broken', code: 'file-not-utf8', message, text, at: Math.max(0, text.indexOf('\uFFFD')) };
}

const broken = (code: ConfigCode, message: string): ReadResult => ({
  state: 'broken',
  code,
  message,
  text: '',
  at: null,
});

const tooLarge = (file: string, size: number): ReadResult =>
  broken('file-too-large', `${file} has ${size} bytes; at most ${MAX_BYTES} are read`);

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
