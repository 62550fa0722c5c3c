// Everything that can go wrong with plugins, as a closed set: each kind with what to do about it.
import { codeOf } from '../text/index.js';

/** Kind of problem → what to do, where the place that noticed it knows nothing better. */
const HINTS = {
  // Where a plugin comes from
  'bad-source':
    'A source is a folder (./folder), owner/name, a git URL, npm:package, a tarball or zip, or name@marketplace.',
  'not-found': 'Check the spelling, and that it is there and you may read it.',
  'program-missing': 'Install the program, and make sure it is on your PATH.',
  unreachable: 'Check the address and your connection, then try again; nothing was changed.',
  'fetch-failed':
    'Check the address, the version and your access to it, then try again; nothing was changed.',
  'timed-out': 'Try again when the connection is better; nothing was changed.',
  interrupted: 'Nothing was changed. Run the same command again when you are ready.',
  // What came from there
  'wrong-checksum':
    'The file is not the one that was promised. Ask its author for the right checksum, or do not use it.',
  'bad-archive': 'The file is damaged or is not a tar, tar.gz, tgz or zip. Fetch it again or ask its author.',
  unsafe: 'This does not belong into a plugin, so nothing of it was kept. Tell the author.',
  'too-big': 'Plugins are small. Ask the author for a package without what hooks do not need.',
  'no-plugin':
    'A plugin has .claude-plugin/plugin.json or hooks/hooks.json in its folder. Name the folder it lies in.',
  'invalid-plugin': 'See what is wrong with `amplifier-hooks validate <folder>`; tell the author.',
  // Where it goes
  'no-space': 'Make room on the disk, then try again; nothing was changed.',
  'cannot-read': 'Check that you may read it.',
  'cannot-write': 'Check that you may write there.',
  busy: 'Wait until the other command is done, then try again.',
  declined: 'Nothing was changed. Use --yes to agree beforehand.',
  'already-installed': 'Use `amplifier-hooks update`, or uninstall it first.',
  'not-installed': 'See `amplifier-hooks list --plugins`.',
  'name-taken': 'Uninstall or rename the other one first.',
  'changed-files': 'Your changes would be lost. Save them elsewhere, or use --force.',
  'bad-lock-file': 'Correct it, or bring back an earlier version of it.',
  // Marketplaces
  'unknown-marketplace':
    'See `amplifier-hooks marketplace list`, or add it with `amplifier-hooks marketplace add <owner/name>`.',
  'unknown-plugin': 'Look for it with `amplifier-hooks search <words>`.',
  'bad-marketplace': 'Tell the owner of the marketplace.',
  'marketplace-known': 'Use `amplifier-hooks marketplace update`, or remove it first.',
  'unsupported-source': 'Fetch the plugin by yourself and install it from its folder.',
  // Moving between tools
  'bad-config': 'Correct the file, then try again; nothing was changed.',
  'no-backup': 'There is nothing to restore.',
  'not-supported': 'That tool has no place for such hooks.',
} as const satisfies Readonly<Record<string, string>>;

export type PluginProblemCode = keyof typeof HINTS;

export interface PluginProblemMore {
  /** What to do here, where more is known than the kind of problem. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** The message says what, where and why in one sentence without a full stop; `hint` says what to do. */
export class PluginProblem extends Error {
  readonly code: PluginProblemCode;
  readonly hint: string;

  constructor(code: PluginProblemCode, message: string, more: PluginProblemMore = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'PluginProblem';
    this.code = code;
    this.hint = more.hint ?? HINTS[code];
  }
}

/** The kind of problem behind an error of the file system. */
export function codeOfFileError(error: unknown): PluginProblemCode {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'no-space';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'not-found';
    default:
      return 'cannot-write';
  }
}
