// Permission rules such as `Bash(git push *)`, as the `if` of a hook has them: reading one, and judging a tool call by it.
import { canonicalToolName } from '../events/index.js';
import { covers, isRecord, splitAtStars, urlOf } from '../text/index.js';
import { type PathRule, type Places, readPathRule, selectsPath } from './path-rule.js';
import { type ReadCommand, readCommand } from './shell-command.js';
import { type RuleAnswer, readShellRule, type ShellRule, selectsCommand } from './shell-rule.js';

/** A tool call, and what its paths refer to. */
export interface ToolCall extends Places {
  readonly name: string;
  /** All names that select the tool, its own among them. */
  readonly names: readonly string[];
  readonly input: unknown;
}

type Argument =
  | { readonly kind: 'command'; readonly rule: ShellRule }
  | { readonly kind: 'path'; readonly rule: PathRule }
  | { readonly kind: 'host'; readonly host: string };

/** A rule that can select something. */
export interface Rule {
  readonly text: string;
  readonly tool: string;
  /** `null`: every call of the tool. */
  readonly argument: Argument | null;
}

/** A rule that can never select anything, and why. */
export interface InvalidRule {
  readonly text: string;
  readonly invalid: string;
}

const FILE_TOOLS: readonly string[] = ['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead'];
/** Their path is a directory, and the working directory where none is given. */
const SEARCH_TOOLS: readonly string[] = ['Glob', 'Grep'];
const WITH_ARGUMENT = ['Bash', 'PowerShell', 'WebFetch', ...FILE_TOOLS, ...SEARCH_TOOLS];
const PATH_FIELDS = ['file_path', 'notebook_path', 'path'];

/** Reads one rule as written. */
export function compileRule(text: string): Rule | InvalidRule {
  const rule = text.trim();
  const invalid = (why: string): InvalidRule => ({ text: rule, invalid: why });
  const open = rule.indexOf('(');
  const closes = rule.endsWith(')');
  if (open < 0 ? rule.includes(')') : !closes) return invalid('its parentheses are not balanced');
  const tool = open < 0 ? rule : rule.slice(0, open);
  const nameProblem = toolNameProblem(tool);
  if (nameProblem !== null) return invalid(nameProblem);
  const spec = (open < 0 ? '' : rule.slice(open + 1, -1)).replace(/\\([()])/g, '$1').trim();
  if (spec === '' || spec === '*') return { text: rule, tool, argument: null };
  const argument = readArgument(canonicalToolName(tool), spec);
  return typeof argument === 'string' ? invalid(argument) : { text: rule, tool, argument };
}

function toolNameProblem(tool: string): string | null {
  if (tool === '') return 'it names no tool';
  if (/[|,]/.test(tool)) return 'a rule names one tool; write one hook for each';
  if (tool.includes('*')) return 'a rule names its tool exactly, without "*"';
  if (/\s/.test(tool)) return 'a tool name has no blanks in it';
  return null;
}

/** The argument of a rule, `null` for every call, or why there can be none. */
function readArgument(tool: string, spec: string): Argument | null | string {
  if (tool === 'Bash' || tool === 'PowerShell') {
    const rule = readShellRule(spec, tool === 'PowerShell');
    return rule === null ? null : { kind: 'command', rule };
  }
  if (FILE_TOOLS.includes(tool) || SEARCH_TOOLS.includes(tool)) {
    return { kind: 'path', rule: readPathRule(spec) };
  }
  if (tool === 'WebFetch') {
    const host = /^domain:\s*(\S+)$/.exec(spec)?.[1];
    return host === undefined
      ? 'a rule for WebFetch reads WebFetch(domain:example.com)'
      : { kind: 'host', host: foldHost(host) };
  }
  const meant = WITH_ARGUMENT.find((name) => name.toLowerCase() === tool.toLowerCase());
  const advice =
    meant === undefined ? 'write it without parentheses' : `did you mean ${JSON.stringify(meant)}?`;
  return `the tool ${JSON.stringify(tool)} has no argument rule; ${advice}`;
}

/**
 * Whether a rule selects a tool call. What cannot be judged counts as selected, so that a guard runs too often
 * rather than too seldom: fit for choosing hooks and for denying, not for granting.
 */
export function ruleSelects(
  rule: Rule | InvalidRule,
  call: ToolCall,
  read: ReadCommand = readCommand,
): RuleAnswer {
  if ('invalid' in rule)
    return {
      selects: false,
      why: `the rule ${JSON.stringify(rule.text)} never selects anything: ${rule.invalid}`,
    };
  if (!call.names.includes(rule.tool)) return { selects: false, why: otherTool(rule, call) };
  if (rule.argument === null) {
    return { selects: true, why: `the rule ${JSON.stringify(rule.text)} selects every call of ${call.name}` };
  }
  const input = isRecord(call.input) ? call.input : {};
  switch (rule.argument.kind) {
    case 'command':
      return judgeCommand(rule.argument.rule, input['command'], read);
    case 'path':
      return judgePath(rule.argument.rule, input, call);
    case 'host':
      return judgeHost(rule.argument.host, input['url']);
  }
}

function otherTool(rule: Rule, call: ToolCall): string {
  const sameButCase = call.names.some((name) => name.toLowerCase() === rule.tool.toLowerCase());
  const note = sameButCase ? ' (names are case-sensitive)' : '';
  return `the rule is for the tool ${JSON.stringify(rule.tool)}, this is ${JSON.stringify(call.name)}${note}`;
}

function judgeCommand(rule: ShellRule, command: unknown, read: ReadCommand): RuleAnswer {
  if (typeof command === 'string') return selectsCommand(rule, read(command));
  return {
    selects: true,
    why: `the call has no "command" to judge, so it may be one of ${JSON.stringify(rule.pattern)}`,
  };
}

function judgePath(rule: PathRule, input: Record<string, unknown>, call: ToolCall): RuleAnswer {
  const searches = call.names.some((name) => SEARCH_TOOLS.includes(name));
  const given = PATH_FIELDS.map((field) => input[field]).find((value) => typeof value === 'string');
  const path = given ?? (searches ? call.cwd : undefined);
  const pattern = JSON.stringify(rule.pattern);
  if (typeof path !== 'string')
    return { selects: true, why: `the call names no file to judge, so it may be one of ${pattern}` };
  const selects = selectsPath(rule, path, call, searches);
  return { selects, why: `the file ${JSON.stringify(path)} is ${selects ? '' : 'not '}one of ${pattern}` };
}

function judgeHost(pattern: string, url: unknown): RuleAnswer {
  const host = typeof url === 'string' ? hostOf(url) : null;
  if (host === null)
    return {
      selects: true,
      why: `the call has no URL to judge, so it may be one of ${JSON.stringify(pattern)}`,
    };
  const selects = covers(splitAtStars(pattern), host);
  return {
    selects,
    why: `the host ${JSON.stringify(host)} is ${selects ? '' : 'not '}${JSON.stringify(pattern)}`,
  };
}

function hostOf(url: string): string | null {
  for (const text of url.includes('://') ? [url] : [url, `https://${url}`]) {
    const host = urlOf(text)?.hostname ?? '';
    if (host !== '') return foldHost(host);
  }
  return null;
}

const foldHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');
