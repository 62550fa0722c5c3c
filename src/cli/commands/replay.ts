// `replay`: recorded events through the hooks of today, of another folder or of a commit, and what they decide differently.

import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { nativeSignal } from '../../end-signal.js';
import type { Settled } from '../../engine/index.js';
import { isFolder } from '../../files/index.js';
import { readJournalFile } from '../../journal/index.js';
import {
  type Change,
  isMeant,
  junitOfReplay,
  replay as play,
  type Recording,
  type ReplayReport,
  recordingIn,
  recordingOf,
} from '../../replay/index.js';
import { plural, reasonOf } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { interruptionOf } from '../interruption.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag, textFlag, textsFlag } from '../options/flags.js';
import { journalPlace, noSession, nothingRecorded, sinceFlag } from '../options/journal-flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { defineTrustFlags } from '../options/trust-flags.js';
import { offline, withoutMark } from '../replay/offline.js';
import { trusted } from '../replay/trusted.js';
import { type HooksOf, makeReplayWorld } from '../replay/world.js';
import { githubLines } from '../show/annotations.js';
import { showProgress } from '../show/progress.js';
import { changeInWords, replayAnnotations, showReplay, summary } from '../show/replay.js';
import { screenOf } from '../show/screen.js';
import { junitFile, writeJunit } from '../work/junit-file.js';

const FORMATS = ['text', 'json', 'github'] as const;
const FAILS = ['newly-allowed', 'any'] as const;

const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];

export const replay: CommandModule = {
  define(command) {
    command
      .argument('[session]', 'a session of the journal, or a file with recorded events')
      .option('--since <time>', 'all events since then: 30m, 2h, 7d, 2026-01-31, 2026-01-31T09:00')
      .option('--with <dir>', 'the hooks of another folder instead of those of the project')
      .option('--git <ref>', 'the hooks of a commit, branch or tag of the project’s repository')
      .option('--stub <hook>', 'its recorded answers stand in for it: an id or name (repeatable)', collect)
      .addOption(
        command
          .createOption('--fail-on <what>', 'exit 1 where events are newly allowed, or anything changed')
          .choices([...FAILS]),
      )
      .option('--allow-network', 'let hooks reach the network')
      .option('--junit <file>', 'also write the results as JUnit XML, for continuous integration')
      .addOption(
        command
          .createOption('--format <form>', 'how changes are printed')
          .choices([...FORMATS])
          .default('text'),
      )
      .option('--json', 'one object for programs; the same as --format json');
    defineLoadFlags(command);
    defineTrustFlags(command);
    command.addHelpText(
      'after',
      `
Hooks run on throw-away copies of the project and of your hooks, without
network. Models are not asked again: their recorded answers count. An event of
which the journal kept only a part is not replayed, and the reason is told.

Exit code: 0, or with --fail-on 1 where that happened or a hook was not approved.

Examples:
  amplifier-hooks replay --since 7d
  amplifier-hooks replay 5b1d2c --git main --fail-on newly-allowed
  amplifier-hooks replay session.jsonl --with ../other-checkout --junit replay.xml`,
    );
  },

  async run(call) {
    const { io, options } = call;
    const hooks = hooksOf(call);
    if (!flag(options, 'allowNetwork')) {
      const found = await offline(io);
      if (found.kind === 'elsewhere') return found.code;
    }
    const junit = junitFile(textFlag(options, 'junit'), io.cwd);
    const here = settledOptions(call);
    const recording = await recorded(call, here);
    if (recording === null) return EXIT.problem;
    const report = await replayed(call, here, hooks, recording);
    const failOn = FAILS.find((one) => one === textFlag(options, 'failOn')) ?? null;
    show(call, report, failOn, here.projectDir);
    if (junit !== null)
      writeJunit(
        junit,
        junitOfReplay(report, { fails: (change) => fails(change, failOn ?? 'any'), inWords: changeInWords }),
      );
    if (interruptionOf(io).aborted) return EXIT.interrupted;
    if (failOn === null) return EXIT.fine;
    const isBad = report.changes.some((change) => fails(change, failOn)) || report.notApproved.length > 0;
    return isBad ? EXIT.problem : EXIT.fine;
  },
};

