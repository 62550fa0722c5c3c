// `explain <Event>`: why each hook would run or not; `--last`, `--event`: what really happened.

import { readState } from '../../config/index.js';
import { engineOf, readGeneration } from '../../engine/index.js';
import { findEventRow } from '../../events/index.js';
import {
  type ExplainedHook,
  type Explanation,
  explainEvent,
  type OtherAgent,
  portsOf,
} from '../../explain/index.js';
import { findEvent, journalStats, lastEvent, type WholeEvent } from '../../journal/index.js';
import type { Handler } from '../../nouns.js';
import { findTarget } from '../../plugins/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { defineEventFlags, EVENT_FIELDS, eventFrom } from '../options/event-flags.js';
import { flag, refuseOptions, textFlag } from '../options/flags.js';
import { journalPlace, nothingRecorded } from '../options/journal-flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { showExplanation } from '../show/explanation.js';
import { showHost } from '../show/host.js';
import { namesOf } from '../show/names.js';
import { showPort } from '../show/ports.js';
import { showRecorded } from '../show/recorded.js';
import { screenOf } from '../show/screen.js';
import { targetIn } from '../work/switching.js';

export const explain: CommandModule = {
  define(command) {
    defineEventFlags(command);
    command
      .option('--last', 'what happened to the last event that hooks ran for')
      .option('--event <id>', 'what happened to this event; `amplifier-hooks log --ids` shows ids')
      .option(
        '--host <agent>',
        'what hooks can ask of another agent, and what it does instead; with a hook: what becomes of it',
      )
      .option('--env', 'the whole environment of each hook that would run')
      .option('--stdin', 'what each hook that would run reads')
      .option('--all', 'hooks of other events one by one')
      .option('--json', 'one object for programs');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
Nothing is run. Without --last and --event the answer is for a new session: no
hook with "once" has run, and no skill is in use.

Examples:
  amplifier-hooks explain PreToolUse --tool Bash --input '{"command":"git push"}'
  amplifier-hooks explain Stop --env
  amplifier-hooks explain --last
  amplifier-hooks explain --host codex PreToolUse
  amplifier-hooks explain --host codex guard`,
    );
  },

  run: (call) => {
    const host = textFlag(call.options, 'host');
    if (host !== null) return ofHost(host, call);
    return flag(call.options, 'last') || textFlag(call.options, 'event') !== null
      ? recorded(call)
      : imagined(call);
  },
};

async function ofHost(name: string, call: Call): Promise<number> {
  const { io, options, args } = call;
  refuseOptions(
    options,
    ['last', 'event', 'env', 'stdin', 'all', 'json', ...EVENT_FIELDS],
    'is not for --host',
  );
  const { AGENT_NAMES, factsOf, inWords } = await import('../../hosts/agents/index.js');
  const known = AGENT_NAMES.find((one) => one === name);
  if (known === undefined)
    throw new UserError(`"${name}" is not a valid --host: it is one of ${AGENT_NAMES.join(', ')}`);
  const host = inWords(await factsOf(known));
  const [event = null] = args;
  if (event !== null && !host.events.some(({ theirs, ours }) => theirs === event || ours === event)) {
    if (findEventRow(event) === undefined && known !== 'claude') return hookInHost(event, known, call);
    throw new UserError(`${host.title} has no event ${event}, and none that is one for hooks`);
  }
  print(io, showHost(host, event, screenOf(io, io.cwd)));
  return EXIT.fine;
}

/** What becomes of one hook, or of those of a plugin, in an agent. */
async function hookInHost(word: string, agent: OtherAgent, call: Call): Promise<number> {
  const { io } = call;
  const settled = settledOptions(call);
  const generation = readGeneration(settled);
  const target = targetIn(findTarget(word, generation, readState(settled.request)), word);
  const ids = new Set(target.hooks.map(({ id }) => id));
  const nameOf = namesOf(generation.hooks);
  const screen = screenOf(io, settled.projectDir);
  const ports = (await portsOf(generation, settled, [agent])).filter(({ hook }) => ids.has(hook.id));
  print(
    io,
    ports.flatMap(({ hook, hosts }) => hosts.flatMap((one) => showPort(nameOf(hook), hook, one, screen))),
  );
  return EXIT.fine;
}

async function imagined(call: Call): Promise<number> {
  const { io, options } = call;
  const settled = settledOptions(call);
  const input = await eventFrom(call, settled.projectDir);
  const engine = engineOf(settled);
  try {
    const explanation = await explainEvent(engine, settled, input);
    const wanted = { env: flag(options, 'env'), stdin: flag(options, 'stdin'), all: flag(options, 'all') };
    if (flag(options, 'json')) printJson(io, await asJson(explanation, wanted.env));
    else print(io, showExplanation(explanation, screenOf(io, settled.projectDir), settled, wanted));
    return EXIT.fine;
  } finally {
    await engine.close();
  }
}

async function asJson(
  { hooks, ...rest }: Explanation,
  wholeEnv: boolean,
): Promise<Readonly<Record<string, unknown>>> {
  const one = async ({ hook, start, ...reason }: ExplainedHook) => ({
    id: hook.id,
    event: hook.event,
    matcher: hook.matcher,
    condition: hook.condition,
    handler: await shownHandler(hook.handler),
    scope: hook.source.scope,
    owner: hook.source.owner,
    file: hook.source.file,
    line: hook.line,
    ...reason,
    start: start === null ? null : { ...start, env: wholeEnv ? start.env : null },
  });
  return { ...rest, hooks: await Promise.all(hooks.map(one)) };
}

/** What a hook sends to a server may hold a password or a key. */
async function shownHandler(handler: Handler): Promise<Handler> {
  if (handler.type !== 'http') return handler;
  const { withoutSecrets } = await import('../../run/http/index.js');
  return withoutSecrets(handler);
}

/** Events that no hook ran for are only counted. */
async function noneRecorded(call: Call, place: ReturnType<typeof journalPlace>): Promise<UserError> {
  const [message = '', hint = null] = nothingRecorded(call, place);
  return (await journalStats(place)).from === null
    ? new UserError(message, hint)
    : new UserError(
        `no hook ran for an event that is recorded for ${place.projectDir}`,
        '`amplifier-hooks log` shows the events, `amplifier-hooks list` why hooks do not run.',
      );
}

async function recorded(call: Call): Promise<number> {
  const { io, options, args } = call;
  const id = textFlag(options, 'event');
  if (args.length > 0) throw new UserError('name an event or a recorded one (--last, --event), not both');
  if (id !== null && flag(options, 'last')) throw new UserError('--last and --event exclude each other');
  const unheard = id === null ? EVENT_FIELDS.filter((name) => name !== 'session') : EVENT_FIELDS;
  refuseOptions(options, [...unheard, 'env', 'stdin', 'all'], 'is for an event that did not happen yet');
  const place = journalPlace(call);
  const found: WholeEvent | null =
    id === null
      ? await lastEvent({ ...place, session: textFlag(options, 'session') })
      : await findEvent({ ...place, id });
  if (found === null) {
    if (id === null) throw await noneRecorded(call, place);
    throw new UserError(
      `no event "${id}" is recorded for ${place.projectDir}`,
      '`amplifier-hooks log --ids` lists them.',
    );
  }
  if (flag(options, 'json')) printJson(io, { ...found });
  else print(io, showRecorded(found, screenOf(io, place.projectDir)));
  return EXIT.fine;
}
