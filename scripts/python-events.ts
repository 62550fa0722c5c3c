// The events that the Python module listens to, made from the table of Amplifier's events.
import { NATIVE_EVENTS, type NativeEvent } from '../src/hosts/amplifier/native-events.js';

/** Where the Python package has them. */
export const PYTHON_EVENTS_FILE = 'python/amplifier_module_hooks_claude_code_bridge/events.py';

const quoted = (names: readonly string[]): readonly string[] => names.map((name) => JSON.stringify(name));

const withRole = (role: NativeEvent['role']): string => {
  const found = Object.entries(NATIVE_EVENTS).filter(([, event]) => event.role === role);
  return `frozenset({${quoted(found.map(([name]) => name)).join(', ')}})`;
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

# What a session begins with, also one that had ended.
BEGINNINGS = ${withRole('beginning')}
`;
