import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import { decision as decisionOf } from '../../testing/index.js';
import type { RuleKind } from './permission-rules.js';
import { finalVerdict } from './permission-rules.js';

const call = { name: 'Bash', input: { command: 'echo innocent' }, cwd: null };
const updated = (command?: string) => ({
  updatedInput: { value: command === undefined ? {} : { command }, by: 'h' },
});

/** Rules of each kind that select exactly one input. */
const rules = (commands: Partial<Record<RuleKind, string>>) => ({
  select: (kind: RuleKind, { input }: { readonly input: unknown }) =>
    commands[kind] !== undefined && JSON.stringify(input) === JSON.stringify({ command: commands[kind] }),
});

describe('finalVerdict', () => {
  it.each<[string, Partial<Decision>, Partial<Record<RuleKind, string>>, string]>([
    ['nobody objects', {}, {}, 'run'],
    ['a hook allows', { permission: 'allow' }, {}, 'run'],
    ['a hook leaves it to the host', { permission: 'defer' }, {}, 'run'],
    ['a hook denies', { permission: 'deny', blocked: true }, { allow: 'echo innocent' }, 'deny'],
    ['a hook asks although a rule allows', { permission: 'ask' }, { allow: 'echo innocent' }, 'ask'],
    ['a deny rule outweighs an allow of a hook', { permission: 'allow' }, { deny: 'echo innocent' }, 'deny'],
    ['a deny rule outweighs a question', { permission: 'ask' }, { deny: 'echo innocent' }, 'deny'],
    ['an ask rule outweighs an allow of a hook', { permission: 'allow' }, { ask: 'echo innocent' }, 'ask'],
    [
      'rules see the replaced input',
      { permission: 'allow', ...updated('touch x') },
      { deny: 'touch x' },
      'deny',
    ],
    [
      'and no longer the first',
      { permission: 'allow', ...updated('touch x') },
      { deny: 'echo innocent' },
      'run',
    ],
    ['the replaced input does not fit', { permission: 'allow', ...updated() }, {}, 'deny'],
  ])('%s', (_, decision, commands, verdict) => {
    expect(finalVerdict(decisionOf([], decision), call, rules(commands))).toBe(verdict);
  });
});
