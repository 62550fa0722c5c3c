import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretShapes } from './secret-shapes.js';
import { isSecretName, isSecretOption, isSecretUnder, redactText, SECRET_WORDS } from './secrets.js';
import { HARMLESS, SECRETS } from './testing/secret-samples.js';

const X = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';

describe('the table', () => {
  it.each(SECRETS)('$kind: $why', ({ text, secret }) => {
    expect(text).toContain(secret);
    expect(redactText(text)).not.toContain(secret);
  });

  it('of what only looks like a secret nearly nothing is replaced', () => {
    const replaced = HARMLESS.filter(({ text }) => redactText(text) !== text);
    expect(replaced.map(({ text }) => redactText(text))).toEqual([]);
  });

  it('a secret is found wherever it stands', () => {
    for (const { text, secret } of SECRETS)
      for (const around of [`\n${text}\n`, `ls; ${text}`, `"x": 1\n${text}`, JSON.stringify(`\n${text}\n`)])
        expect(redactText(around)).not.toContain(secret);
  });
});

describe('texts', () => {
  it.each([
    ['AKIAABCDEFGHIJKLMNOP', '[redacted]'],
    [`key AIza${X.slice(0, 35)} end`, 'key [redacted] end'],
    [`ghp_${X}`, '[redacted]'],
    [`github_pat_${X}`, '[redacted]'],
    [`glpat-${X}`, '[redacted]'],
    ['xoxb-1234567890-abcdef', '[redacted]'],
    [`sk-ant-${X}`, '[redacted]'],
    [`sk_live_${X}`, '[redacted]'],
    [`npm_${X}`, '[redacted]'],
    [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${X}`, '[redacted]'],
    [`curl -H 'Authorization: Bearer ${X}' x`, "curl -H 'Authorization: Bearer [redacted]' x"],
    ['Authorization: Digest abc', 'Authorization: [redacted]'],
    ['Cookie: a=b; c=d\nnext', 'Cookie: [redacted]\nnext'],
    ['git clone https://me:hunter2@host/r.git', 'git clone https://me:[redacted]@host/r.git'],
    ['DB_PASSWORD=hunter2 npm start', 'DB_PASSWORD=[redacted] npm start'],
    ["export API_KEY='a b c' && x", 'export API_KEY=[redacted] && x'],
    ['{"client_secret": "abc", "x": 1}', '{"client_secret": [redacted], "x": 1}'],
    ['echo "{\\"token\\":\\"abc\\"}"', 'echo "{\\"token\\":[redacted]\\"}"'],
    ['AWS_SECRET_ACCESS_KEY=abc/def', 'AWS_SECRET_ACCESS_KEY=[redacted]'],
    ['password: hunter2', 'password: [redacted]'],
    ['tool --api-key abc --verbose', 'tool --api-key [redacted] --verbose'],
    ['curl -u me:hunter2 host', 'curl -u me:[redacted] host'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest', '[redacted]\nrest'],
    ['-----BEGIN PRIVATE KEY-----\nabc', '[redacted]'],
    ['AccountName=x;AccountKey=abc==;y=1', 'AccountName=x;AccountKey=[redacted];y=1'],
  ])('%s', (text, expected) => expect(redactText(text)).toBe(expected));

  it.each([
    'ls -la && git status',
    'export TOKEN=$OTHER; run --password "$PASSWORD"',
    'docker run -u 1000:1000 image',
    'https://host:8080/path',
    'max_tokens: 100, tokens=5',
    'a basic understanding of the bearer',
    'const key = map.get(name)',
  ])('%s stays', (text) => expect(redactText(text)).toBe(text));

  it('redacting twice is redacting once', () => {
    const piece = fc.constantFrom(
      'password',
      '=',
      ':',
      '"',
      ' ',
      'x',
      '://',
      '@',
      'token',
      '-',
      'Bearer ',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
        const once = redactText(pieces.join(''));
        expect(redactText(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('every rule and word stands on the reference page', () => {
    const page = readFileSync(new URL('../../docs/journal.md', import.meta.url), 'utf8');
    expect(secretShapes().filter(({ what }) => !page.includes(`\n- ${what}\n`))).toEqual([]);
    expect(SECRET_WORDS.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    ['auth', 'bWU6aHVudGVyMjE=', true],
    ['auth', 'required', false],
    ['pwd', 'hunter2', true],
    ['pwd', '/home/me', false],
    ['password', 'anything', true],
    ['key', 'value', false],
    ['OPENROUTER_KEY', 'a1b2c3d4e5f6a7b8c9', true],
    ['file_path', '/a', false],
  ])('what stands under %s, %s, is a secret: %s', (name, value, is) => {
    expect(isSecretUnder(name, value)).toBe(is);
  });

  it.each([
    ['--password', true],
    ['--api-key', true],
    ['-storepass', true],
    ['--password-file', false],
    ['--verbose', false],
    ['password', false],
  ])('behind the argument %s a secret follows: %s', (argument, follows) => {
    expect(isSecretOption(argument)).toBe(follows);
  });

  it.each([
    'password',
    'DB_PASSWORD',
    'apiKey',
    'api-key',
    'accessToken',
    'client_secret',
    'Authorization',
    'x.token',
  ])('%s is the name of a secret', (name) => expect(isSecretName(name)).toBe(true));
  it.each(['command', 'max_tokens', 'session_id', 'author', 'tokenizer', 'key', 'secretary', 'file_path'])(
    '%s is not',
    (name) => expect(isSecretName(name)).toBe(false),
  );
});

it('every word that makes a name secret is seen without taking the name apart', () => {
  for (const word of SECRET_WORDS)
    for (const name of [
      word.replaceAll(' ', '_'),
      word.replaceAll(' ', '-').toUpperCase(),
      word.replaceAll(' ', ''),
    ])
      if (name.includes('_') || !word.includes(' ')) expect([name, isSecretName(name)]).toEqual([name, true]);
});
