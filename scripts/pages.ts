// The pages of docs/ that are made from tables in the code.

import { CONFIG_CODES } from '../src/config/codes.js';
import { DIVERGENCES } from '../src/conformance/divergences.js';
import { DECISION_CODES } from '../src/decide/codes.js';
import { ENGINE_CODES } from '../src/engine/codes.js';
import { EVENT_NAMES, eventRow, type KnownEventRow } from '../src/events/index.js';
import { AGENT_NAMES } from '../src/host-names.js';
import { MATCH_CODES } from '../src/match/codes.js';
import { MODEL_CODES } from '../src/models/codes.js';
import { MARKETPLACE_CODES } from '../src/plugins/marketplace/codes.js';
import { PROFILE_ROWS } from '../src/profiles.js';
import { TRUST_CODES } from '../src/trust/codes.js';
import { amplifierEventsPage } from './amplifier-page.js';
import { documentsSection } from './documents.js';
import { hookShellSection } from './hook-shell.js';
import { allKept, repository } from './hosts/kept.js';
import { code, MADE, table } from './markdown.js';
import { doesNotFirePage, rulesPage } from './rules-page.js';

const BLOCKS: Record<KnownEventRow['exit2'], string> = {
  deny: 'denies',
  block: 'blocks',
  goOn: 'the agent goes on',
  feedback: 'feedback to the model',
  nothing: 'nothing',
};
const STDOUT: Record<KnownEventRow['stdout'], string> = {
  context: 'to the model',
  instructions: 'compaction instructions',
  user: 'to the user',
  path: 'last line is the path',
  log: 'nowhere',
};

function matcherReads({ matcher, matcherPart }: KnownEventRow): string {
  if (matcher === null) return 'ignored';
  return matcherPart === 'whole' ? code(matcher) : `${code(matcher)}, its last part`;
}

/** A field may be accepted and go nowhere, or be an object of its own. */
const specificField =
  (row: KnownEventRow) =>
  (name: string): string => {
    if (name === 'additionalContext' && row.context === 'log') return `${code(name)} (without effect)`;
    return name === 'decision'
      ? `${code('decision')} (${code('behavior')}: ${code('allow')}, ${code('deny')})`
      : code(name);
  };

function eventsPage(): string {
  const rows = EVENT_NAMES.map(eventRow);
  const behaviour = rows.map((row) => [
    code(row.name),
    row.fires,
    matcherReads(row),
    BLOCKS[row.exit2],
    BLOCKS[row.jsonBlock],
    STDOUT[row.stdout],
    row.continueFalse ? 'ends the turn' : 'ignored',
    `${row.timeout} s`,
  ]);
  const fields = rows.map((row) => [
    code(row.name),
    Object.entries(row.fields)
      .map(([name, field]) => (field.required ? `**${code(name)}**` : code(name)))
      .join(', '),
    row.specific === null ? 'none' : Object.keys(row.specific).map(specificField(row)).join(', '),
    row.handlers.join(', '),
    row.amplifier.from.map(code).join(', '),
  ]);
  return `# Events

${MADE}

All ${rows.length} events. Names are case-sensitive. What a hook reads on stdin is one JSON line: \`session_id\`, \`transcript_path\`, \`cwd\`, \`hook_event_name\`, where they apply
\`prompt_id\`, \`permission_mode\`, \`agent_id\`, \`agent_type\`, \`effort\`, and the fields of the event. Unknown fields are handed on.

## What hooks can do

“Exit 2” and “block” say what exit code 2 and a JSON \`"decision": "block"\` do; the timeout is that of a command without one in the profile
\`claude-code\` (in \`amplifier\` it is the option \`default_timeout\`, 30 s).

${table(['event', 'fires', 'matcher reads', 'exit 2', 'block', 'plain stdout', '`continue: false`', 'timeout'], behaviour)}

## Fields

Input fields in bold are required: an event without them is refused. \`hookSpecificOutput\` lists the fields an answer may carry there, beside
\`hookEventName\`; “none”: sending that object is an error (in \`amplifier\` it is ignored, with a diagnostic). The last column has the events of Amplifier that fire it.

${table(['event', 'input', '`hookSpecificOutput`', 'handlers', 'Amplifier'], fields)}

Accepted spellings of input fields: \`hookEventName\`, \`toolName\`, \`toolInput\`, \`toolResult\`/\`tool_result\` (= \`tool_response\`), \`sessionId\`, \`stopHookActive\`,
\`transcriptPath\`, \`userPrompt\`/\`user_prompt\` (= \`prompt\`), for SessionStart \`trigger\` (= \`source\`), and the event name \`SessionStop\` (= \`SessionEnd\`).
An event whose name is not in the table is valid and runs no hook.
`;
}

