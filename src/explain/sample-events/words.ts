// A made-up event as the words of a command line, to be tried by hand.
import { findEventRow } from '../../events/index.js';
import { shellWord } from '../../text/index.js';
import { type Selector, sampleEvents } from './events.js';
import type { SamplePlaces } from './tool-inputs.js';

/** `PreToolUse --tool Bash`: the event a hook waits for, with every field that the event needs. */
export function sampleWords(hook: Selector, places: SamplePlaces): string {
  const [event] = sampleEvents(hook, places);
  const row = findEventRow(hook.event);
  if (event === undefined || row === undefined) return hook.event;
  const words = Object.entries(event).flatMap(([name, value]): readonly string[] => {
    if (name === 'tool_input') return hook.condition === null ? [] : ['--input', JSON.stringify(value)];
    if (name === 'hook_event_name' || USUAL.has(name)) return [];
    return name === row.matcher || row.fields[name]?.required === true ? optionOf(name, value) : [];
  });
  return [hook.event, ...words.map(shellWord)].join(' ');
}

/** What `run` and `explain` say by themselves. */
const USUAL: ReadonlySet<string> = new Set(['session_id', 'cwd', 'transcript_path', 'permission_mode']);

function optionOf(name: string, value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'tool_name') return ['--tool', text];
  return name === 'prompt' ? ['--prompt', text] : ['--field', `${name}=${text}`];
}
