// `trust`: shows what a project would run, and approves it in the name of the person at the terminal.
import { managedTrust } from '../../config/index.js';
import type { Settled } from '../../engine/index.js';
import type { TrustMode } from '../../nouns.js';
import { redactText, systemReasonOf } from '../../text/index.js';
import {
  allApprovals,
  approve,
  approvePinned,
  type Entry,
  follow,
  forgetGone,
  type Survey,
  survey,
  trustFileOf,
} from '../../trust/index.js';
import type { Reach } from '../../validate/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, type Io, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { screenOf } from '../show/screen.js';
import { entryInWords, entryLine, goneLine, showEntry } from '../show/trust.js';
import { askYes } from '../work/ask.js';
import { entriesNamed } from '../work/entries-named.js';
import { everythingOf } from '../work/everything-of.js';
import { whyNobody } from '../work/person.js';
import { reachesOf } from '../work/reaches.js';

export const trust: CommandModule = {
  define(command) {
    command
      .argument('[ids...]', 'only these: ids of hooks (or the start), names of MCP servers, settings')
      .option('--pin', 'run copies of these hooks, kept with you, whatever becomes of the project’s files')
      .option('--follow', 'this project is your own work: its changes need no approval')
      .option('--list', 'the projects that you answered for')
      .option('--export', 'print the digests of what is approved, for --trust-file')
      .option('--yes', 'do not ask; still needs a terminal')
      .option('--json', 'one object for programs; approves nothing');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
Hooks, settings and MCP servers that a project brings run only as you approved
them. This shows everything that would run and what changed since you last
looked, whole, and asks. Approvals are yours, in your state directory; nothing
in a project can grant one. Skills and agents in .claude and .amplifier are
looked at by themselves, others where --skill and --agent name them. Without a terminal, and for agents, it only shows.

Exit codes: 0 everything is approved; 1 something waits.

Examples:
  amplifier-hooks trust
  amplifier-hooks trust 3fa9
  amplifier-hooks trust --skill tools/review/SKILL.md
  amplifier-hooks trust --follow
  amplifier-hooks trust --export > trusted.json`,
    );
  },

  async run(call) {
    const { options, args } = call;
    refuseTogether(call);
    const settled = settledOptions(everythingOf(call));
    if (flag(options, 'list')) return list(call, settled);
    const found = survey(settled.request, settled.stateDir);
    if (found.broken !== null) throw new UserError(found.broken, found.remedy);
    if (flag(options, 'export')) return exported(call, found);
    if (flag(options, 'follow')) return followed(call, found, managedTrust(settled.request));
    const meant = entriesNamed(args, found);
    if (flag(options, 'json')) return asJson(call, found, meant);
    return approved(call, settled, found, meant);
  },
};

/** Each of them is something else to do. */
function refuseTogether({ options, args }: Call): void {
  const acts = ['list', 'export', 'follow', 'pin'].filter((name) => flag(options, name));
  const [first = '', second] = acts;
  if (second !== undefined) throw new UserError(`--${first} and --${second} do not go together`);
  if (args.length > 0 && first !== '' && first !== 'pin')
    throw new UserError(`--${first} is about all of a project; "${args.join(' ')}" is too much`);
}

const waits = ({ state }: Entry): boolean => state !== 'trusted';

async function approved(
  { io, options }: Call,
  settled: Settled,
  found: Survey,
  meant: readonly Entry[],
): Promise<number> {
  const screen = screenOf(io, found.projectDir);
  const pins = flag(options, 'pin');
  const waiting = meant.filter((entry) => waits(entry) || pins);
  print(
    io,
    found.gone.map((one) => goneLine(one, screen)),
  );
  if (found.follow) print(io, ['You follow this project: its changes need no approval.']);
  if (waiting.length === 0) {
    if (whyNobody(io) === null) forgetGone(found);
    const nothing = ['This project brings nothing that needs approval.'];
    print(
      io,
      meant.length === 0
        ? nothing
        : [...meant.map((one) => entryLine(one, screen)), 'All of it is approved.'],
    );
    return EXIT.fine;
  }
  const reaches = await reachesOf(settled);
  const reachFor = (one: Entry): Reach | null =>
    one.kind === 'hook' ? (reaches.get(one.hook.id) ?? null) : null;
  print(
    io,
    waiting.flatMap((one) => [...showEntry(one, reachFor(one), found, screen), '']),
  );
  const nobody = whyNobody(io);
  if (nobody !== null) {
    complain(io, [
      `Nothing was approved: ${nobody}. What is listed above does not run until you approve it yourself.`,
    ]);
    return EXIT.problem;
  }
  const question = waiting.length === 1 ? 'Let it run?' : `Let these ${waiting.length} run?`;
  if (!flag(options, 'yes') && !(await askYes(io, question))) {
    print(io, ['Nothing was approved. To be asked no more: `amplifier-hooks untrust <id>`']);
    return EXIT.problem;
  }
  const unfit = writing(() => (pins ? approvePinned : approve)(found, waiting, new Date()));
  writing(() => forgetGone(found));
  complain(
    io,
    unfit.map(({ entry, why }) => `Not approved: ${entryInWords(entry)}: ${why}`),
  );
  print(io, [
    `${pins ? 'Approved and pinned' : 'Approved'}: ${waiting.length - unfit.length}. Take it back with: \`amplifier-hooks untrust\``,
  ]);
  return unfit.length === 0 ? EXIT.fine : EXIT.problem;
}

