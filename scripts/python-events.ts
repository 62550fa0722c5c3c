// The events that the Python module listens to, made from the table of Amplifier's events.
import { EVENT_NAMES, eventRow } from '../src/events/index.js';
import { NATIVE_EVENTS, type NativeEvent } from '../src/hosts/amplifier/native-events.js';

/** Where the Python package has them. */
export const PYTHON_EVENTS_FILE = 'python/amplifier_module_hooks_claude_code_bridge/events.py';

const quoted = (names: readonly string[]): readonly string[] => names.map((name) => JSON.stringify(name));

const withRole = (role: NativeEvent['role']): string => {
  const found = Object.entries(NATIVE_EVENTS).filter(([, event]) => event.role === role);
  return set(found.map(([name]) => name));
};

const set = (names: readonly string[]): string => `frozenset({${quoted(names).join(', ')}})`;

const permissions = (): string => {
  const rows = EVENT_NAMES.map(eventRow).filter(({ permission }) => permission);
  return set([...new Set(rows.flatMap(({ amplifier }) => amplifier.from))].sort());
};

/** The text of the file. */
export const pythonEvents = (): string => `"""Which of Amplifier's events are heard.

Made by \`npm run docs\` from src/hosts/amplifier/native-events.ts; do not edit.
"""

EVENTS: tuple[str, ...] = (
${quoted(Object.keys(NATIVE_EVENTS))
  .map((name) => `    ${name},`)
  .join('\n')}
)

# What Amplifier asks before it acts; \`fail_closed\` denies these when hooks cannot be asked.
GATES = ${withRole('gate')}

# What hooks permit or deny; it is denied where they cannot be told of it.
PERMISSIONS = ${permissions()}

# What a session begins with, also one that had ended.
BEGINNINGS = ${withRole('beginning')}
`;
