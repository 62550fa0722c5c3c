// Moments as people read them: in the time zone of whoever looks, everywhere the same. Programs get milliseconds or ISO 8601.

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-01-31` */
export function dayOf(at: number): string {
  const time = new Date(at);
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** `09:08:07` */
export function clockOf(at: number): string {
  const time = new Date(at);
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** `2026-01-31 09:08:07` */
export const momentOf = (at: number): string => `${dayOf(at)} ${clockOf(at)}`;
