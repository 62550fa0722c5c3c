import { expect, it } from 'vitest';
import { isWebAddress, urlOf } from './index.js';

it('an address with letters beyond ASCII stays one, however often it is asked', () => {
  for (let times = 0; times < 50_000; times += 1) {
    if (urlOf('https://ü.example/x') === null) throw new Error(`refused after ${times} times`);
  }
});

it.each<[string, boolean]>([
  ['https://a.example', true],
  ['http://127.0.0.1:80/x', true],
  ['file:///x', false],
  ['no address', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected);
});
