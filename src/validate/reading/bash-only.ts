// Code that bash understands and a plain sh may not.
import type { SyntaxNode } from 'unbash';
import type { BashOnly } from './seen.js';

const BASH_COMMANDS: ReadonlySet<string> = new Set([
  'declare',
  'mapfile',
  'readarray',
  'shopt',
  'source',
  'typeset',
  'pushd',
  'popd',
]);
const BASH_OPERATIONS: ReadonlySet<string> = new Set([
  'Replace',
  'Slice',
  'CaseModification',
  'Transform',
  'Names',
]);

/** What of this node alone, not of what stands in it, only bash understands. */
export function bashOnly(node: SyntaxNode, text: string): readonly BashOnly[] {
  const only = (what: string, fatal: boolean): readonly BashOnly[] => [
    { kind: 'bash-only', at: node.pos, what, fatal },
  ];
  switch (node.type) {
    case 'TestCommand':
      return only('[[ … ]]', /\(|=~.*[()|]/.test(text.slice(node.pos, node.end)));
    case 'ArrayValue':
      return only('an array', true);
    case 'ProcessSubstitution':
      return only(`${node.operator}( … )`, true);
    case 'HereString':
      return only('<<<', true);
    case 'ArithmeticCommand':
      return only('(( … ))', false);
    case 'ArithmeticFor':
      return only('for (( … ))', true);
    case 'Select':
    case 'Coproc':
      return only(node.type.toLowerCase(), true);
    case 'ParameterExpansion':
      if (node.index !== undefined) return only('an array element', true);
      return node.operation !== undefined && BASH_OPERATIONS.has(node.operation.type)
        ? only(node.text, true)
        : [];
    case 'Function':
      return text.startsWith('function', node.pos) ? only('the word "function"', true) : [];
    case 'Redirect':
      return node.operator.startsWith('&>') ? only('&>', false) : [];
    case 'Pipeline':
      return node.operators.includes('|&') ? only('|&', true) : [];
    case 'AnsiCQuoted':
      return only("$'…'", false);
    case 'Command':
      return node.name !== undefined && BASH_COMMANDS.has(node.name.value)
        ? only(node.name.value, false)
        : [];
    default:
      return [];
  }
}
