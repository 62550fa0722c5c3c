// Which addresses an http hook may reach without being told so: public ones and this machine itself.

/** As a resolver gives it. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

interface Range {
  readonly start: readonly number[];
  readonly bits: number;
  readonly what: string;
}

const range = (text: string, bits: number, what: string): Range => ({
  start: bytesOf(text) ?? [],
  bits,
  what,
});

const METADATA = 'the metadata service of a cloud';
const PRIVATE = 'a private address';
const RESERVED = 'a reserved address';
const TRANSLATED = 'an IPv4 address in IPv6 form';
const ELSEWHERE = 'no public address';

const LOOPBACK: readonly Range[] = [range('127.0.0.0', 8, 'loopback'), range('::1', 128, 'loopback')];

/** Carriers without IPv4 reach the public IPv4 internet through these; what counts is the address inside. */
const CARRIER = range('64:ff9b::', 96, TRANSLATED);

/** The first that fits names the reason. */
const REFUSED: readonly Range[] = [
  range('169.254.169.254', 32, METADATA),
  range('100.100.100.200', 32, METADATA),
  range('192.0.0.192', 32, METADATA),
  range('168.63.129.16', 32, METADATA),
  range('0.0.0.0', 8, 'the unspecified address'),
  range('10.0.0.0', 8, PRIVATE),
  range('100.64.0.0', 10, 'a shared address of a carrier'),
  range('169.254.0.0', 16, 'a link-local address'),
  range('172.16.0.0', 12, PRIVATE),
  range('192.0.0.0', 24, RESERVED),
  range('192.0.2.0', 24, RESERVED),
  range('192.88.99.0', 24, RESERVED),
  range('192.168.0.0', 16, PRIVATE),
  range('198.18.0.0', 15, RESERVED),
  range('198.51.100.0', 24, RESERVED),
  range('203.0.113.0', 24, RESERVED),
  range('224.0.0.0', 4, 'a multicast address'),
  range('240.0.0.0', 4, RESERVED),
  range('fd00:ec2::254', 128, METADATA),
  range('fd20:ce::254', 128, METADATA),
  range('::', 128, 'the unspecified address'),
  range('::', 96, TRANSLATED),
  range('::ffff:0:0', 96, TRANSLATED),
  range('::ffff:0:0:0', 96, TRANSLATED),
  range('64:ff9b::', 32, TRANSLATED),
  range('2001::', 32, TRANSLATED),
  range('2002::', 16, TRANSLATED),
  range('2001::', 23, RESERVED),
  range('2001:db8::', 32, RESERVED),
  range('3fff::', 20, RESERVED),
  range('fc00::', 7, PRIVATE),
  range('fe80::', 10, 'a link-local address'),
  range('fec0::', 10, PRIVATE),
  range('ff00::', 8, 'a multicast address'),
];

/** All of IPv6 that is routed on the internet. */
const GLOBAL = range('2000::', 3, 'global');

/** What kind of address it is, where it may not be reached; `null`: it may. */
export function whyNotReached(address: string): string | null {
  const bytes = bytesOf(address);
  if (bytes === null) return 'no readable address';
  if (LOOPBACK.some((one) => isIn(bytes, one))) return null;
  if (isIn(bytes, CARRIER)) {
    const inside = bytes.slice(12);
    return isPublic(inside) ? null : TRANSLATED;
  }
  const found = REFUSED.find((one) => isIn(bytes, one));
  if (found !== undefined) return found.what;
  return isPublic(bytes) ? null : ELSEWHERE;
}

function isPublic(bytes: readonly number[]): boolean {
  if (bytes.length === 16 && !isIn(bytes, GLOBAL)) return false;
  return ![...LOOPBACK, ...REFUSED].some((one) => isIn(bytes, one));
}

function isIn(bytes: readonly number[], { start, bits }: Range): boolean {
  if (bytes.length !== start.length) return false;
  return bytes.every((byte, index) => {
    const fixed = Math.min(8, Math.max(0, bits - index * 8));
    return (byte ^ (start[index] ?? 0)) >> (8 - fixed) === 0;
  });
}

/** The four or sixteen bytes of an address; `null`: it is none. */
export function bytesOf(text: string): readonly number[] | null {
  if (!text.includes(':')) return fourBytes(text);
  const address = text.replace(/%.*$/, '');
  const [head = '', tail, ...more] = address.split('::');
  if (more.length > 0) return null;
  const before = groups(head);
  const after = groups(tail ?? '');
  if (before === null || after === null) return null;
  const missing = 16 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return null;
  return [...before, ...new Array<number>(missing).fill(0), ...after];
}

function groups(text: string): readonly number[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const bytes: number[] = [];
  for (const [index, part] of parts.entries()) {
    const dotted = part.includes('.') && index === parts.length - 1 ? fourBytes(part) : null;
    if (dotted !== null) bytes.push(...dotted);
    else if (/^[\da-f]{1,4}$/i.test(part)) {
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return null;
  }
  return bytes;
}

function fourBytes(text: string): readonly number[] | null {
  const parts = text.split('.');
  const bytes = parts.map(Number);
  const plain = parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part));
  return parts.length === 4 && plain && bytes.every((byte) => byte <= 255) ? bytes : null;
}
