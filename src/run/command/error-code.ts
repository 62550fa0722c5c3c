// The system's name for what went wrong.

/** `ENOENT` and the like; `null` for an error without one. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
