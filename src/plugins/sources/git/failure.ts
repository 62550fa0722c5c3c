// What git says when it fails, as a kind of problem.
import { PluginProblem, type PluginProblemCode } from '../../problem.js';
import { shorten } from '../clean-text.js';

interface Reading {
  readonly code: PluginProblemCode;
  readonly why: string;
  readonly hint?: string;
}

const LOG_IN: Reading = {
  code: 'fetch-failed',
  why: 'the repository does not exist, or you have to log in to read it',
  hint: 'Check the spelling. For a private repository, first make sure that git can read it (git ls-remote <url>).',
};
const UNREACHABLE: Reading = { code: 'unreachable', why: 'the repository cannot be reached' };
const BROKE: Reading = { code: 'unreachable', why: 'the connection broke' };

/** The first that fits counts. */
const READINGS: readonly (readonly [RegExp, Reading])[] = [
  [/No space left on device|Disk quota exceeded/i, { code: 'no-space', why: 'the disk is full' }],
  [
    /could not read Username|Authentication failed|terminal prompts disabled|Permission denied \(|HTTP Basic: Access denied|returned error: 40[13]/i,
    LOG_IN,
  ],
  [
    /Host key verification failed/i,
    {
      code: 'fetch-failed',
      why: 'the key of the host is not known',
      hint: 'Connect to the host with ssh once, and check its key.',
    },
  ],
  [
    /dubious ownership/i,
    {
      code: 'fetch-failed',
      why: 'the repository belongs to another user',
      hint: 'If you trust it: git config --global --add safe.directory <folder>.',
    },
  ],
  [
    /transport '.*' not allowed|is not a (?:valid )?.*protocol|remote helper/i,
    { code: 'bad-source', why: 'git may not fetch in this way' },
  ],
  [
    /Could not resolve host|Couldn't connect|Failed to connect|Connection (?:refused|timed out)|Network is unreachable|unable to connect/i,
    UNREACHABLE,
  ],
  [
    /possible repository corruption|fatal: (?:bad|missing) (?:object|blob|tree)/i,
    { code: 'fetch-failed', why: 'the repository is damaged where it comes from', hint: 'Tell its owner.' },
  ],
  [
    /early EOF|unexpected disconnect|RPC failed|hung up unexpectedly|transfer closed|Recv failure|Operation too slow|Connection reset/i,
    BROKE,
  ],
  [
    /not found|does not exist|does not appear to be a git repository|not a git repository|Could not read from remote repository/i,
    { code: 'not-found', why: 'there is no such repository' },
  ],
];

export function gitProblem(stderr: string, url: string): PluginProblem {
  const [, reading] = READINGS.find(([pattern]) => pattern.test(stderr)) ?? [];
  const said = shorten(stderr);
  const message = `${reading?.why ?? 'git failed'}${said === '' ? '' : ` (${said})`}`;
  const hint = hintFor(reading, url);
  return new PluginProblem(reading?.code ?? 'fetch-failed', message, hint === null ? {} : { hint });
}

/** `owner/name` is always taken to be at GitHub, which not everybody expects. */
function hintFor(reading: Reading | undefined, url: string): string | null {
  const [, name] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\.git$/.exec(url) ?? [];
  const notThere = reading === LOG_IN || reading?.code === 'not-found';
  if (name === undefined || !notThere) return reading?.hint ?? null;
  return `${LOG_IN.hint ?? ''} If you meant a folder, write ./${name}.`;
}
