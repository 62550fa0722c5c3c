import { expect, it } from 'vitest';
import { lookAlikes, spelledOut } from './look-alikes.js';

it.each([
  ['guard.sh --strict', []],
  ['gu\u0430rd.sh', ['gu\u0430rd']],
  ['p\u03b1ypal \u0430lpha gu\u0430rd gu\u0430rd', ['p\u03b1ypal', '\u0430lpha', 'gu\u0430rd']],
  ['\uff47uard', ['\uff47uard']],
  ['проверка команд', []],
  ['café Straße naïve ação', []],
  ['検査 script', []],
  ['α-β', []],
])('%s', (text, expected) => {
  expect(lookAlikes(text)).toEqual(expected);
});

it('spells a word so that it can be told from another', () => {
  expect(spelledOut('gu\u0430rd')).toBe('gu\\u{430}rd');
});
