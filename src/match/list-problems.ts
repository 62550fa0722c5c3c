// Known traps in matchers that are lists of names: names that no tool and no value has.
import { type EventRow, isMcpTool, KNOWN_TOOLS, LEGACY_TOOL_NAMES } from '../events/index.js';
import { similarName } from '../text/index.js';
import { type Problem, problem } from './problem.js';

const q = (text: string): string => JSON.stringify(text);

export function listProblems(
  matcher: string,
  names: readonly string[],
  row: EventRow,
  otherNames: readonly string[],
): readonly Problem[] {
  if (names.length === 0) {
    const message = `the matcher ${q(matcher)} is a list without names, so it selects nothing`;
    return [problem('matcher-empty', message, 'For everything write "*", or leave the matcher out.')];
  }
  if (row.tool) {
    const known = [...KNOWN_TOOLS, ...Object.keys(LEGACY_TOOL_NAMES), ...otherNames];
    return names.flatMap((name) => toolProblem(name, known) ?? []);
  }
  const values = row.matcherValues;
  if (values.length === 0) return [];
  return names.filter((name) => !values.includes(name)).map((name) => valueProblem(name, row));
}

function toolProblem(name: string, known: readonly string[]): Problem | null {
  if (known.includes(name)) return null;
  if (isMcpTool(name)) return namesServerOnly(name) ? serverOnly(name) : null;
  const sameButCase = known.find((tool) => tool.toLowerCase() === name.toLowerCase());
  if (sameButCase !== undefined) {
    return problem(
      'matcher-case',
      `no tool is called ${q(name)}; names are case-sensitive`,
      didYouMean(sameButCase),
    );
  }
  const words = name.split(' ').filter((word) => word !== '');
  if (words.every((word) => known.includes(word))) {
    const message = `${q(name)} is taken as one name, because blanks do not separate names`;
    return problem('matcher-blank', message, didYouMean(words.join('|')));
  }
  const message = `no known tool is called ${q(name)}; if the host has none of that name, the hook never runs for it`;
  return problem('matcher-unknown-tool', message, didYouMean(similarName(name, known)));
}

/** `mcp__memory` or `mcp__`, without the name of a tool. */
export const namesServerOnly = (name: string): boolean => isMcpTool(name) && !/^mcp__.+?__.+/.test(name);

function serverOnly(name: string): Problem {
  const message = `${q(name)} is the name of a server, not of a tool, so it selects nothing`;
  return problem(
    'matcher-mcp-server',
    message,
    `For all its tools write ${q(`${name.replace(/_+$/, '')}__.*`)}.`,
  );
}

function valueProblem(name: string, row: EventRow): Problem {
  const message = `${q(name)} is not a known ${row.matcher} of ${row.name}: ${row.matcherValues.join(', ')}`;
  return problem('matcher-unknown-value', message, didYouMean(similarName(name, row.matcherValues)));
}

const didYouMean = (name: string | null): string | null =>
  name === null ? null : `Did you mean ${q(name)}?`;
