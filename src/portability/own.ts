// A hook as an entry of the agent's own configuration: the agent runs its command itself, with its own payload, and reads its answer.
import { eventRow } from '../events/index.js';
import type { AgentEvent, AgentFacts, AgentTool, Reads } from '../hosts/agents/index.js';
import { answerNotes } from './answers.js';
import { noEvent, roundNotes, rowsOf } from './by-dispatch.js';
import { degraded, lost, type Note, type PortableHook, type Ported, together } from './report.js';
import { selectedBy, selectionNotes } from './tools.js';
import { wishesOf } from './wishes.js';

export function portedAsOwn(hook: PortableHook, facts: AgentFacts, reads: Reads): Ported {
  const measured = facts.measured !== null;
  const rows = rowsOf(hook, facts);
  const never = impossible(hook, facts) ?? (rows.length === 0 ? noEvent(hook, facts) : null);
  if (never !== null) return together([lost(never)], measured);
  const matcher = ownMatcher(hook, facts);
  const notes = [
    ...(matcher.kind === 'impossible' ? [lost(matcher.why)] : []),
    ...(matcher.kind === 'asWritten' ? [degraded(matcher.why)] : []),
    ...selectionNotes(hook, facts),
    ...optionNotes(hook, facts),
    ...inputNotes(hook, facts),
    ...answerNotes(hook, wishesOf(hook), rows, reads),
    ...(wishesOf(hook).includes('continue') ? roundNotes(facts) : []),
    ...sharedNotes(hook, facts),
  ];
  return together(notes, measured && rows.every((row) => row.measured !== false));
}

/** Why the agent could not run it at all; `null`: it could. */
function impossible(
  { observes, handler, condition }: PortableHook,
  { title, settings }: AgentFacts,
): string | null {
  if (settings.form === 'plugin') return `${title} has no command hooks, only plugins`;
  if (settings.form === 'scripts') return `${title} runs one program an event, not commands of an entry`;
  if (handler.type !== 'command')
    return `${title} itself runs only commands, and this is a hook of type ${handler.type}`;
  if (handler.shell === 'powershell')
    return `${title} would run its command in another shell than PowerShell`;
  if (observes === true) return `it only observes, and ${title} would do what it says`;
  // Without its condition a guard would judge calls that it is not about.
  if (condition !== null) return `${title} does not know \`if\`, so it would be asked about every call`;
  return null;
}

function optionNotes({ handler }: PortableHook, { title }: AgentFacts): readonly Note[] {
  return (handler.background ?? 'no') === 'no'
    ? []
    : [degraded(`${title} waits for it, though it is meant for the background`)];
}

/** Where the agent has one event for several of ours, the hook is told of the others too. */
function sharedNotes(hook: PortableHook, facts: AgentFacts): readonly Note[] {
  const own = rowsOf(hook, facts).map(({ theirs }) => theirs);
  return facts.events.flatMap(({ theirs, ours }) =>
    own.includes(theirs) && ours !== null && ours !== hook.event
      ? [degraded(`${theirs} of ${facts.title} is ${ours} too, and it runs for both`)]
      : [],
  );
}

/** The matcher as the agent reads it. */
export type OwnMatcher =
  | { readonly kind: 'written'; readonly matcher: string | null }
  /** It is compared with the agent's own words, which may be others. */
  | { readonly kind: 'asWritten'; readonly matcher: string; readonly why: string }
  | { readonly kind: 'impossible'; readonly why: string };

export function ownMatcher(hook: PortableHook, facts: AgentFacts): OwnMatcher {
  const { title, settings } = facts;
  const { matcher } = hook;
  const every: OwnMatcher = { kind: 'written', matcher: settings.matcher?.every ?? null };
  const isAll = matcher === null || /^(?:\*|\^?\.[*+]\$?)?$/.test(matcher.trim());
  const row = eventRow(hook.event);
  if (isAll || row.matcher === null) return row.tool ? every : { kind: 'written', matcher: null };
  if (settings.matcher === null)
    return { kind: 'impossible', why: `${title} reads no matcher, so it would be asked about every tool` };
  const selected = selectedBy(hook, facts);
  if (selected.kind === 'none')
    return {
      kind: 'asWritten',
      matcher,
      why: `its matcher \`${matcher}\` is compared with the words of ${title} for it`,
    };
  if (selected.mcp)
    return {
      kind: 'impossible',
      why: `${title} has other names for tools of MCP servers, so \`${matcher}\` would not select them`,
    };
  const names = [...new Set(namesIn(selected.tools, rowsOf(hook, facts)))];
  const list = names.join('|');
  return { kind: 'written', matcher: settings.matcher.anywhere ? `^(?:${list})$` : list };
}

/** Where an event has two spellings, the one that is Claude Code's goes with the names that Claude Code has for tools. */
const namesIn = (tools: readonly AgentTool[], [row]: readonly AgentEvent[]): readonly string[] =>
  tools.map(({ native, name }) => (row?.also === undefined ? native : name));

/** What it finds in its input under another name than it looks for. */
function inputNotes(hook: PortableHook, facts: AgentFacts): readonly Note[] {
  const { tools, kind } = selectedBy(hook, facts);
  if (kind === 'none') return [];
  const told = namesIn(tools, rowsOf(hook, facts));
  const names = tools.flatMap(({ name }, index) => {
    const theirs = told[index] ?? name;
    return theirs === name ? [] : [[name, theirs] as const];
  });
  const fields = tools.flatMap((tool) => fieldsOf(tool));
  return [
    ...missed(hook.code, names, 'the tool', facts),
    ...missed(hook.code, fields, 'in its input', facts),
  ];
}

type Renamed = readonly [ours: string, theirs: string];

/** Fields that hooks know, and under what name or in what the agent has them. */
function fieldsOf({ fields = {}, patch, each, native }: AgentTool): readonly Renamed[] {
  if (patch !== undefined)
    return ['file_path', 'content', 'old_string', 'new_string'].map((name) => [
      name,
      `a patch in \`${patch}\``,
    ]);
  const renamed = Object.entries(fields).map(([theirs, ours]): Renamed => [ours, theirs]);
  return each === undefined
    ? renamed
    : [...renamed, [fields[each.as] ?? each.as, `a list, \`${each.field}\` of ${native}`]];
}

/** A text that names it looks for it in vain; one that is not known may do so. */
function missed(
  code: string | null,
  renamed: readonly Renamed[],
  what: string,
  { title }: AgentFacts,
): readonly Note[] {
  const looked = renamed.filter(([ours]) => code === null || new RegExp(`\\b${ours}\\b`).test(code));
  const [first] = looked;
  if (first === undefined) return [];
  const [ours, theirs] = first;
  const name = theirs.includes(' ') ? theirs : `\`${theirs}\``;
  const more = new Set(looked.map(([one]) => one)).size - 1;
  const others = more === 0 ? '' : `, and ${more} more like it`;
  return code === null
    ? [degraded(`${what} \`${ours}\` is ${name} in ${title}${others}`)]
    : [
        lost(
          `it looks for ${what === 'the tool' ? 'the tool ' : ''}\`${ours}\`, which is ${name} in ${title}${others}`,
        ),
      ];
}