function hooksOf({ options, io }: Call): HooksOf {
  const [folder, ref] = [textFlag(options, 'with'), textFlag(options, 'git')];
  if (folder !== null && ref !== null)
    throw new UserError('--with and --git are two places', 'Leave one of them out.');
  if (ref !== null) return { from: 'commit', ref };
  if (folder === null) return { from: 'project' };
  const path = resolve(io.cwd, folder);
  if (!isFolder(path)) throw new UserError(`--with ${path} is not a folder`);
  return { from: 'folder', folder: path };
}

/** `null`: nothing fits, and that was said. */
async function recorded(call: Call, here: Settled): Promise<Recording | null> {
  const { io, args } = call;
  const [what = null] = args;
  const since = sinceFlag(call);
  const home = here.homeMissing === null ? here.home : null;
  if (what === null && since === null)
    throw new UserError(
      'replay needs a session, a file with recorded events, or --since',
      'Write --since 7d, say. `amplifier-hooks log --json` shows sessions.',
    );
  const file = what === null ? null : resolve(io.cwd, what);
  const isFile =
    file !== null &&
    ((existsSync(file) && !isFolder(file)) || what?.includes(sep) === true || /\.jsonl$/.test(what ?? ''));
  if (isFile) {
    const origin = { project: here.projectDir, home };
    const content = await readFile(file);
    const recording = recordingIn(content, origin, { session: null, since });
    if (content.damaged > 0)
      complain(io, [`${file}: ${plural(content.damaged, 'line')} of it cannot be read and are left out`]);
    if (recording.events.length > 0) return recording;
    complain(io, [`no event is recorded in ${file}`]);
    return null;
  }
  const where = journalPlace(call);
  const recording = await recordingOf(where, home, { session: what, since });
  if (recording.events.some(({ asked }) => asked) || recording.counted.length > 0) return recording;
  complain(io, what === null ? nothingRecorded(call, where) : [noSession(what, where)]);
  return null;
}

async function readFile(file: string) {
  try {
    return await readJournalFile(file);
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${reasonOf(error)}`);
  }
}

async function replayed(
  call: Call,
  here: Settled,
  hooks: HooksOf,
  recording: Recording,
): Promise<ReplayReport> {
  const { io, options } = call;
  const begun = performance.now();
  const progress = showProgress(io.stderr, io.env, { elsewhere: 'nothing', afterMs: 400 });
  progress.step('Copying what hooks work on', 0, null);
  const world = await makeReplayWorld(here, hooks, recording.origin).finally(() => progress.end());
  try {
    const settled = await trusted(call, here, world);
    const stubs = textsFlag(options, 'stub');
    const signal = nativeSignal(interruptionOf(io));
    const isOffline = !flag(options, 'allowNetwork');
    const found = await play({
      ...world,
      settled: { ...settled, env: withoutMark(settled.env), warm: 'learned' },
      recording,
      stubs,
      offline: isOffline,
      signal,
      onEvent: (done, total) => progress.step('Replaying events', done, total),
      onHooks: (all) => {
        const unknown = stubs.find((word) => !all.some((hook) => isMeant(hook, word)));
        if (unknown !== undefined)
          throw new UserError(
            `--stub ${unknown} is not a hook`,
            '`amplifier-hooks list` shows their ids and names.',
          );
      },
    });
    return {
      project: here.projectDir,
      hooks: { from: hooks.from, where: world.where },
      ...found,
      notCopied: world.leftOut,
      offline: isOffline,
      durationMs: Math.round(performance.now() - begun),
    };
  } finally {
    progress.end();
    await world.remove();
  }
}

/** Whether a change is one that fails. */
const fails = ({ differences }: Change, on: (typeof FAILS)[number]): boolean =>
  on === 'any' || differences.some(({ kind }) => kind === 'newly-allowed');

function show(
  call: Call,
  report: ReplayReport,
  failOn: (typeof FAILS)[number] | null,
  project: string,
): void {
  const { io, options } = call;
  const format = textFlag(options, 'format');
  if (flag(options, 'json') && format === 'github')
    throw new UserError('--json and --format github are two forms', 'Leave one of them out.');
  if (flag(options, 'json') || format === 'json') printJson(io, report);
  else if (format === 'github') {
    const found = replayAnnotations(report, (change) => failOn !== null && fails(change, failOn));
    print(io, [...githubLines(found, io.cwd), summary(report)]);
  } else print(io, showReplay(report, screenOf(io, project)));
}
