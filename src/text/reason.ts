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

/** The operating system's reason, without the path that the message names already. */
export function systemReasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return `permission denied (${code})`;
  if (code === 'ELOOP') return 'symbolic links go round in a circle (ELOOP)';
  return code ?? reasonOf(error);
}
