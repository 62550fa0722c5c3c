// "Since when", as people write it.

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `30m`, `2h`, `7d`, `2w`, a date or a date with time, as milliseconds since the epoch; `null`: none of these. */
export function parseSince(text: string, now: number): number | null {
  const ago = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text.trim());
  if (ago !== null) return now - Number(ago[1]) * (UNITS[ago[2] ?? ''] ?? Number.NaN);
  // Without a time zone a person means their own; ISO dates alone would be read as UTC.
  const local = /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()}T00:00` : text;
  const time = /^\d{4}-\d\d-\d\d/.test(local) ? Date.parse(local) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
