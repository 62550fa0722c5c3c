// The change in a file that puts one finding right; `null`: it cannot be proven to mean the same.
import type { Edit, Node } from 'jsonc-parser';
import { parse, type WordPart } from 'unbash';
import { EVENT_NAMES, KNOWN_TOOLS, LEGACY_TOOL_NAMES } from '../../events/index.js';
import type { ProfileName } from '../../profiles.js';
import type { Finding } from '../finding.js';
import { ROOTS } from '../rules/shells.js';

export type Jsonc = typeof import('jsonc-parser');

export interface Document {
  /** Without byte order mark. */
  readonly text: string;
  readonly root: Node;
  readonly jsonc: Jsonc;
  readonly profile: ProfileName;
}

/** The edits for one finding in a JSON file. */
export function editsFor(finding: Finding, document: Document): readonly Edit[] | null {
  const node = nodeAt(finding, document);
  if (node === undefined) return null;
  switch (finding.code) {
    case 'timeout-milliseconds':
      return inSeconds(node, document);
    case 'event-case':
      return eventName(node);
    case 'type-case':
      return lowerCase(node);
    case 'events-key':
      return node.value === 'events' ? [replaced(node, '"hooks"')] : null;
    case 'plugin-path-dot':
      return withDot(node);
    case 'matcher-case':
      return exactNames(node);
    case 'if-tool-case':
      return exactTool(node);
    case 'matcher-null':
      return withoutNull(node, document);
    case 'wrapper-missing':
      return wrapped(node, document);
    case 'root-unquoted':
    case 'unquoted-path':
      return quotedCommand(node);
    default:
      return null;
  }
}

const replaced = ({ offset, length }: Node, content: string): Edit => ({ offset, length, content });

function nodeAt({ line, column }: Finding, { text, root, jsonc }: Document): Node | undefined {
  if (line === null || column === null) return undefined;
  const start = text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);
  return jsonc.findNodeAtOffset(root, start + column - 1);
}

/** Only where 1000 and more are read as milliseconds does the smaller number mean the same. */
function inSeconds(node: Node, { profile }: Document): readonly Edit[] | null {
  const value: unknown = node.value;
  if (profile !== 'amplifier' || node.type !== 'number' || typeof value !== 'number') return null;
  return [replaced(node, String(value / 1000))];
}

function eventName(node: Node): readonly Edit[] | null {
  const squash = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const exact = EVENT_NAMES.find((name) => squash(name) === squash(String(node.value)));
  const siblings = node.parent?.parent?.children ?? [];
  const taken = siblings.some(({ children }) => children?.[0]?.value === exact);
  const isKey = node.parent?.type === 'property' && node.parent.children?.[0] === node;
  return exact === undefined || taken || !isKey ? null : [replaced(node, JSON.stringify(exact))];
}

function lowerCase(node: Node): readonly Edit[] | null {
  const target = node.type === 'object' ? field(node, 'type') : node;
  return target?.type === 'string'
    ? [replaced(target, JSON.stringify(String(target.value).toLowerCase()))]
    : null;
}

/** The name of a tool as it is spelled, where another spelling differs in case only. */
function toolNamed(name: string): string {
  const known = [...KNOWN_TOOLS, ...Object.keys(LEGACY_TOOL_NAMES)];
  const same = known.filter((tool) => tool.toLowerCase() === name.toLowerCase());
  return known.includes(name) ? name : (same[0] ?? name);
}

/** The matcher of the group that a hook stands in, with its names spelled exactly; everything between them stays. */
function exactNames(node: Node): readonly Edit[] | null {
  const group = node.type === 'object' ? node.parent?.parent?.parent : undefined;
  const matcher = group?.type === 'object' ? field(group, 'matcher') : node;
  const value: unknown = matcher?.value;
  if (matcher?.type !== 'string' || typeof value !== 'string') return null;
  const exact = value.replace(/[\w-]+/g, toolNamed);
  return exact === value ? null : [replaced(matcher, JSON.stringify(exact))];
}

/** The tool that the rule of a hook begins with. */
function exactTool(node: Node): readonly Edit[] | null {
  const rule = node.type === 'object' ? field(node, 'if') : node;
  const value: unknown = rule?.value;
  if (rule?.type !== 'string' || typeof value !== 'string') return null;
  const exact = value.replace(/^\s*\w+/, (name) => name.replace(/\w+/, toolNamed));
  return exact === value ? null : [replaced(rule, JSON.stringify(exact))];
}