function followed({ io }: Call, found: Survey, managed: TrustMode | null): number {
  if (managed === 'content')
    throw new UserError(
      'nothing was changed: the administrator wants every change of a project to be approved',
      'Approve what it brings with: `amplifier-hooks trust`',
    );
  const nobody = whyNobody(io);
  if (nobody !== null)
    throw new UserError(`nothing was changed: ${nobody}`, 'Call it yourself, at a terminal.');
  writing(() => follow(found, true));
  print(io, [
    `Changes of ${found.key} need no approval from now on.`,
    'Take it back with: `amplifier-hooks untrust`',
  ]);
  return EXIT.fine;
}

/** What a person can put right: a state directory that cannot be written. */
export function writing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UserError(`the approvals cannot be written: ${systemReasonOf(error)}`);
  }
}

/** The file goes to other machines, and into repositories. */
const inPublic = (entry: Entry): string => redactText(entryInWords(entry));

function exported({ io }: Call, { entries }: Survey): number {
  const left = entries.filter(waits);
  complain(
    io,
    left.map((entry) => `Left out, not approved: ${inPublic(entry)}`),
  );
  io.stdout.json(
    trustFileOf(
      entries.filter((entry) => !waits(entry)),
      inPublic,
    ),
  );
  return left.length === 0 ? EXIT.fine : EXIT.problem;
}

function asJson({ io }: Call, found: Survey, meant: readonly Entry[]): number {
  printJson(io, {
    project: found.projectDir,
    repository: found.key,
    file: found.file,
    follow: found.follow,
    entries: meant.map((entry) => ({
      kind: entry.kind,
      id: nameOf(entry),
      state: entry.state,
      what: entryInWords(entry),
      digest: entry.identity.digest,
      definition: entry.identity.definition,
      files: filesThere(entry),
      problems: entry.identity.problems,
    })),
    gone: found.gone.map(({ item }) => item),
    goneGuards: found.gone.filter(({ guarded }) => guarded !== null),
  });
  return meant.some(waits) ? EXIT.problem : EXIT.fine;
}

/** Files that are there, and those that were when it was approved; others count only once they come into being. */
const filesThere = ({ identity, last }: Entry): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(identity.contents).filter(
      ([name, digest]) => digest !== null || (last?.contents[name] ?? null) !== null,
    ),
  );

const nameOf = (entry: Entry): string =>
  entry.kind === 'hook' ? entry.hook.id : entry.kind === 'server' ? entry.server.name : 'settings';

function list({ io, options }: Call, { stateDir, request }: Settled): number {
  const all = allApprovals(stateDir);
  const rows = all.map(({ approvals, broken }) => {
    const answers = Object.values(approvals.items);
    const approvedOnes = answers.filter(({ approved: some }) => some.length > 0).length;
    const refused = answers.filter(
      ({ approved: some, refused: no }) => some.length === 0 && no.length > 0,
    ).length;
    return { project: approvals.project, follow: approvals.follow, approved: approvedOnes, refused, broken };
  });
  if (flag(options, 'json')) printJson(io, { projects: rows });
  else
    print(
      io,
      rows.length === 0 ? ['You have approved nothing of any project.'] : rows.map((row) => rowLine(row, io)),
    );
  // Of the others nobody knows where their files lie.
  const { gone, projectDir } = survey(request, stateDir);
  const guards = gone.filter(({ guarded }) => guarded !== null);
  if (!flag(options, 'json') && guards.length > 0)
    complain(io, [`In ${projectDir}:`, ...guards.map((one) => goneLine(one, screenOf(io, projectDir)))]);
  return rows.some(({ broken }) => broken !== null) ? EXIT.problem : EXIT.fine;
}

interface Row {
  readonly project: string;
  readonly follow: boolean;
  readonly approved: number;
  readonly refused: number;
  readonly broken: string | null;
}

function rowLine({ project, follow: follows, approved: count, refused, broken }: Row, io: Io): string {
  const screen = screenOf(io, '');
  if (broken !== null) return `${project}  ${screen.red(broken)}`;
  const parts = [
    ...(follows ? ['followed'] : []),
    `${count} approved`,
    ...(refused === 0 ? [] : [`${refused} refused`]),
  ];
  return `${project}  ${screen.dim(parts.join(', '))}`;
}
