// Which addresses count as public, and that no spelling hides one that does not.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, whyNotReached } from './addresses.js';

const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  ['169.254.169.254', /metadata/],
  ['169.254.170.2', /link-local/],
  ['100.100.100.200', /metadata/],
  ['168.63.129.16', /metadata/],
  ['192.0.0.192', /metadata/],
  ['fd00:ec2::254', /metadata/],
  ['FD20:CE::254', /metadata/],
  ['0.0.0.0', /unspecified/],
  ['0.1.2.3', /unspecified/],
  ['10.0.0.1', /private/],
  ['10.255.255.255', /private/],
  ['172.16.0.1', /private/],
  ['172.31.255.255', /private/],
  ['192.168.0.1', /private/],
  ['100.64.0.1', /carrier/],
  ['100.127.255.255', /carrier/],
  ['192.0.2.1', /reserved/],
  ['198.18.0.1', /reserved/],
  ['198.19.255.255', /reserved/],
  ['224.0.0.1', /multicast/],
  ['239.255.255.250', /multicast/],
  ['240.0.0.1', /reserved/],
  ['255.255.255.255', /reserved/],
  ['::', /unspecified/],
  ['fe80::1', /link-local/],
  ['fe80::1%eth0', /link-local/],
  ['febf::1', /link-local/],
  ['fc00::1', /private/],
  ['fdff::1', /private/],
  ['fec0::1', /private/],
  ['ff02::1', /multicast/],
  ['2001:db8::1', /reserved/],
  ['::ffff:10.0.0.1', /IPv4/],
  ['::ffff:a9fe:a9fe', /IPv4/],
  ['::ffff:127.0.0.1', /IPv4/],
  ['::ffff:0:10.0.0.1', /IPv4/],
  ['::10.0.0.1', /IPv4/],
  ['64:ff9b::10.0.0.1', /IPv4/],
  ['64:ff9b::a9fe:a9fe', /IPv4/],
  ['64:ff9b::127.0.0.1', /IPv4/],
  ['64:ff9b:1::1', /IPv4/],
  ['2002:a00:1::', /IPv4/],
  ['2002:808:808::1', /IPv4/],
  ['2001:0:53aa:64c:0:7fff:f5ff:fffe', /IPv4/],
  ['5f00::1', /no public/],
  ['100::1', /no public/],
  ['', /readable/],
  ['nonsense', /readable/],
  ['1.2.3', /readable/],
  ['0x7f.0.0.1', /readable/],
  ['010.0.0.1', /readable/],
  ['1::2::3', /readable/],
];

const REACHED: readonly string[] = [
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '0:0:0:0:0:0:0:1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001:81b::200e',
  '64:ff9b::8.8.8.8',
];

describe('addresses', () => {
  test.each(FORBIDDEN)('%s is not reached', (address, why) => {
    expect(whyNotReached(address)).toMatch(why);
  });

  test.each(REACHED)('%s is reached', (address) => {
    expect(whyNotReached(address)).toBeNull();
  });

  test('every spelling of an IPv6 address is the same address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const bytes = bytesOf(address);
        expect(bytes).toHaveLength(16);
        expect(bytesOf(new URL(`http://[${address}]/`).hostname.slice(1, -1))).toEqual(bytes);
        const full = Array.from({ length: 8 }, (_, index) =>
          (((bytes?.[index * 2] ?? 0) << 8) | (bytes?.[index * 2 + 1] ?? 0)).toString(16).padStart(4, '0'),
        ).join(':');
        expect(bytesOf(full.toUpperCase())).toEqual(bytes);
        expect(whyNotReached(full)).toBe(whyNotReached(address));
      }),
    );
  });

  test('an IPv4 address in IPv6 form is never reached, unless a carrier translates a public one', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(whyNotReached(`::ffff:${address}`)).not.toBeNull();
        expect(whyNotReached(`::${address}`) === null).toBe(address === '0.0.0.1');
        const plain = address.startsWith('127.') ? 'loopback' : whyNotReached(address);
        expect(whyNotReached(`64:ff9b::${address}`) === null).toBe(plain === null);
      }),
    );
  });
});
