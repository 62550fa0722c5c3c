// Values that a matcher is likely to select. Whether it does is for the planner to say.
import { type EventRow, KNOWN_TOOLS } from '../../events/index.js';
import { explainMatcher } from '../../match/index.js';

/** Tools that hooks are mostly about come first. */
const TOOLS: readonly string[] = [...new Set(['Bash', 'Write', 'Edit', 'Read', ...KNOWN_TOOLS])];

/** What to try for the field that matchers are compared with, the likeliest first; one empty text where there is none. */
export function sampleTargets(matcher: string | null, row: EventRow): readonly string[] {
  if (row.matcher === null) return [''];
  const usual = row.tool ? TOOLS : row.matcherValues.length > 0 ? row.matcherValues : ['sample'];
  const { kind, names, source } = explainMatcher(matcher, row, { matcherMode: 'search' });
  switch (kind) {
    case 'all':
      return usual;
    case 'list':
      return names;
    case 'invalid':
      return matcher === null ? [] : [matcher];
    case 'regex':
      return [...new Set([...usual, ...readings(source ?? '')])];
  }
}

/** Texts that a simple regular expression stands for: its alternatives with every "anything" filled in. */
function readings(source: string): readonly string[] {
  return withoutGroups(source)
    .split('|')
    .map((part) =>
      part
        .replace(/\\d[+*]?/g, '1')
        .replace(/(?:\.|\\w|\[[^\]]*\])[+*]\??/g, 'sample')
        .replace(/\[\^?(\w)[^\]]*\]/g, '$1')
        .replace(/\\[bB]/g, '')
        .replace(/\\(.)/g, '$1')
        .replace(/[()^$?*+]/g, ''),
    )
    .filter((text) => text !== '');
}

/** Of a group its first alternative; what only looks ahead or back is left out. */
function withoutGroups(source: string): string {
  let text = source.replace(/\(\?<?[=!][^()]*\)/g, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\((?:\?:|\?<\w+>)?([^()|]*)(?:\|[^()]*)?\)/, '$1');
  }
  return text;
}
