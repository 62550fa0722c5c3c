// `promote <id|plugin|file>`: makes hooks real that only observe, where it is said that they do.
import { resolve } from 'node:path';
import { loadGeneration, readState, STATE_SCOPES } from '../../config/index.js';
import { shortName } from '../../hook-name.js';
import type { Hook } from '../../nouns.js';
import {
  changeMode,
  findTarget,
  type Promoted,
  promoteFile,
  promoteHooks,
  type Target,
} from '../../plugins/index.js';
import type { Entry } from '../../trust/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { reviewedDiff } from '../show/review.js';
import { beside, type Screen, screenOf, shortPath } from '../show/screen.js';
import { homeFor } from '../work/home.js';
import { ownAct } from '../work/own-act.js';
import { SCOPES_IN_WORDS, scopeOf } from '../work/switch-command.js';
import { hookLines, refusing, targetIn } from '../work/switching.js';
import { explained } from './migrate.js';

export const promote: CommandModule = {
  define(command) {
    command
      .argument(
        '<id|plugin|file>',
        'a hook by its id, the start of it or its script, a plugin by its name, or a file whose hooks all observe',
      )
      .addOption(
        command
          .createOption('--scope <scope>', 'leave files as they are, and say it for these; see below')
          .choices([...STATE_SCOPES]),
      )
      .option('--dry-run', 'only say what would be written')
      .option('--json', 'one object for programs');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
The mode is taken away where it is said: what shadow wrote is removed, and
"mode" is taken out of files of yours and of the project, with a backup that
restore puts back. A file of somebody else, an installed plugin say, is not
touched: with --scope the hook is made real for you all the same.

${SCOPES_IN_WORDS}

Examples:
  amplifier-hooks promote 3fa9c1d2ab
  amplifier-hooks promote .amplifier/hooks/hooks.json --dry-run
  amplifier-hooks promote formatter --scope user`,
    );
  },

  run: (call) => explained(() => make(call)),
};

async function make(call: Call): Promise<number> {
  const { io, options, args } = call;
  const [word = ''] = args;
  const { request, projectDir, home } = settledOptions(call);
  homeFor(io, textFlag(options, 'home') ?? undefined);
  const state = readState(request);
  const generation = loadGeneration(request);
  const dryRun = flag(options, 'dryRun');
  const file = resolve(io.cwd, word);
  const ofFile = generation.hooks.filter(({ source }) => source.file === file);
  const target: Target =
    ofFile.length > 0
      ? { kind: 'plugin', name: word, hooks: ofFile }
      : targetIn(findTarget(word, generation, state), word);
  const stated = textFlag(options, 'scope');
  const done =
    ofFile.length > 0
      ? promoteFile(file, ofFile.filter(isObserving), dryRun, request, new Date())
      : stated === null
        ? refusing(() => promoteHooks({ target, dryRun }, state, request, new Date()))
        : inScope(target, stated, dryRun, state, request);
  const waiting = new Set(done.others.map(({ hook }) => hook));
  const real = target.hooks.filter((hook) => isObserving(hook) && !waiting.has(hook));
  if (flag(options, 'json')) printJson(io, asObject(target, done, real, dryRun));
  else {
    const screen = screenOf(io, projectDir);
    print(
      io,
      said(target, done, { real, dryRun, stated, isFile: ofFile.length > 0 }, screen, { projectDir, home }),
    );
    const ids = new Set(dryRun ? [] : real.map(({ id }) => id));
    const meant = (entry: Entry): boolean => entry.kind === 'hook' && ids.has(entry.hook.id);
    print(io, ownAct(io, { projectDir, plugins: request.plugins, meant }));
  }
  return waiting.size === 0 ? EXIT.fine : EXIT.problem;
}

const isObserving = ({ observes }: Hook): boolean => observes !== undefined;

function inScope(
  target: Target,
  stated: string,
  dryRun: boolean,
  state: ReturnType<typeof readState>,
  request: Parameters<typeof changeMode>[3],
): Promoted {
  const scope = scopeOf(stated);
  const { kind, file, others } = refusing(() =>
    changeMode('enforce', { target, scope, dryRun }, state, request),
  );
  const switches = kind === 'changed' ? [{ scope, file, name: target.name }] : [];
  return { kind: 'promoted', switches, files: [], others };
}

const asObject = (
  target: Target,
  { switches, files, others }: Promoted,
  real: readonly Hook[],
  dryRun: boolean,
): Readonly<Record<string, unknown>> => ({
  target: { kind: target.kind, name: target.name, hooks: target.hooks.map(({ id }) => id) },
  promoted: real.map(({ id }) => id),
  dryRun,
  switches,
  files: files.map(({ file, backup }) => ({ file, backup: backup?.id ?? null })),
  others: others.map(({ hook, why }) => ({ id: hook.id, why })),
});

interface How {
  readonly real: readonly Hook[];
  readonly dryRun: boolean;
  readonly stated: string | null;
  /** The target is a file, not a plugin. */
  readonly isFile: boolean;
}

function said(
  target: Target,
  { switches, files, others }: Promoted,
  { real, dryRun, stated, isFile }: How,
  screen: Screen,
  places: { readonly projectDir: string; readonly home: string },
): string[] {
  const [hook] = target.hooks;
  const called = hook === undefined ? target.name : `${shortName(hook)} (${target.name})`;
  const whole = isFile ? `all hooks of ${target.name}` : `the plugin ${target.name}`;
  const name = target.kind === 'plugin' ? whole : `hook ${called}`;
  const is = dryRun ? 'would be real' : 'real from now on';
  const undo = switches.map(
    ({ scope, name: word }) =>
      `amplifier-hooks shadow ${word}${scope === 'local' ? '' : ` --scope ${scope}`}`,
  );
  if (target.hooks.length > 0 && real.length + others.length === 0)
    return [`${name}: nothing to change, it does not only observe`];
  return [
    ...(real.length === 0 && target.hooks.length > 0 ? [`${name}: still only observes`] : [`${name}: ${is}`]),
    ...real.flatMap((one) => hookLines(one, screen)),
    ...others.flatMap(({ hook: one, why }) => [
      ...hookLines(one, screen),
      ...beside(screen, `    ${screen.yellow('only observes:')} `, 19, screen.short(why)),
    ]),
    ...files.flatMap(({ file, before, after }) => [
      `${dryRun ? 'Would change' : 'Changed'} ${shortPath(file, places)}`,
      ...reviewedDiff(screen, before, after),
    ]),
    ...switches.map(({ file }) => `${dryRun ? 'Would be written to' : 'Written to'} ${file}`),
    ...(dryRun ? ['Nothing was written.'] : []),
    ...(dryRun || stated !== null
      ? []
      : [
          ...files.flatMap(({ backup }) =>
            backup === null ? [] : [`Undo: \`amplifier-hooks restore ${backup.id}\``],
          ),
          ...undo.map((command) => `Undo: \`${command}\``),
        ]),
  ];
}
