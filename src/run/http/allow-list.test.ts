// Which addresses a list allows: by what they mean, not by how they are spelt.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../testing/index.js';
import { type Listed, listed } from './allow-list.js';

const TABLE: readonly (readonly [string, string, Listed])[] = [
  // Plain ones.
  ['https://hooks.example/run', 'https://hooks.example/run', 'named'],
  ['https://hooks.example/run', 'https://hooks.example/run2', 'no'],
  ['https://hooks.example/run', 'https://hooks.example/run?x=1', 'no'],
  ['https://hooks.example/run', 'http://hooks.example/run', 'no'],
  ['https://hooks.example', 'https://hooks.example/', 'named'],
  ['https://hooks.example', 'https://hooks.example/other', 'no'],
  ['https://hooks.example/*', 'https://hooks.example/a/b?c=d', 'named'],
  ['https://hooks.example/*/end', 'https://hooks.example/a/b/end', 'named'],
  ['https://hooks.example/run?k=*', 'https://hooks.example/run?k=1', 'named'],
  ['https://hooks.example/run?k=*', 'https://hooks.example/run?j=1', 'no'],

  // Everything.
  ['*', 'http://10.0.0.1:99/x', 'allowed'],
  ['https://*', 'https://anything.example:8443/x', 'allowed'],
  ['https://*', 'http://anything.example/x', 'no'],
  ['https://*/*', 'https://anything.example/x', 'allowed'],

  // Case, dots, ports.
  ['https://Hooks.Example/*', 'HTTPS://HOOKS.EXAMPLE/x', 'named'],
  ['https://hooks.example/Run', 'https://hooks.example/run', 'no'],
  ['https://hooks.example/*', 'https://hooks.example./x', 'named'],
  ['https://hooks.example./*', 'https://hooks.example/x', 'named'],
  ['https://hooks.example:443/*', 'https://hooks.example/x', 'named'],
  ['https://hooks.example/*', 'https://hooks.example:443/x', 'named'],
  ['https://hooks.example/*', 'https://hooks.example:8443/x', 'no'],
  ['http://localhost:*', 'http://localhost:8080/hook', 'named'],
  ['http://localhost:*', 'http://localhost/hook', 'named'],
  ['http://localhost:*/hook', 'http://localhost:1/hook', 'named'],
  ['http://localhost:*/hook', 'http://localhost:1/other', 'no'],
  ['http://localhost*', 'http://localhost:8080/hook', 'named'],

  // Names and passwords before the host.
  ['https://hooks.example/*', 'https://hooks.example@evil.example/x', 'no'],
  ['https://hooks.example/*', 'https://hooks.example:443@evil.example/x', 'no'],
  ['https://hooks.example/*', 'https://hooks.example%2F@evil.example/x', 'no'],
  ['https://hooks.example/*', 'https://evil.example@hooks.example/x', 'named'],
  ['https://hooks.example@evil.example/*', 'https://evil.example/x', 'no'],

  // Stars stay in their part.
  ['https://*.example.com/*', 'https://a.b.example.com/x', 'named'],
  ['https://*.example.com/*', 'https://example.com/x', 'no'],
  ['https://*.example.com/*', 'https://evil.example/.example.com/x', 'no'],
  ['https://*.example.com/*', 'https://evil.example/?.example.com/x', 'no'],
  ['https://*.example.com/*', 'https://evil.example#.example.com/x', 'no'],
  ['https://*.example.com/*', 'https://evil.example\\.example.com/x', 'no'],
  ['https://*.example.com/*', 'https://x.example.com@evil.example/', 'no'],
  ['https://*.example.com/*', 'https://example.com.evil.example/', 'no'],
  ['https://example.com*', 'https://example.com/x', 'named'],
  ['https://example.com*', 'https://example.com:99/x', 'named'],
  ['https://example.com*', 'https://example.com.evil.example/x', 'no'],
  ['https://example.com*', 'https://example.community/x', 'no'],
  ['https://example.com*/hook', 'https://example.com.evil.example/hook', 'no'],
  ['*.example.com/*', 'http://a.example.com/x', 'named'],
  ['*.example.com/*', 'http://evil.example/.example.com/x', 'no'],
  ['*://localhost/*', 'https://localhost/x', 'named'],
  ['http*://localhost/*', 'https://localhost/x', 'named'],

  // Addresses in numbers.
  ['http://127.0.0.1/*', 'http://2130706433/x', 'named'],
  ['http://127.0.0.1/*', 'http://0x7f.1/x', 'named'],
  ['http://127.0.0.1/*', 'http://0177.0.0.1/x', 'named'],
  ['http://0x7f000001/*', 'http://127.0.0.1/x', 'named'],
  ['http://10.0.0.*/*', 'http://10.0.0.7/x', 'named'],
  ['http://10.*', 'http://10.1.2.3/x', 'named'],
  ['http://10.*', 'http://10.1.2.3:99/x', 'no'],
  ['http://10.*/*', 'http://10.1.2.3/x', 'named'],
  ['http://10.0.0.*/*', 'http://10.0.0.evil.example/x', 'no'],
  ['http://10.0.0.*/*', 'http://167772167/x', 'named'],
  ['http://10.0.0.*/*', 'http://11.0.0.7/x', 'no'],
  ['http://[::1]/*', 'http://[0:0:0:0:0:0:0:1]/x', 'named'],
  ['http://[::1]:8080/*', 'http://[::1]:8080/x', 'named'],
  ['http://[::1]/*', 'http://[::2]/x', 'no'],

  // Encodings and dots in the path.
  ['https://hooks.example/run', 'https://hooks.example/%72%75n', 'named'],
  ['https://hooks.example/%72un', 'https://hooks.example/run', 'named'],
  ['https://hooks.example/a%2fb', 'https://hooks.example/a%2Fb', 'no'],
  ['https://hooks.example/a b/é', 'https://hooks.example/a%20b/%c3%a9', 'named'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/../admin', 'no'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/%2e%2e/admin', 'no'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/..%2fadmin', 'no'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/..%252fadmin', 'no'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/..%5cadmin', 'no'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/%zz/..%2f..%2fadmin', 'no'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/%ff/..%2f..%2fadmin', 'no'],
  ['https://hooks.example/admin', 'https://hooks.example/hooks/..%2fadmin', 'no'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/a%2fb', 'named'],
  ['https://hooks.example/hooks/*', 'https://hooks.example/hooks/a%3fb%23c', 'named'],

  // Other scripts.
  ['https://bücher.example/*', 'https://xn--bcher-kva.example/x', 'named'],
  ['https://hooks.example/*', 'https://hooks。example/x', 'named'],
  ['https://hooks.example/*', 'https://hооks.example/x', 'no'],

  // What can fit nothing.
  ['', 'https://hooks.example/', 'no'],
  ['hooks.example', 'https://hooks.example/', 'no'],
  ['hooks.example/*', 'https://hooks.example/x', 'no'],
  ['https://', 'https://hooks.example/', 'no'],
  ['https:///x', 'https://hooks.example/x', 'no'],
  ['https://hooks.example:port/*', 'https://hooks.example/x', 'no'],
  ['https://hooks .example/*', 'https://hooks.example/x', 'no'],
];

describe('the list', () => {
  test.each(TABLE)('%s for %s: %s', (pattern, url, expected) => {
    expect(listed([pattern], new URL(url))).toBe(expected);
  });

  test('an empty list allows nothing', () => {
    expect(listed([], new URL('http://localhost/'))).toBe('no');
  });

  test('one fitting pattern is enough, and one that names the host counts more', () => {
    expect(listed(['https://a/*', '*', 'http://b/*'], new URL('http://b/x'))).toBe('named');
    expect(listed(['https://a/*', '*'], new URL('http://b/x'))).toBe('allowed');
  });

  test('many stars take no time', async () => {
    const url = new URL(`https://hooks.example/${'a'.repeat(20_000)}`);
    const look = () => expect(listed([`https://hooks.example/${'*a'.repeat(2000)}*b`], url)).toBe('no');
    expect(await cpuMs(look)).toBeLessThan(1000);
  });

  test('no pattern and no address makes it throw, and a host is never left for another one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }), (pattern, url) => {
        listed([pattern], new URL(url));
        expect(listed([`https://only.example/${pattern}*`], new URL(url))).toBe('no');
      }),
      { numRuns: 60 },
    );
  });
});
