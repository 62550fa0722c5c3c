// The time as hooks read it.

let second = Number.NaN;
let prefix = '';

/** In ISO 8601. Making the date anew for every event would cost more than matching it. */
export function isoTime(at: number): string {
  const whole = Math.floor(at / 1000);
  if (whole !== second) {
    second = whole;
    prefix = new Date(whole * 1000).toISOString().slice(0, -'000Z'.length);
  }
  return `${prefix}${String(at % 1000).padStart(3, '0')}Z`;
}
