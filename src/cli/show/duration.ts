// How long something took, for people.

/** `3 s`, `2 min 05 s`. */
export function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** `12.3 s` */
export const tenths = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
