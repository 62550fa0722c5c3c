import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MatcherRules, translateMatcher } from './matchers.js';

const LOOSE: MatcherRules = {
  tools: {
    shell: ['Bash'],
    write_file: ['Write'],
    write_todos: ['TodoWrite'],
    edit: ['Edit', 'MultiEdit'],
    memory: [],
  },
  other: (name) => (/^mcp_(?!_)/.test(name) ? `mcp__${name.slice(4).replaceAll('_', '__?')}` : null),
  list: /^\w+(?:\|\w+)*$/,
  anchored: false,
};
const WHOLE: MatcherRules = { ...LOOSE, other: (name) => name, anchored: true };

describe('translateMatcher', () => {
  it.each<[string, string | null]>([
    ['', null],
    [' * ', '*'],
    ['shell', 'Bash'],
    ['shell|edit', 'Bash|Edit|MultiEdit'],
    ['shell|shell', 'Bash'],
    ['mcp_git_hub', '^(?:mcp__git__?hub)$'],
    ['shell|mcp_a_b', '^(?:Bash|mcp__a__?b)$'],
    ['^shell$', '^Bash$'],
    ['^edit$', '^(?:Edit|MultiEdit)$'],
    ['write_.*', 'write_.*|^(?:Write|TodoWrite)$'],
    ['.*', '.*'],
    ['mcp_.*', 'mcp__.*'],
  ])('%j becomes %j', (matcher, expected) => {
    expect(translateMatcher(matcher, LOOSE)).toMatchObject({
      matcher: expected,
      warnings: [],
      nothing: false,
    });
  });

  it.each<[string, string]>([
    ['shell|edit', 'Bash|Edit|MultiEdit'],
    ['sh.*', '^(?:sh.*)$|^(?:Bash)$'],
    ['my-tool', '^(?:my-tool)$'],
  ])('%j, which must match the whole name, becomes %j', (matcher, expected) => {
    expect(translateMatcher(matcher, WHOLE).matcher).toBe(expected);
  });

  it('warns of tools that are not here, and says where nothing is left', () => {
    expect(translateMatcher('shell|memory', LOOSE)).toEqual({
      matcher: 'Bash|memory',
      nothing: false,
      warnings: ['no tool here does what memory does there; for it the hook never runs'],
    });
    expect(translateMatcher('memory', LOOSE).nothing).toBe(true);
    expect(translateMatcher('mem.*', LOOSE).warnings).toEqual(['no tool here does what memory does there']);
    expect(translateMatcher('(', LOOSE).warnings).toHaveLength(1);
  });

  it('never selects less than before', () => {
    const piece = fc.constantFrom(
      'shell',
      'write_file',
      'write_',
      'edit',
      '|',
      '.*',
      '^',
      '$',
      'w',
      'e',
      '(?:',
      ')',
      '_',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom(LOOSE, WHOLE), (parts, rules) => {
        const text = parts.join('');
        const before = pattern(text, rules.anchored);
        if (before === null || text === '' || rules.list.test(text)) return;
        const after = pattern(translateMatcher(text, rules).matcher ?? '', false);
        for (const [name, ours] of Object.entries(rules.tools))
          for (const own of before.test(name) ? ours : [])
            expect([text, own, after?.test(own)]).toEqual([text, own, true]);
      }),
      { numRuns: 2000 },
    );
  });
});

function pattern(text: string, anchored: boolean): RegExp | null {
  try {
    return new RegExp(anchored ? `^(?:${text})$` : text);
  } catch {
    return null;
  }
}
