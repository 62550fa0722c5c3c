// What went wrong, in words.

/** The system's name for it, `ENOENT` say; `null` for an error without one. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Whether the system calls it by one of these names. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  const code = codeOf(error);
  return code !== null && codes.includes(code);
}

/** The reason of an error: its message, or whatever was thrown in its place. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? (codeOf(error) ?? error.name) : error.message;
}

/** The same with where it happened, for a fault that somebody has to find. */
export const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** What the operating system means by its names, for whoever has to put it right. Most processes never need it. */
const systemReasons = (): Readonly<Record<string, string>> => ({
  EACCES: 'permission denied',
  EBUSY: 'somebody uses it',
  EDQUOT: 'your part of the disk is full',
  EEXIST: 'something is there already',
  EFBIG: 'the file is too large',
  EIO: 'the disk does not work',
  EISDIR: 'it is a folder',
  ELOOP: 'symbolic links go round in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'there is a file where a folder belongs',
  ENOTEMPTY: 'there is something in it',
  EPERM: 'permission denied',
  EROFS: 'nothing can be written there',
  ETXTBSY: 'the program is running',
});

/** The operating system's reason, without the path that the message names already. */
export function systemReasonOf(error: unknown): string {
  const code = codeOf(error) ?? '';
  const reasons = systemReasons();
  if (Object.hasOwn(reasons, code)) return `${reasons[code]} (${code})`;
  // Others than the system name their errors too.
  return /^E[A-Z\d]+$/.test(code) ? code : reasonOf(error);
}
