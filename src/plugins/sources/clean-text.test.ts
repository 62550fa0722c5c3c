import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten, shownAddress, withoutLogin, withoutSecrets } from './clean-text.js';

describe('what other programs say', () => {
  it('is one short line with the end kept', () => {
    expect(shorten('one\n\n  two\r\nnpm warn old\nhint: x\nfatal: \t three\n')).toBe(
      'one; two; fatal: three',
    );
    const long = shorten(`${'a'.repeat(1000)}end`);
    expect(long).toHaveLength(300);
    expect(long.endsWith('end')).toBe(true);
  });

  it.each([
    ["fatal: unable to access 'https://ada:s3cret@host/x/'", "fatal: unable to access 'https://host/x/'"],
    ['https://s3cret@host/x', 'https://host/x'],
    ['https://ada:s3:cr@s3cret@host/x', 'https://host/x'],
    ['authorization: Bearer s3cret', 'authorization: ***'],
    ['GET /x?access_token=s3cret&y=1', 'GET /x?access_token=***&y=1'],
    ['//r.example/:_authToken=s3cret', '//r.example/:_authToken=***'],
    ['_password = "s3cret"', '_password = "***"'],
  ])('%j is told as %j', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });

  it('never moves a cursor', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(shorten(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        expect(shownAddress(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
  });

  it.each([
    ['https://ada:s3cret@host/x.zip?k=1', 'https://host/x.zip?k=1'],
    ['ssh://git@host/x', 'ssh://git@host/x'],
    ['ssh://git:s3cret@host/x', 'ssh://git@host/x'],
    ['git@host:x', 'git@host:x'],
    ['/a@b/c', '/a@b/c'],
  ])('%s may be written down as %s', (address, expected) => {
    expect(withoutLogin(address)).toBe(expected);
  });
});