function diagnosticsPage(): string {
  const rows = (
    codes: Readonly<Record<string, { severity: string; meaning: string; fix: string }>>,
  ): string =>
    table(
      ['code', 'severity', 'meaning', 'what to do'],
      Object.entries(codes).map(([name, info]) => [code(name), info.severity, info.meaning, info.fix]),
    );
  return `# Diagnostics

${MADE}

A diagnostic has a code, a severity, a message, file, line, column and a hint. \`engine.generation.diagnostics\` has those about the configuration,
\`decision.diagnostics\` those about one event, and \`onDiagnostic\` hears at once what is found in the background.

## Configuration

${rows(CONFIG_CODES)}

## Matchers and \`if\` rules

${rows(MATCH_CODES)}

## Trust

${rows(TRUST_CODES)}

## Decisions

${rows({ ...DECISION_CODES, ...ENGINE_CODES })}

## Models

${rows(MODEL_CODES)}

## Marketplaces

${rows(MARKETPLACE_CODES)}
`;
}

function divergencesPage(): string {
  const rows = Object.values(PROFILE_ROWS).map((row) => [
    row.topic,
    code(String(row.amplifier)),
    code(String(row['claude-code'])),
    row.why,
  ]);
  const vectors =
    DIVERGENCES.length === 0
      ? 'None: in the profile `claude-code` every vector of `conformance/` passes as it was measured.'
      : table(
          ['vector', 'reason'],
          DIVERGENCES.map(({ vector, reason }) => [code(vector), reason]),
        );
  return `# Differences from Claude Code

${MADE}

The documents about this hook format contradict each other and the real program. Each contradiction is one row here, and one row of
\`src/profiles.ts\`. The profile \`claude-code\` does what was measured on the real program; the profile \`amplifier\`, the default, follows Amplifier's documents, unless that
would make a hook written for Claude Code fire less or block less.

## Profiles

${table(['topic', '`amplifier`', '`claude-code`', 'why'], rows)}

## In both profiles

- Hooks run in parallel, but their effects are applied in declared order, so the same runs give the same decision. The real program applies
  them in the order in which hooks end: of two rewrites the last one of the strongest scope is used (with a diagnostic), of two PermissionRequest
  answers a deny beats an allow, and all reasons of a block are given.
- A matcher or \`if\` rule that can never select anything, or selects everything by accident, works as measured and is a diagnostic.
- Output beyond 8 MiB a stream is dropped with a diagnostic; the real program keeps all of it in memory.
- A catastrophic regular expression counts as a match and is set aside; the real program hangs.

## From the documents

${documentsSection()}

## From Amplifier's hook-shell

\`amplifier-module-hook-shell\` reads the same files. What its own tests pin holds here too, but for these rows.

${hookShellSection()}

## Other agents

${otherAgents()}

## Vectors that differ

${vectors}
`;
}

/** What is measured in other agents, and what is not. */
function otherAgents(): string {
  const recordings = allKept(repository());
  const played = recordings.filter(({ problem }) => problem === null);
  const others = AGENT_NAMES.filter((name) => !played.some(({ host }) => host === name));
  const seen = played.map(({ host, version }) => `${code(host)} ${version}`).join(', ');
  return `Measured inside of the real programs: ${seen}. Not measured, but written from their documents: ${others.map(code).join(', ')}. [Hosts](hosts.md) has what was
seen of each, case by case; the page of an agent says for every event, tool and answer where it is unlike Claude Code, and what of it was not measured.`;
}

/** File name → content. */
export const pages = (): Readonly<Record<string, string>> => ({
  'events.md': eventsPage(),
  'amplifier-events.md': amplifierEventsPage(),
  'diagnostics.md': diagnosticsPage(),
  'divergences.md': divergencesPage(),
  'validate.md': rulesPage(),
  'does-not-fire.md': doesNotFirePage(),
});
