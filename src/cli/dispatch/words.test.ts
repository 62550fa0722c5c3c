// Which words the quick way of `dispatch` understands; all others are left to the way that says what is wrong.
import { expect, it } from 'vitest';
import { plainOptions } from './words.js';

it.each<readonly [readonly string[], Readonly<Record<string, unknown>>]>([
  [[], {}],
  [['--host', 'amplifier'], { host: 'amplifier' }],
  [['--plugin', 'a', '--plugin=b'], { plugin: ['a', 'b'] }],
  [['--host', 'claude', '--host', 'amplifier'], { host: 'amplifier' }],
  [['--claude-settings', '--claude-settings'], { claudeSettings: true }],
  [['--host', 'codex', '--event', 'Stop'], { host: 'codex', event: 'Stop', failClosed: true }],
  [['--host-timeout', '5', '--no-fail-closed'], { hostTimeout: '5', failClosed: false }],
  [['--fail-closed', '--no-fail-closed'], { failClosed: true }],
])('%j', (words, options) => {
  expect(plainOptions(words)).toMatchObject(options);
});

it.each([
  [['--bogus']],
  [['PreToolUse']],
  [['--host', 'nobody']],
  [['--event', '']],
  [['--project', '']],
  [['--project=']],
  [['--plugin', '']],
  [['--project', '--home']],
  [['--color=never']],
])('not %j', (words) => {
  expect(plainOptions(words)).toBeNull();
});
