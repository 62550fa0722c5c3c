// Events as hosts send them, made up so that a hook is likely to be selected.
import { join } from 'node:path';
import { type EventName, eventRow, type FieldKind, type KnownEventRow } from '../../events/index.js';
import { sampleTargets } from './targets.js';
import { callsForRule, type SampleCall, type SamplePlaces, sampleInput } from './tool-inputs.js';

/** What decides whether a hook runs. */
export interface Selector {
  readonly event: EventName;
  readonly matcher: string | null;
  readonly condition: string | null;
}

export type SampleEvent = Readonly<Record<string, unknown>>;

/** More than this need not be tried. */
const MOST = 60;

/** Events to try for a hook, the likeliest first. Empty: none can select it. */
export function sampleEvents(hook: Selector, places: SamplePlaces): readonly SampleEvent[] {
  const row = eventRow(hook.event);
  const common = {
    session_id: 'sample-session',
    transcript_path: join(places.home, 'transcript.jsonl'),
    cwd: places.project,
    hook_event_name: row.name,
    permission_mode: 'default',
    ...ownFields(row, places.project),
  };
  if (row.tool) {
    return callsFor(hook, row, places)
      .slice(0, MOST)
      .map(({ tool, input }) => ({ ...common, tool_name: tool, tool_input: input }));
  }
  if (row.matcher === null) return [common];
  const field = row.matcher;
  return sampleTargets(hook.matcher, row)
    .slice(0, MOST)
    .map((target) => ({
      ...common,
      [field]: row.matcherPart === 'basename' ? join(places.project, target) : target,
    }));
}

function callsFor(hook: Selector, row: KnownEventRow, places: SamplePlaces): readonly SampleCall[] {
  const targets = sampleTargets(hook.matcher, row);
  const ruled =
    hook.condition === null || hook.condition.trim() === '' ? [] : callsForRule(hook.condition, places);
  if (ruled === null) return [];
  if (ruled.length > 0) return ruled;
  return targets.map((tool) => ({ tool, input: sampleInput(tool, places.project) }));
}

function ownFields(row: KnownEventRow, project: string): SampleEvent {
  const fields = Object.entries(row.fields).map(([name, { kind }]) => [
    name,
    fieldSample(name, kind, project),
  ]);
  return Object.fromEntries(fields);
}

function fieldSample(name: string, kind: FieldKind, project: string): unknown {
  if (typeof kind !== 'string') return kind[0];
  switch (kind) {
    case 'string':
      if (/_path$|_cwd$|^directory$/.test(name)) return join(project, 'sample.txt');
      return name === 'tool_use_id' ? 'sample-call' : 'sample';
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'array':
    case 'strings':
      return [];
    case 'string|null':
      return null;
    case 'object':
    case 'any':
      return {};
  }
}
