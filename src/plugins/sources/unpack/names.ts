// Which paths may be written at all. Everything that comes from elsewhere goes through here.
import { PluginProblem } from '../../problem.js';
import { quoted } from '../clean-text.js';
import type { Limits } from '../limits.js';

/** Characters that no name needs, and that change what a person sees. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]/;
/** What some file systems take for `.git`. */
const LIKE_GIT = /^(?:\.git(?:[ .]*|:.*)|git~[0-9]+)$/i;
const HFS_IGNORED = /[\u200c-\u200f\u206a-\u206f\ufeff]/g;

/** The path in one spelling, without a slash at the end; '' is the top. Throws where it is not safe. */
export function safePath(path: string, limits: Limits): string {
  const why = whyUnsafe(path);
  if (why !== null) throw new PluginProblem('unsafe', `the entry ${quoted(shown(path))} ${why}`);
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const plain = parts.join('/');
  if (Buffer.byteLength(plain) > limits.path || parts.some((part) => Buffer.byteLength(part) > limits.name)) {
    throw new PluginProblem(
      'unsafe',
      `the entry ${quoted(shown(path))} has a name of more than ${limits.name} or a path of more than ${limits.path} bytes`,
    );
  }
  if (parts.length > limits.depth) {
    throw new PluginProblem(
      'unsafe',
      `the entry ${quoted(shown(path))} lies deeper than ${limits.depth} folders`,
    );
  }
  return plain;
}

function whyUnsafe(path: string): string | null {
  if (path === '') return 'has no name';
  if (HIDDEN.test(path)) return 'has a name with control characters, or one that is not text';
  if (path.includes('\\')) return 'has a backslash in its name';
  if (path.startsWith('/')) return 'has an absolute path';
  if (/^[A-Za-z]:/.test(path)) return 'begins with the letter of a drive';
  const parts = path.split('/');
  if (parts.includes('..')) return 'leads out of the plugin (..)';
  if (parts.some((part) => part !== '.git' && isLikeGit(part)))
    return 'pretends to be the folder of a git repository';
  return null;
}

const isLikeGit = (part: string): boolean => LIKE_GIT.test(part.replace(HFS_IGNORED, ''));

/** Two names that some file systems cannot keep apart have the same key. */
export const clashKey = (path: string): string => path.normalize('NFC').toLowerCase().normalize('NFC');

export const isGitFolder = (path: string): boolean => path.split('/').includes('.git');

export const shown = (path: string): string => (path.length > 120 ? `${path.slice(0, 119)}…` : path);
