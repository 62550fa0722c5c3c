// The time as hooks read it.

let second = Number.NaN;
let prefix = '';

/** In ISO 8601. Making the date anew for every event would cost more than matching it. */
export function isoTime(at: number): string {
  const whole = Math.floor(at / 1000);
  if (whole !== second) {
    second = whole;
    prefix = secondOf(new Date(whole * 1000));
  }
  return `${prefix}${String(at % 1000).padStart(3, '0')}Z`;
}

/** Piece by piece: `toISOString` looks up the time zone of this machine first, though it needs none. */
function secondOf(date: Date): string {
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  return `${day}T${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}.`;
}

const two = (number: number): string => String(number).padStart(2, '0');
