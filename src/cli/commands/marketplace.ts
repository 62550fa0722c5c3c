// `marketplace add|list|update|remove`: which marketplaces are known.
import {
  type Added,
  addMarketplace,
  installedFromMarketplaces,
  type Known,
  openCatalogue,
  parseOrigin,
  readClaudeMarketplaces,
  removeMarketplace,
  type Shelf,
  showOrigin,
  type Updated,
  updateMarketplaces,
} from '../../plugins/marketplace/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag, projectHere, refuseOptions, textFlag } from '../options/flags.js';
import { tellProblems } from '../show/explain-error.js';
import {
  showAdded,
  showClaude,
  showProblems,
  showRemoved,
  showShelves,
  showUpdated,
} from '../show/marketplace.js';
import { showProgress } from '../show/progress.js';
import type { Places, Screen } from '../show/screen.js';
import { screenFor, screenOf, wrap } from '../show/screen.js';
import { homeFor } from '../work/home.js';

const ACTIONS = ['add', 'list', 'update', 'remove'] as const;

export const marketplace: CommandModule = {
  define(command) {
    command
      .addArgument(command.createArgument('<action>', 'what to do; see below').choices([...ACTIONS]))
      .argument('[what]', 'for add where it comes from, for update and remove its name')
      .option('--name <name>', 'with add: call it so, instead of by its own name')
      .option('--from-claude', 'with add: what Claude Code knows, all or the one that is named')
      .option('--claude', 'with list: what Claude Code knows too')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
Actions:
  add <source>   fetch a marketplace and remember it
  list           all that are known
  update [name]  fetch one or all of them again; what fails stays as it was
  remove <name>  forget one; what was installed from it stays

Sources:
  owner/name[@ref]          a repository at GitHub
  https://host/repo[#ref]   any git URL
  https://host/market.json  only a list; its plugins lie elsewhere
  ./folder, ./file.json     on this machine; read where it lies

Nothing of a marketplace is run. Copies are kept in
~/.amplifier/hooks-marketplaces.

Examples:
  amplifier-hooks marketplace add anthropics/claude-plugins-official
  amplifier-hooks marketplace add https://git.example.com/team/hooks.git#v2 --name team
  amplifier-hooks marketplace add --from-claude
  amplifier-hooks marketplace update
  amplifier-hooks marketplace remove team`,
      );
  },

  async run(call) {
    const [action = '', what] = call.args;
    refuseOthers(action, what, call.options);
    const desk = deskOf(call);
    switch (ACTIONS.find((one) => one === action)) {
      case 'add':
        return tellProblems(() => add(desk, what ?? null));
      case 'update':
        return tellProblems(() => update(desk, what ?? null));
      case 'remove':
        return tellProblems(() => remove(desk, what ?? null));
      default:
        return tellProblems(() => list(desk));
    }
  },
};

function refuseOthers(action: string, what: string | undefined, options: Call['options']): void {
  if (action !== 'add') refuseOptions(options, ['name', 'fromClaude'], 'is for marketplace add');
  if (action !== 'list') refuseOptions(options, ['claude'], 'is for marketplace list');
  else if (what !== undefined)
    throw new UserError(`marketplace list shows all of them; "${what}" is too much`, 'Leave it out.');
  if (options['fromClaude'] === true)
    refuseOptions(options, ['name'], 'does not go with --from-claude: they keep their names');
}

/** What every action works with. */
interface Desk {
  readonly call: Call;
  readonly places: Places;
  readonly screen: Screen;
  /** For what is not a result. */
  readonly notes: Screen;
  readonly json: boolean;
}

function deskOf(call: Call): Desk {
  const { io, options } = call;
  const [projectDir, home] = [projectHere(io), homeFor(io)];
  return {
    call,
    places: { projectDir, home },
    screen: screenOf(io, projectDir),
    notes: screenFor(io.stderr, io.env, projectDir),
    json: flag(options, 'json'),
  };
}

/** Fetches with progress on stderr. */
async function fetching<T>(
  { call: { io }, places: { home } }: Desk,
  work: (around: Parameters<typeof addMarketplace>[2]) => Promise<T>,
): Promise<T> {
  const progress = showProgress(io.stderr, io.env);
  try {
    return await work({ home, env: io.env, progress, signal: null });
  } finally {
    progress.end();
  }
}

async function add(desk: Desk, what: string | null): Promise<number> {
  const { call, places, screen, notes, json } = desk;
  const { io, options } = call;
  const name = textFlag(options, 'name');
  if (flag(options, 'fromClaude')) return addFromClaude(desk, what);
  if (what === null)
    throw new UserError(
      'marketplace add needs a source',
      '`amplifier-hooks marketplace --help` shows what it can be.',
    );
  const origin = parseOrigin(what, { cwd: io.cwd, home: places.home });
  const added = await fetching(desk, (around) => addMarketplace(origin, name, around));
  if (json) printJson(io, { added: [addedJson(added)], failed: [] });
  else {
    print(io, showAdded(added, screen, places));
    complain(io, showProblems(added.diagnostics, notes, places));
  }
  return EXIT.fine;
}

async function addFromClaude(desk: Desk, only: string | null): Promise<number> {
  const { call, places, screen, notes, json } = desk;
  const { io } = call;
  const all = readClaudeMarketplaces(places.home) ?? [];
  const wanted = all.filter(({ name }) => only === null || name === only);
  if (wanted.length === 0)
    throw new UserError(
      only === null ? 'Claude Code knows no marketplace here' : `Claude Code knows no marketplace "${only}"`,
      'See `amplifier-hooks marketplace list --claude`.',
    );
  const added: Added[] = [];
  const failed: { name: string; message: string; hint: string | null }[] = [];
  for (const { name, from } of wanted) {
    if ('problem' in from) {
      failed.push({ name, message: from.problem, hint: null });
      continue;
    }
    try {
      added.push(
        await fetching(desk, (around) => tellProblems(() => addMarketplace(from.origin, name, around))),
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed.push({ name, message: error.message, hint: error.hint });
    }
  }
  if (json) printJson(io, { added: added.map(addedJson), failed });
  else {
    print(
      io,
      added.flatMap((one) => showAdded(one, screen, places).slice(0, -2)),
    );
    complain(
      io,
      failed.flatMap(({ name, message, hint }) => [
        ...wrap(notes, `${name}: ${message}`, 0, 2),
        ...(hint === null ? [] : wrap(notes, `→ ${hint}`, 2, 4)),
      ]),
    );
  }
  return failed.length === 0 ? EXIT.fine : EXIT.problem;
}

async function list({ call, places, screen, notes, json }: Desk): Promise<number> {
  const { io, options } = call;
  const { shelves, diagnostics } = await openCatalogue(places.home);
  const asked = flag(options, 'claude');
  const claude = asked ? readClaudeMarketplaces(places.home) : null;
  if (json) {
    printJson(io, {
      marketplaces: shelves.map(shelfJson),
      claude: asked
        ? (claude ?? []).map(({ name, from }) => ({
            name,
            origin: 'origin' in from ? showOrigin(from.origin) : null,
            problem: 'origin' in from ? null : from.problem,
          }))
        : null,
      diagnostics,
    });
    return EXIT.fine;
  }
  const known = shelves.map((shelf) => shelf.known);
  print(io, [
    ...showShelves(shelves, Date.now(), screen, places),
    ...(asked ? showClaude(claude, known, screen) : []),
  ]);
  const broken = shelves.flatMap((shelf) => (shelf.marketplace === null ? shelf.diagnostics : []));
  complain(io, showProblems([...diagnostics, ...broken], notes, places));
  return EXIT.fine;
}

async function update(desk: Desk, name: string | null): Promise<number> {
  const { call, screen, notes, json } = desk;
  const { io } = call;
  const results = await fetching(desk, (around) => updateMarketplaces(name, around));
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  if (json) printJson(io, { updated: results.map(updatedJson) });
  else {
    const now = Date.now();
    const fine = results.filter(({ outcome }) => outcome !== 'failed');
    print(
      io,
      results.length === 0
        ? ['No marketplace is known.']
        : fine.flatMap((one) => showUpdated(one, now, screen)),
    );
    complain(
      io,
      failed.flatMap((one) => [
        ...showUpdated(one, now, notes),
        ...(one.problem === null ? [] : wrap(notes, `→ ${one.problem.hint}`, 2, 4)),
      ]),
    );
  }
  return failed.length === 0 ? EXIT.fine : EXIT.problem;
}

async function remove({ call, places, screen, json }: Desk, name: string | null): Promise<number> {
  const { io } = call;
  if (name === null)
    throw new UserError('marketplace remove needs a name', 'See `amplifier-hooks marketplace list`.');
  const known = await removeMarketplace(name, places.home);
  const installed = installedFromMarketplaces(places).filter((one) => one.marketplace === known.name);
  if (json) printJson(io, { removed: known.name, installed });
  else print(io, showRemoved(known, installed, screen));
  return EXIT.fine;
}

const knownJson = ({ name, origin, addedAt, updatedAt, commit }: Known) => ({
  name,
  kind: origin.kind,
  origin: showOrigin(origin),
  addedAt,
  updatedAt,
  commit,
});

const addedJson = ({ known, marketplace: { listings, aside }, state, warnings, diagnostics }: Added) => ({
  ...knownJson(known),
  state,
  plugins: listings.length,
  leftOut: aside.length,
  warnings,
  diagnostics,
});

const shelfJson = ({ known, marketplace: content, diagnostics }: Shelf) => ({
  ...knownJson(known),
  description: content?.description ?? null,
  owner: content?.owner ?? null,
  plugins: content?.listings.length ?? null,
  leftOut: content?.aside.length ?? null,
  diagnostics,
});

const updatedJson = ({ known, outcome, added, removed, changed, problem }: Updated) => ({
  ...knownJson(known),
  outcome,
  new: added,
  gone: removed,
  changed,
  problem: problem === null ? null : { code: problem.code, message: problem.message, hint: problem.hint },
});