function withDot(node: Node): readonly Edit[] | null {
  return node.type === 'string' ? [replaced(node, JSON.stringify(`./${String(node.value)}`))] : null;
}

function withoutNull(node: Node, { text, jsonc }: Document): readonly Edit[] | null {
  const property = node.parent;
  if (node.type !== 'null' || property?.type !== 'property') return null;
  return jsonc.modify(text, jsonc.getNodePath(node), undefined, {});
}

/** Puts the events that stand side by side at the top level into "hooks"; everything between them stays. */
function wrapped(node: Node, { text, root }: Document): readonly Edit[] | null {
  const properties = root.children ?? [];
  const isEvent = ({ children }: Node): boolean => EVENT_NAMES.some((name) => name === children?.[0]?.value);
  const from = properties.findIndex(isEvent);
  const events = properties.filter(isEvent);
  const together = events.every((event, index) => properties[from + index] === event);
  const [first, last] = [events[0], events.at(-1)];
  const hasWrapper = properties.some(({ children }) => children?.[0]?.value === 'hooks');
  const isTop = first !== undefined && node.offset >= first.offset;
  if (first === undefined || last === undefined || !together || hasWrapper || !isTop) return null;
  const indent = /[ \t]*$/.exec(text.slice(0, first.offset))?.[0] ?? '';
  const end = last.offset + last.length;
  const inner: Edit[] = [];
  for (let at = text.indexOf('\n', first.offset); at >= 0 && at < end; at = text.indexOf('\n', at + 1))
    if (text[at + 1] !== '\n') inner.push({ offset: at + 1, length: 0, content: '  ' });
  return [
    { offset: first.offset, length: 0, content: `"hooks": {\n${indent}  ` },
    ...inner,
    { offset: end, length: 0, content: `\n${indent}}` },
  ];
}

function quotedCommand(node: Node): readonly Edit[] | null {
  const target = node.type === 'object' ? field(node, 'command') : node;
  const command: unknown = target?.value;
  if (target?.type !== 'string' || typeof command !== 'string') return null;
  const quoted = quoteRoots(command);
  return quoted === null ? null : [replaced(target, JSON.stringify(quoted))];
}

/** The command with double quotes around every word that has a root in it and nothing a quote would change. */
export function quoteRoots(command: string): string | null {
  const script = parse(command);
  if (script.errors !== undefined && script.errors.length > 0) return null;
  const spans: (readonly [number, number])[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    // A shell does not split what is assigned.
    if ('type' in value && value.type === 'Assignment') return;
    if (isWord(value)) {
      if (value.parts !== undefined && isQuotable(value.parts)) spans.push([value.pos, value.end]);
      return;
    }
    Object.values(value).forEach(visit);
  };
  // Only the words of the outermost commands: what stands in a substitution has quotes of its own around it.
  visit(JSON.parse(JSON.stringify(script)));
  if (spans.length === 0) return null;
  return spans.reduceRight(
    (text, [from, to]) => `${text.slice(0, from)}"${text.slice(from, to)}"${text.slice(to)}`,
    command,
  );
}

interface PlainWord {
  readonly type: 'Word';
  readonly pos: number;
  readonly end: number;
  readonly parts?: readonly WordPart[];
}

const isWord = (value: object): value is PlainWord =>
  'type' in value && value.type === 'Word' && 'pos' in value && 'end' in value;

function isQuotable(parts: readonly WordPart[]): boolean {
  const rootIn = (part: WordPart): boolean =>
    (part.type === 'SimpleExpansion' && ROOTS.includes(part.text.slice(1))) ||
    (part.type === 'ParameterExpansion' && ROOTS.includes(part.parameter) && part.operation === undefined);
  const plain = (part: WordPart): boolean => part.type === 'Literal' && !/["\\`]/.test(part.text);
  return parts.some(rootIn) && parts.every((part) => rootIn(part) || plain(part));
}

function field(node: Node, name: string): Node | undefined {
  const property = (node.children ?? []).find(({ children }) => children?.[0]?.value === name);
  return property?.children?.[1];
}
