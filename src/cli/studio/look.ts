// What the page is told of hooks as they are now: the same that `list`, `doctor`, `validate` and `explain` say.
import { type Finding as Examined, examine, whyNeverRan } from '../../doctor/index.js';
import { engineOf, readGeneration, unjudged } from '../../engine/index.js';
import { parseInput } from '../../events/index.js';
import { type ExplainedHook, explainEvent, type Item, inventory } from '../../explain/index.js';
import { shortName } from '../../hook-name.js';
import type { EventEntry, Tally } from '../../journal/index.js';
import { ruleInWords } from '../../match/index.js';
import type { Hook } from '../../nouns.js';
import { type Configured, type Explained, type Health, Refused } from '../../studio/index.js';
import { validate } from '../../validate/index.js';
import { showCall } from '../show/call.js';
import { amplihack } from '../work/amplihack-check.js';
import { elsewhereCheck } from '../work/elsewhere.js';
import { whyNotAgent } from '../work/person.js';
import { residentEngine } from '../work/resident-check.js';
import type { Place } from './circumstances.js';

/** Every hook with its state; of those that never ran why. */
export async function configured(
  { call, settled, hint }: Place,
  ran: Pick<Tally, 'hooks'>,
  mayTrust: boolean,
): Promise<readonly Configured[]> {
  const generation = readGeneration(settled);
  const hooks = new Map(generation.hooks.map((hook) => [hook.id, hook]));
  const quiet = generation.hooks.filter(({ id, inactive }) => inactive === null && !ran.hooks.has(id));
  const never = new Map(
    (await whyNeverRan(quiet, settled)).map(({ hook, why, fix }) => [hook.id, { why, fix }]),
  );
  const items = await inventory(generation, settled);
  const mayDisable = whyNotAgent(call.io) === null;
  return items.map((item): Configured => {
    const hook = item.id === null ? undefined : hooks.get(item.id);
    const why = item.why === null ? null : hint(item.why);
    return {
      ...rowOf(item, hook),
      why,
      never: neverOf(never.get(item.id ?? '') ?? null, why, hint),
      may: {
        enable: item.state === 'disabled',
        disable: item.state === 'armed' && mayDisable,
        trust: mayTrust && (item.trust === 'new' || item.trust === 'changed' || item.trust === 'refused'),
      },
    };
  });
}

/** Why a hook never ran: it takes no part, or nothing came that it is for. */
function neverOf(
  found: Configured['never'],
  inactive: string | null,
  hint: (text: string) => string,
): Configured['never'] {
  if (found !== null) return { why: found.why, fix: found.fix === null ? null : hint(found.fix) };
  return inactive === null ? null : { why: inactive, fix: null };
}

function rowOf(item: Item, hook: Hook | undefined): Omit<Configured, 'never' | 'may' | 'why'> {
  const { id, event, matcher, condition, type, runs, background, scope, owner, file, line, column } = item;
  return {
    hook: id,
    label: hook === undefined ? `entry at line ${line}` : shortName(hook),
    event,
    matcher,
    condition,
    type,
    runs,
    background,
    scope,
    owner,
    position: { file, line, column },
    state: item.state,
    trust: item.trust,
  };
}

type Finding = Health['findings'][number];

/** What `doctor` says, and what `validate` says beyond that. */
export async function findings({ call, settled, hint }: Place): Promise<readonly Finding[]> {
  const examined = await examine(settled, [elsewhereCheck(call), amplihack, residentEngine]);
  const { findings: remarks } = await validate(unjudged(settled));
  const found = remarks.map(
    ({ code, severity, message, hint: fix, file, line, column, hook }): Finding => ({
      from: 'validate',
      area: code,
      state: severity === 'error' ? 'fail' : severity === 'warning' ? 'warn' : 'info',
      message: hint(message),
      fix: fix === null ? null : hint(fix),
      position: file === null ? null : { file, line, column },
      hook,
    }),
  );
  // The doctor repeats what the validator finds; who found it knows more about it.
  const isTold = ({ file, line, message }: Examined): boolean =>
    remarks.some((one) => one.file === file && one.line === line && message.endsWith(one.message));
  const rest = examined
    .filter((one) => !isTold(one))
    .map(
      ({ area, state, message, fix, file, line, column }): Finding => ({
        from: 'doctor',
        area,
        state,
        message: hint(message),
        fix: fix === null ? null : hint(fix),
        position: file === null ? null : { file, line, column },
        hook: null,
      }),
    );
  return [...rest, ...found];
}

/** The event as it is recorded, ready to be asked about again. Throws where that cannot be. */
export function inputOf({ event, detail }: EventEntry, changes: Readonly<Record<string, unknown>> = {}) {
  const parsed = parseInput({ ...detail.input, hook_event_name: event, ...changes });
  if (!parsed.ok)
    throw new Refused(
      `What is recorded of this event is not enough: ${parsed.problems.map(({ message }) => message).join('; ')}.`,
    );
  if (parsed.input.kind === 'unknown') throw new Refused(`There is no event ${event}.`);
  return parsed.input;
}

/** What would happen to a recorded event now. Nothing is run. */
export async function explained(place: Place, event: EventEntry): Promise<Explained> {
  const { settled, hint } = place;
  const engine = engineOf({ ...settled, journal: null });
  try {
    const { hooks, ...rest } = await explainEvent(engine, settled, inputOf(event));
    return {
      event: rest.event,
      profile: rest.profile,
      shut: rest.shut,
      hooks: hooks
        .filter(({ hook }) => hook.event === rest.event)
        .map((one) => ({
          hook: one.hook.id,
          label: shortName(one.hook),
          runs: one.runs,
          rule: ruleInWords(one.rule),
          why: hint(one.why),
          launch: launchLines(one, place),
          position: { file: one.hook.source.file, line: one.hook.line, column: one.hook.column },
        })),
      rules: [...rest.hookRules, ...rest.mergeRules].map(({ what, effect }) => `${what}: ${effect}`),
      notes: rest.diagnostics.map(({ message }) => hint(message)),
    };
  } finally {
    await engine.close();
  }
}

/** What would be started or called, as `explain` shows it. */
export function launchLines({ hook, start }: ExplainedHook, { screen, settled }: Place): readonly string[] {
  if (start === null) return [];
  const fact = (name: string, value: string): string[] => (value === '' ? [] : [`${name}: ${value}`]);
  return showCall(start.launch, hook, { fact, screen, places: settled }).map((line) => line.trim());
}
