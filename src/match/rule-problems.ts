// Known traps in `if` rules: rules that can never select anything.
import { type EventRow, KNOWN_TOOLS } from '../events/index.js';
import { namesServerOnly } from './list-problems.js';
import { type Problem, problem } from './problem.js';
import { compileRule } from './rule.js';

/** What is odd about an `if` rule on an event. `otherNames`: names of tools beyond the known ones, as the host has them. */
export function ruleProblems(
  condition: string | null,
  row: EventRow,
  otherNames: readonly string[] = [],
): readonly Problem[] {
  if (condition === null || condition.trim() === '') return [];
  const written = `"if": ${JSON.stringify(condition)}`;
  if (!row.tool) {
    const message = `${row.name} has no tool call, so a hook with ${written} never runs`;
    return [problem('if-without-tool', message, 'Leave "if" out.')];
  }
  const rule = compileRule(condition);
  if ('invalid' in rule) {
    const hint = 'A rule is a tool name, or a tool name with an argument: "Bash(git *)", "Edit(src/**)".';
    return [problem('if-invalid', `${written} never selects anything: ${rule.invalid}`, hint)];
  }
  const known = [...KNOWN_TOOLS, ...otherNames];
  const sameButCase = known.find((name) => name.toLowerCase() === rule.tool.toLowerCase());
  if (sameButCase !== undefined && !known.includes(rule.tool)) {
    const message = `${written} selects nothing: no tool is called ${JSON.stringify(rule.tool)}, names are case-sensitive`;
    return [problem('if-tool-case', message, `Did you mean ${JSON.stringify(sameButCase)}?`)];
  }
  if (!namesServerOnly(rule.tool)) return [];
  const message = `${written} selects nothing: a rule names one tool, not a server`;
  return [problem('if-mcp-server', message, 'Write the full name of the tool, or use the matcher.')];
}
