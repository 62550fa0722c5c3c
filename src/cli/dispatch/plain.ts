// Whether an event is one that Claude Code itself sends. Only what is not is looked at more closely, which loads other agents.
import { COMMON_FIELDS, findEventRow, isMcpTool, KNOWN_TOOLS } from '../../events/index.js';

type Fields = Readonly<Record<string, unknown>>;

const MODES = ['default', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'];

/** Event, fields and tool are Claude Code's own. What a newer version adds costs only the closer look. */
export function isPlain(fields: Fields): boolean {
  const {
    hook_event_name: event,
    tool_name: tool,
    permission_mode: mode,
    transcript_path: transcript,
  } = fields;
  const row = typeof event === 'string' ? findEventRow(event) : undefined;
  if (row === undefined || row.name !== event) return false;
  return (
    Object.keys(fields).every((name) => Object.hasOwn(row.fields, name) || isCommon(name)) &&
    isOneOf(MODES, mode) &&
    (typeof tool !== 'string' || isMcpTool(tool) || isOneOf(KNOWN_TOOLS, tool)) &&
    (typeof transcript !== 'string' || transcript === '' || transcript.includes('/.claude/'))
  );
}

/** Others put the time into each event. */
const isCommon = (name: string): boolean => name !== 'timestamp' && Object.hasOwn(COMMON_FIELDS, name);

const isOneOf = (names: readonly string[], value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && names.includes(value));
