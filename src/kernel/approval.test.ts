import { describe, expect, test } from 'vitest';
import { rememberAllowAlways } from './approval.js';

describe('rememberAllowAlways', () => {
  /** A user with a list of answers, and how often they were asked. */
  function user(...choices: string[]) {
    let asked = 0;
    const approval = rememberAllowAlways({ requestApproval: async () => choices[asked++] ?? 'Deny' });
    const ask = async (prompt: string, options = ['Allow once', 'Allow always', 'Deny']) =>
      approval.requestApproval(prompt, options, 300, 'deny');
    return { ask, timesAsked: () => asked };
  }

  test('the same question is asked once and then allowed once each time', async () => {
    const { ask, timesAsked } = user('Allow always', 'Deny');
    expect(await ask('Write?')).toBe('Allow always');
    expect(await ask('Write?')).toBe('Allow once');
    expect(await ask('Write?')).toBe('Allow once');
    expect(timesAsked()).toBe(1);
  });

  test.each([['Allow once'], ['Allow'], ['Deny'], ['allow always']])(
    '"%s" is not remembered',
    async (choice) => {
      const { ask, timesAsked } = user(choice, 'Deny');
      expect(await ask('Write?')).toBe(choice);
      expect(await ask('Write?')).toBe('Deny');
      expect(timesAsked()).toBe(2);
    },
  );

  test('another prompt or other options are another question', async () => {
    const { ask } = user('Allow always', 'Deny', 'Deny');
    await ask('Write?');
    expect(await ask('Write it?')).toBe('Deny');
    expect(await ask('Write?', ['Allow always', 'Deny'])).toBe('Deny');
  });

  test('everything reaches the user, and failures pass through', async () => {
    const seen: unknown[] = [];
    const approval = rememberAllowAlways({
      requestApproval: (...request) => {
        seen.push(request);
        throw new Error('no terminal');
      },
    });
    await expect(approval.requestApproval('Write?', ['Allow'], 5, 'allow')).rejects.toThrow('no terminal');
    expect(seen).toEqual([['Write?', ['Allow'], 5, 'allow']]);
  });

  test('two memories know nothing of each other', async () => {
    const [first, second] = [user('Allow always'), user('Deny')];
    await first.ask('Write?');
    expect(await second.ask('Write?')).toBe('Deny');
  });
});
