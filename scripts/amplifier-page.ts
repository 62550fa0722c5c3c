// The page about Claude Code's events in Amplifier, made from the event table.
import { EVENT_NAMES, eventRow, NATIVE_TOOLS } from '../src/events/index.js';
import { coverageTable } from './coverage.js';
import { code, MADE, table } from './markdown.js';

/** docs/amplifier-events.md */
export function amplifierEventsPage(): string {
  const rows = EVENT_NAMES.map(eventRow);
  const count = (level: string): number => rows.filter((row) => row.amplifier.level === level).length;
  const events = rows.map(({ name, amplifier: { from, level, note } }) => [
    code(name),
    from.map(code).join(', '),
    level,
    note,
  ]);
  const persons = rows.filter(({ amplifier }) => amplifier.sessions === 'person').map(({ name }) => name);
  const notThere = `${persons.slice(0, -1).join(', ')} and ${persons.at(-1)}`;
  const tools = NATIVE_TOOLS.map(({ native, name, fields, units, paths, also }) => [
    code(native),
    [name, ...also].map(code).join(', '),
    [
      ...Object.entries(fields).map(([own, known]) => `${code(own)} is ${code(known)}`),
      ...Object.entries(units).map(([own, factor]) => `${code(own)} × ${factor}`),
      ...paths.map((own) => `${code(own)} is absolute`),
    ].join(', '),
  ]);
  return `# Events in Amplifier

${MADE}

Hooks are written for the events of Claude Code. This is what becomes of each of them in a session of Amplifier: ${count('supported')} are supported, ${count('degraded')} work
with a difference that the table names, and ${count('impossible')} are impossible today, because nothing in Amplifier fires them.

Amplifier reads the answer to four of its events only: \`tool:pre\`, \`tool:post\`, \`prompt:submit\` and \`provider:request\`. What hooks decide at any other event is kept until
one of these, steered into the session, or shown to the user. Nothing is dropped in silence.

## Events

“From” are Amplifier's events that fire it.

${table(['event', 'from', 'level', 'how decisions take effect'], events)}

## Under each loop

Which loop a session has is the bundle's choice. This table is made from what the tests of the module saw in whole sessions: each event that hooks heard of, and what counted of what they said. A thing
that a loop cannot do is told to the user, never lost.

${coverageTable()}

Loop-events says the start and the end of a session with every turn; hooks hear of each once. It does not say when it calls the model, so \`continue: false\` cannot end its turn: tool calls are denied
from then on, and the user is told. What hooks say about a tool that raises an exception does not reach its model, which is told once a session.

## Sessions of agents

An agent runs in a session of its own. Its hooks get the \`session_id\` and \`transcript_path\` of the session that a person talks to, as in Claude Code, with \`agent_id\` and
\`agent_type\` beside them and Amplifier's own id as \`amplifier_session_id\`. ${notThere} do not fire there.

## Tools

Hooks get the name that they are written for as \`tool_name\`, and Amplifier's own as \`amplifier_tool_name\`; matchers and \`if\` rules may use either. Input fields have the names and units
that hooks know, and a rewritten input is translated back.

${table(['Amplifier', 'hooks', 'input'], tools)}

- A tool of an MCP server is \`mcp_server_tool\` in Amplifier, where the server's name may contain underscores too. Hooks get \`mcp__server__tool\`, split at the first underscore; a matcher for any
  other split selects it as well.
- \`apply_patch\` may change several files. Hooks of PreToolUse and PostToolUse run once for each: a new file is a Write with \`content\`, any other an Edit with \`old_string\` and \`new_string\` as far
  as the patch shows them, both with an absolute \`file_path\`. Only the text of a patch can be rewritten.
- \`tool_response\` is the \`output\` of the tool's result. Texts of hooks become part of it: after a text, else as \`hook_feedback\`.

## What cannot be applied

- \`updatedInput\` of a tool that cannot be wrapped: the orchestrators run a call as the model made it, so the module wraps the \`execute\` of mounted tools. Where a tool does not allow that, the
  call is refused with the exact input to use, and a message is shown. When the agent then makes exactly that call it is let through, even if the hook would rewrite it again.
- \`updatedInput\` with a relative path, or with another patch: hooks judged another text than the file that it means, so such a call is refused in the same way, and judged when the agent makes it.
- An input that somebody changed before hooks saw it: while a rewritten call waits, a call of the same tool that no hook judged is refused.
- \`newContent\` for a tool that writes no file, and on prompts: it is told that it has no effect.
- Fields of an answer that Amplifier has no use for (\`sessionTitle\`, \`watchPaths\`, \`updatedPermissions\` …) are named once a session.
- Texts for the model are cut to the host's limit for injections, and say so.
`;
}
