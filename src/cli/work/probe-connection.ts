// Whether a host that is connected would really be stopped: it is asked in its own way, by its own configuration.
import {
  type Around,
  askCodex,
  type Connection,
  type Ended,
  type HostStatus,
  planProbe,
  runProbe,
  type Start,
} from '../../connect/index.js';
import { answerAtFault, type Given } from '../dispatch/fault.js';
import { HOSTS } from '../dispatch/hosts.js';
import { PROBE, whyProbed } from '../dispatch/probe.js';
import { readEvent } from '../dispatch/read-event.js';

/** One thing that was tried. */
export interface Tried {
  readonly what: string;
  readonly ok: boolean;
  /** What was seen instead; `null`: what was expected. */
  readonly seen: string | null;
  readonly fix: string | null;
}

export async function probeConnection(
  { host, program, findings }: HostStatus,
  { scope, place, trust, steps, state }: Connection,
  around: Around,
): Promise<readonly Tried[]> {
  const command = `${PROBE} ${process.hrtime.bigint().toString(36)}`;
  const again = `\`amplifier-hooks connect ${host.name} --scope ${scope}\``;
  const planned = await planProbe(host, scope, place, around, command);
  const asked = planned.ok
    ? await tryStart(planned.start, command, again)
    : [failed('its configuration names our command', planned.why, again)];
  const complete: readonly Tried[] =
    state === 'connected'
      ? [fine('its configuration is up to date')]
      : [failed('its configuration is up to date', `it is ${state}`, again)];
  const off = findings
    .filter(({ kind }) => kind !== 'twice')
    .map(({ message, file, line, fix }) =>
      failed('nothing there switches hooks off', `${file}:${line ?? 1}: ${message}`, fix),
    );
  const codex = host.name === 'codex' && program !== null && trust !== 'person';
  const trusted: readonly Tried[] = codex
    ? [await askedCodex(program, place, around, steps)]
    : trust === 'missing'
      ? [failed('it trusts our hooks', 'it does not', steps.join(' '))]
      : [];
  return [...complete, ...off, ...trusted, ...asked];
}

const fine = (what: string): Tried => ({ what, ok: true, seen: null, fix: null });
const failed = (what: string, seen: string, fix: string | null): Tried => ({ what, ok: false, seen, fix });

async function tryStart(start: Start, command: string, again: string): Promise<readonly Tried[]> {
  const ended = await runProbe(start);
  const starts = `it starts ${start.inWords}`;
  if (ended.problem !== null) return [failed(starts, ended.problem, again)];
  if (ended.exitCode === 127 || ended.exitCode === 126)
    return [failed(starts, ended.stderr.trim() || 'the command is not there', again)];
  const expected = await expectedOf(start, command);
  const denies = `a call is denied, in its own form (${Math.round(ended.ms)} ms)`;
  if (expected !== null && isSame(ended, expected)) return [fine(starts), fine(denies)];
  const seen = `exit code ${ended.exitCode}, ${JSON.stringify(ended.stdout.trim() || ended.stderr.trim())}`;
  return [fine(starts), failed('a call is denied, in its own form', seen, again)];
}

/** What this version answers to the same question. */
async function expectedOf({ stdin, cwd, env, host, event }: Start, command: string): Promise<Given | null> {
  const known = HOSTS.find((name) => name === host) ?? null;
  const read = async () => ({ text: stdin, whole: true });
  const wish = { host: known, event, cwd, load: { projectDir: cwd, env } };
  const found = await readEvent(read, wish);
  if (found.kind !== 'event') return null;
  return answerAtFault(found.row, { speaker: found.speaker, failClosed: true }, whyProbed(command));
}

/** On stderr others may say something too, where it is no part of the answer. */
const isSame = ({ exitCode, stdout, stderr }: Ended, expected: Given): boolean =>
  exitCode === expected.exitCode &&
  stdout.trim() === expected.stdout.trim() &&
  (exitCode === 0 || stderr.includes(expected.stderr.trim()));

/** Codex itself says which hooks it will run. */
async function askedCodex(
  codex: string,
  place: string,
  { projectDir, env }: Around,
  steps: readonly string[],
): Promise<Tried> {
  const what = 'Codex says that it trusts our hooks';
  const says = await askCodex({ codex, cwd: projectDir, env });
  if (!says.ok) return failed(what, `it could not be asked: ${says.why}`, null);
  const ours = says.hooks.filter(({ key }) => key.startsWith(`${place}:`));
  const not = ours.filter(({ trust }) => trust !== 'trusted');
  if (ours.length > 0 && not.length === 0) return fine(what);
  const seen =
    ours.length === 0 ? 'it does not know them' : `it does not trust ${not.length} of ${ours.length}`;
  const fix = steps.join(' ') || `Run \`amplifier-hooks connect codex\` at a terminal.`;
  return failed(what, seen, fix);
}
