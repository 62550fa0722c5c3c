// Which tools of an agent a hook selects.
import { eventRow, LEGACY_TOOL_NAMES } from '../events/index.js';
import type { AgentFacts, AgentTool } from '../hosts/agents/index.js';
import { explainMatcher, TimeBudget } from '../match/index.js';
import { degraded, lost, type Note, type PortableHook } from './report.js';

/** What the matcher of a hook means for the tools of an agent. */
export interface Selected {
  readonly kind: 'none' | 'all' | 'some';
  /** Tools of the agent that it selects. */
  readonly tools: readonly AgentTool[];
  /** It speaks of tools of MCP servers. */
  readonly mcp: boolean;
}

/** It is asked about several times, and a pattern may take its time. */
const known = new WeakMap<AgentFacts, Map<string, Selected>>();

/** `none`: the event is not about a tool, or the matcher cannot be read. */
export function selectedBy(hook: PortableHook, facts: AgentFacts): Selected {
  const own = known.get(facts) ?? new Map<string, Selected>();
  known.set(facts, own);
  const key = JSON.stringify([hook.event, hook.matcher]);
  const selected = own.get(key) ?? selection(hook, facts);
  own.set(key, selected);
  return selected;
}

function selection({ event, matcher }: PortableHook, facts: AgentFacts): Selected {
  const row = eventRow(event);
  const meaning = explainMatcher(matcher, row, { matcherMode: 'search' });
  if (!row.tool || meaning.kind === 'invalid') return { kind: 'none', tools: [], mcp: false };
  if (meaning.kind === 'all') return { kind: 'all', tools: facts.tools, mcp: true };
  const fits = fitting(meaning);
  const chosen = new TimeBudget(LONGEST_MS).run(LONGEST_MS, () =>
    facts.tools.filter((tool) => namesOf(tool).some(fits)),
  );
  return {
    kind: 'some',
    // A pattern that comes to no end counts as one that selects, as it does where hooks run.
    tools: chosen.finished ? chosen.value : facts.tools,
    mcp: /mcp__|\.\*|^\.\+/.test(matcher ?? ''),
  };
}

/** The matchers of a repository are other people's. */
const LONGEST_MS = 50;

/** Hooks know the files of a patch as what is done with each. */
const namesOf = ({ name, patch }: AgentTool): readonly string[] =>
  patch === undefined ? [name] : ['Edit', 'Write'];

function fitting({ kind, names, source }: ReturnType<typeof explainMatcher>): (name: string) => boolean {
  if (kind === 'list') {
    const known = new Set(names.flatMap((name) => [name, LEGACY_TOOL_NAMES[name] ?? name]));
    return (name) => known.has(name);
  }
  const pattern = new RegExp(source ?? '');
  return (name) => pattern.test(name);
}

/** What is wrong with what it selects, whoever translates. */
export function selectionNotes(hook: PortableHook, facts: AgentFacts): readonly Note[] {
  const { kind, tools, mcp } = selectedBy(hook, facts);
  if (kind !== 'some') return [];
  const notes: Note[] = [];
  if (mcp && facts.mcp !== undefined) notes.push(tools.length === 0 ? lost(facts.mcp) : degraded(facts.mcp));
  if (tools.length === 0 && !mcp)
    notes.push(lost(`it never runs: ${facts.title} has no tool that \`${hook.matcher}\` selects`));
  return notes;
}
