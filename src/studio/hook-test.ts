// A recorded event as a hook test: the same event must come to the same again.
import { findEventRow } from '../events/index.js';
import { type EventEntry, inputMarks, marksIn } from '../journal/index.js';
import { REDACTED } from '../text/index.js';
import type { HookTest } from './contract.js';

/** Fields that every test fills in by itself. */
const USUAL: readonly string[] = ['session_id', 'cwd', 'transcript_path', 'permission_mode', 'tool_use_id'];

export function hookTest(
  event: EventEntry,
  places: { readonly project: string; readonly home: string },
): HookTest {
  const fields = Object.entries(event.detail.input).filter(([name]) => !USUAL.includes(name));
  const input = portable({ hook_event_name: event.event, ...Object.fromEntries(fields) }, places);
  const wanted = expectation(event);
  const expected = portable(wanted, places);
  const title = [event.event, event.target ?? '', '→', event.verdict].filter(Boolean).join(' ');
  const missing = new Set([...inputMarks(event.detail), ...marksIn(wanted)].map(({ why }) => why));
  return {
    file: `${event.event.toLowerCase()}-${event.verdict}.hooktest.yaml`,
    yaml: [
      '# Save it beside the hooks that it tests, and run: amplifier-hooks test',
      'cases:',
      `  - title: ${JSON.stringify(title)}`,
      `    event: ${input}`,
      `    expect: ${expected}`,
      '',
    ].join('\n'),
    notes: [
      ...(missing.has('redacted')
        ? [`Secrets are not recorded: put something else in the place of ${REDACTED}.`]
        : []),
      ...(missing.has('cut') || missing.has('left-out')
        ? ['Long texts are recorded in part: put in the rest where the hook needs it.']
        : []),
    ],
  };
}

function expectation({ event, detail: { decision } }: EventEntry): Readonly<Record<string, unknown>> {
  const texts = (list: readonly { readonly value: string }[]): string[] => list.map(({ value }) => value);
  const { context, feedback, systemMessages, failures } = decision;
  return {
    ...(findEventRow(event)?.permission === true
      ? { permission: decision.permission }
      : { blocked: decision.blocked }),
    ...(decision.reason === null ? {} : { reason: decision.reason }),
    ...(context.length === 0 ? {} : { context: texts(context) }),
    ...(feedback.length === 0 ? {} : { feedback: texts(feedback) }),
    ...(systemMessages.length === 0 ? {} : { systemMessages: texts(systemMessages) }),
    ...(decision.updatedInput === null ? {} : { updatedInput: decision.updatedInput.value }),
    ...(failures.length === 0 ? {} : { failedCount: failures.length }),
  };
}

/** JSON, which is YAML too, with the folders of the test in the place of those of this machine. */
function portable(
  value: unknown,
  { project, home }: { readonly project: string; readonly home: string },
): string {
  const inText = (path: string): string => JSON.stringify(path).slice(1, -1);
  const text = JSON.stringify(value).replaceAll(inText(project), '@PROJECT@');
  return home === '' || home === '/' ? text : text.replaceAll(inText(home), '@HOME@');
}
