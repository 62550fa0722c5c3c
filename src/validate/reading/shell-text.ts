// Questions about a parsed shell text that need no walk with a memory.
import { forEachChild, type ParsedScript, type Redirection, type SyntaxNode, type Word } from 'unbash';
import type { Context } from './shell-command.js';

/** Where the output of a command with these redirections goes. */
export function outputOf(redirects: readonly Redirection[], inherited: Context['output']): Context['output'] {
  let output = inherited;
  for (const redirect of redirects) {
    if (redirect.type !== 'Redirect') continue;
    const { operator, target } = redirect;
    const fd = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : 1;
    if (fd !== 1 || operator.startsWith('<')) continue;
    const to = target?.value ?? '';
    if (operator === '>&') output = to === '2' ? 'stderr' : to === '1' ? 'stdout' : output;
    else output = to === '/dev/stderr' ? 'stderr' : to === '/dev/stdout' ? 'stdout' : 'elsewhere';
  }
  return output;
}

export const isFixed = (word: Word): boolean =>
  (word.parts ?? []).every(
    ({ type }) => type === 'Literal' || type === 'SingleQuoted' || type === 'DoubleQuoted',
  ) && !/[$`]/.test(word.text.replace(/'[^']*'/g, ''));

export function functionsOf(script: ParsedScript): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Function') found.set(node.name.value, namesIn(node).join(' '));
    forEachChild(node, visit);
  };
  visit(script);
  return found;
}

/** Words of the commands in a function body: enough to tell what the function is for. */
function namesIn(node: SyntaxNode): readonly string[] {
  const names: string[] = [];
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Command')
      names.push([child.name?.value ?? '', ...child.args.map(({ text }) => text)].join(' '));
    forEachChild(child, visit);
  };
  forEachChild(node, visit);
  return names;
}

/** Comments are what the parser saw no node for and what begins with #. */
export function withoutComments(text: string, script: ParsedScript): string {
  const covered: (readonly [number, number])[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Word' || node.type === 'HereDocBody' || node.type === 'Assignment')
      covered.push([node.pos, node.end]);
    else forEachChild(node, visit);
  };
  visit(script);
  covered.sort(([a], [b]) => a - b);
  let next = 0;
  return text.replace(/(?<![^\s;&|()])#[^\n]*/g, (comment, at: number) => {
    while ((covered[next]?.[1] ?? Number.POSITIVE_INFINITY) <= at) next++;
    const [from = Number.POSITIVE_INFINITY] = covered[next] ?? [];
    return from <= at ? comment : ' '.repeat(comment.length);
  });
}

export function firstComment(text: string): string | null {
  for (const line of text.split('\n')) {
    const words = /^\s*#(?!!)\s*(.*)$/.exec(line)?.[1]?.trim() ?? '';
    if (words.length >= 12) return words;
  }
  return null;
}
