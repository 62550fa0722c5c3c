// `amplihack install|uninstall|status`: the ready handlers of this package, registered in a settings file.
import { join, resolve } from 'node:path';
import {
  InstallProblem,
  install,
  isRepository,
  packagedExecutable,
  SCOPES,
  type Scope,
  settingsOf,
  statusOf,
  TOOLS,
  type Tool,
  uninstall,
} from '../../amplihack/install/index.js';
import { shellWord } from '../../text/index.js';
import { VERSION } from '../../version.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag, loadOptions, refuseOptions, textFlag } from '../options/flags.js';
import { checksOf, showInstalled, showStatus, showUninstalled, statusJson } from '../show/amplihack.js';
import { screenOf } from '../show/screen.js';
import { homeFor } from '../work/home.js';

const ACTIONS = ['install', 'uninstall', 'status'] as const;

export const amplihack: CommandModule = {
  define(command) {
    command
      .addArgument(command.createArgument('<action>', 'what to do').choices([...ACTIONS]))
      .addOption(
        command
          .createOption('--scope <scope>', 'whose settings; see below')
          .choices([...SCOPES])
          .default('user'),
      )
      .addOption(
        command
          .createOption('--to <tool>', 'the tool that reads them')
          .choices([...TOOLS])
          .default('claude'),
      )
      .option('--settings <file>', 'another settings file, instead of these')
      .option('--bin <dir>', 'where the executable is placed (default: ~/.local/bin)')
      .option('--copy', 'install: place a copy instead of a link to this package')
      .option('--with-session-stop', 'install: register the handler for SessionEnd too')
      .option('--executable', 'uninstall: remove the executable too')
      .option('--dry-run', 'only say what would be done')
      .option('--json', 'one object for programs')
      .option('--project <dir>', 'the project (default: the one around)')
      .option('--home <dir>', 'the home directory (default: yours)')
      .addHelpText(
        'after',
        `
Settings files:
  --scope user     ~/.claude/settings.json
  --scope project  .claude/settings.json of the project, if it is a git repository
  --to amplifier   .amplifier/hooks/hooks.json instead, in the same scope

install registers seven hooks before those of others, and puts an earlier
registration right: order, timeouts, paths, duplicates, old scripts. Done twice
it changes nothing. uninstall removes exactly these. Hooks of others, comments
and layout stay; the file as it was is kept beside it as <file>.backup.<time>.

Examples:
  amplifier-hooks amplihack install
  amplifier-hooks amplihack install --scope project --dry-run
  amplifier-hooks amplihack status
  amplifier-hooks amplihack uninstall --executable`,
      );
  },

  async run(call) {
    const [action = ''] = call.args;
    if (action !== 'install')
      refuseOptions(call.options, ['copy', 'withSessionStop'], 'is for amplihack install');
    if (action !== 'uninstall') refuseOptions(call.options, ['executable'], 'is for amplihack uninstall');
    if (action === 'status') refuseOptions(call.options, ['bin', 'dryRun'], 'is not for amplihack status');
    try {
      switch (ACTIONS.find((one) => one === action)) {
        case 'install':
          return await runInstall(call);
        case 'uninstall':
          return await runUninstall(call);
        default:
          return await runStatus(call);
      }
    } catch (error) {
      throw error instanceof InstallProblem ? new UserError(error.message, error.hint) : error;
    }
  },
};

async function runInstall(call: Call): Promise<number> {
  const { io, options } = call;
  const { home, projectDir } = placesOf(call);
  const dryRun = flag(options, 'dryRun');
  const wish = scopeOf(options);
  const isLocal = wish !== 'project' || textFlag(options, 'settings') !== null || isRepository(projectDir);
  if (!isLocal)
    complain(io, [`${projectDir} is not a git repository; the settings of the user are taken instead.`]);
  const scope = isLocal ? wish : 'user';
  const settings = settingsFile(call, scope);
  const installed = await install({
    settings,
    projectDir: projectBehind(call, scope),
    search: { env: io.env, cwd: io.cwd, home, bin: binFolder(call), copy: flag(options, 'copy') },
    sessionEnd: flag(options, 'withSessionStop'),
    dryRun,
    epochSeconds: epochSeconds(),
  });
  if (flag(options, 'json')) printJson(io, { action: 'install', dryRun, settings, ...installed });
  else print(io, showInstalled(installed, { settings, dryRun, undo: undoOf(call, scope, settings) }));
  return EXIT.fine;
}

async function runUninstall(call: Call): Promise<number> {
  const { io, options } = call;
  const dryRun = flag(options, 'dryRun');
  const settings = settingsFile(call, scopeOf(options));
  const uninstalled = await uninstall({
    settings,
    projectDir: projectBehind(call, scopeOf(options)),
    bin: binFolder(call),
    executable: flag(options, 'executable'),
    dryRun,
    epochSeconds: epochSeconds(),
  });
  if (flag(options, 'json')) printJson(io, { action: 'uninstall', dryRun, settings, ...uninstalled });
  else print(io, showUninstalled(uninstalled, { settings, dryRun }));
  return EXIT.fine;
}

async function runStatus(call: Call): Promise<number> {
  const { io, options } = call;
  const places = placesOf(call);
  const named = textFlag(options, 'settings');
  const settings = named === null ? null : resolve(io.cwd, named);
  const packaged = packagedExecutable();
  const status = await statusOf({ ...places, env: io.env, version: VERSION, packaged, settings });
  const isFine = checksOf(status).every(({ ok }) => ok);
  if (flag(options, 'json')) printJson(io, { action: 'status', ...statusJson(status) });
  else print(io, showStatus(status, screenOf(io, places.projectDir)));
  return isFine ? EXIT.fine : EXIT.problem;
}

function placesOf(call: Call): { readonly home: string; readonly projectDir: string } {
  const { home, projectDir } = loadOptions(call);
  const isKnown = textFlag(call.options, 'home') !== null || /\S/.test(call.io.env['HOME'] ?? '');
  if (!isKnown)
    throw new UserError('HOME is not set, so there is no place for hooks', 'Set HOME, or use --home.');
  return { home: homeFor(call.io, home), projectDir };
}

const scopeOf = (options: Call['options']): Scope =>
  SCOPES.find((scope) => scope === textFlag(options, 'scope')) ?? 'user';

const toolOf = (options: Call['options']): Tool =>
  TOOLS.find((tool) => tool === textFlag(options, 'to')) ?? 'claude';

function settingsFile(call: Call, scope: Scope): string {
  const named = textFlag(call.options, 'settings');
  return named === null
    ? settingsOf(toolOf(call.options), scope, placesOf(call))
    : resolve(call.io.cwd, named);
}

/** The project whose links must not lead a change out of it; `null`: the file is the user's, or named by the user. */
const projectBehind = (call: Call, scope: Scope): string | null =>
  scope === 'project' && textFlag(call.options, 'settings') === null ? placesOf(call).projectDir : null;

function binFolder(call: Call): string {
  const named = textFlag(call.options, 'bin');
  return named === null ? join(placesOf(call).home, '.local', 'bin') : resolve(call.io.cwd, named);
}

/** The command that takes an installation back. */
function undoOf({ options }: Call, scope: Scope, settings: string): string {
  const tool = toolOf(options);
  const words =
    textFlag(options, 'settings') !== null
      ? ['--settings', shellWord(settings)]
      : [...(scope === 'user' ? [] : ['--scope', scope]), ...(tool === 'claude' ? [] : ['--to', tool])];
  return ['amplifier-hooks amplihack uninstall', ...words].join(' ');
}

const epochSeconds = (): number => Math.floor(Date.now() / 1000);
