// Harmless tool calls, and calls that an `if` rule is likely to select.
import { isAbsolute, join } from 'node:path';
import { canonicalToolName } from '../../events/index.js';
import { compileRule, type Rule } from '../../match/index.js';

export interface SamplePlaces {
  readonly project: string;
  readonly home: string;
  /** What a leading `/` of a path rule means. */
  readonly rulesRoot: string;
}

type Input = Readonly<Record<string, unknown>>;

export interface SampleCall {
  readonly tool: string;
  readonly input: Input;
}

/** The input of a tool as a host sends it, about nothing in particular. */
export function sampleInput(tool: string, project: string): Input {
  const file = join(project, 'sample.txt');
  switch (tool) {
    case 'Bash':
    case 'PowerShell':
      return { command: 'echo sample', description: 'Print a word' };
    case 'Read':
    case 'NotebookRead':
      return { file_path: file };
    case 'Write':
      return { file_path: file, content: 'sample\n' };
    case 'Edit':
      return { file_path: file, old_string: 'a', new_string: 'b' };
    case 'MultiEdit':
      return { file_path: file, edits: [{ old_string: 'a', new_string: 'b' }] };
    case 'NotebookEdit':
      return { notebook_path: join(project, 'sample.ipynb'), new_source: '1' };
    case 'Glob':
    case 'Grep':
      return { pattern: 'sample', path: project };
    case 'WebFetch':
      return { url: 'https://example.com/', prompt: 'sample' };
    case 'WebSearch':
      return { query: 'sample' };
    case 'Agent':
      return { description: 'sample', prompt: 'sample', subagent_type: 'general-purpose' };
    case 'TodoWrite':
      return { todos: [] };
    default:
      return {};
  }
}

/** Calls to try for a rule; `null`: the rule never selects anything. */
export function callsForRule(condition: string, places: SamplePlaces): readonly SampleCall[] | null {
  const rule = compileRule(condition);
  if ('invalid' in rule) return null;
  const tool = canonicalToolName(rule.tool);
  const usual = sampleInput(tool, places.project);
  return inputsFor(rule, places).map((special) => ({ tool, input: { ...usual, ...special } }));
}

function inputsFor({ argument }: Rule, places: SamplePlaces): readonly Input[] {
  if (argument === null) return [{}];
  switch (argument.kind) {
    case 'command': {
      const { pattern } = argument.rule;
      return ['sample', ''].map((word) => ({ command: pattern.replace(/\*+/g, word).trim() }));
    }
    case 'path': {
      const path = fileFor(argument.rule.pattern, places);
      return [{ file_path: path }, { path }, { notebook_path: path }];
    }
    case 'host':
      return [{ url: `https://${argument.host.replace(/\*/g, 'sample')}/` }];
  }
}

/** A file that a pattern such as `src/**` covers, as far as one can tell without looking. */
function fileFor(pattern: string, { project, home, rulesRoot }: SamplePlaces): string {
  const path = pattern.replace(/\*+/g, 'sample').replace(/\?/g, 's').replace(/\/$/, '/sample');
  if (path.startsWith('//')) return path.slice(1);
  if (path.startsWith('~/')) return join(home, path.slice(2));
  return isAbsolute(path) ? join(rulesRoot, path) : join(project, path);
}
