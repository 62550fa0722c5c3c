// How much a plugin may be. Plugins are scripts and texts: what is beyond this is a mistake or an attack.

export interface Limits {
  /** All files of the plugin together, unpacked. */
  readonly bytes: number;
  readonly files: number;
  /** Folders inside each other. */
  readonly depth: number;
  /** Bytes of a name, and of a whole path. */
  readonly name: number;
  readonly path: number;
  /** What an archive may weigh, and what git may bring for the one commit that is asked for. */
  readonly download: number;
  readonly repository: number;
  /** An archive may grow by this factor; below `ratioFrom` bytes nobody asks. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** For one download or one run of git or npm. */
  readonly deadlineMs: number;
  /** A server that says nothing for so long is given up. */
  readonly silenceMs: number;
}

const MiB = 1024 * 1024;

export const LIMITS: Limits = {
  bytes: 256 * MiB,
  files: 10_000,
  depth: 64,
  name: 255,
  path: 1024,
  download: 256 * MiB,
  repository: 1024 * MiB,
  ratio: 200,
  ratioFrom: 16 * MiB,
  deadlineMs: 300_000,
  silenceMs: 30_000,
};

export function inWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < MiB ? `${(bytes / 1024).toFixed(0)} KiB` : `${(bytes / MiB).toFixed(0)} MiB`;
}
