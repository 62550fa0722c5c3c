// `search <words>`: plugins of all known marketplaces, from the copies.
import {
  fetchedAt,
  type Hit,
  type SearchResult,
  searchPlugins,
  showOrigin,
} from '../../plugins/marketplace/index.js';
import { formatSource } from '../../plugins/sources/index.js';
import type { CommandModule } from '../command.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag, projectHere, textFlag } from '../options/flags.js';
import { tellProblems } from '../show/explain-error.js';
import { showProblems, showSearch } from '../show/marketplace.js';
import { screenFor, screenOf } from '../show/screen.js';
import { homeFor } from '../work/home.js';

const LIMIT = 20;

export const search: CommandModule = {
  define(command) {
    command
      .argument('[words...]', 'all of them have to be in a plugin; without words, every plugin')
      .option('--hooks', 'only plugins of which it is known that they have hooks')
      .option('--limit <count>', `show at most so many, 0: all (default: ${LIMIT})`)
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
Looks at name, description, keywords, tags and category of every plugin in the
known marketplaces, in the copies on this machine: nothing is fetched, so
amplifier-hooks marketplace update comes first where they are old.

The best come first: a word that is the name counts most, then one that begins
it, is a part of it, is in it, is a keyword, tag or category, is in one of
those, and last one in the description. Which events a plugin has hooks for is
known where its files lie in its marketplace.

Examples:
  amplifier-hooks search security
  amplifier-hooks search git commit --limit 5
  amplifier-hooks search --hooks --limit 0
  amplifier-hooks search format --json`,
      );
  },

  async run({ args, io, options }) {
    const projectDir = projectHere(io);
    const places = { projectDir, home: homeFor(io) };
    const order = {
      words: args.flatMap((arg) => arg.split(/\s+/)).filter((word) => word !== ''),
      hooksOnly: flag(options, 'hooks'),
      limit: limitOf(textFlag(options, 'limit')),
    };
    const result = await tellProblems(() => searchPlugins(order, places));
    if (flag(options, 'json')) printJson(io, asJson(result));
    else {
      print(io, showSearch(result, Date.now(), screenOf(io, projectDir), places));
      complain(io, showProblems(result.diagnostics, screenFor(io.stderr, io.env, projectDir), places));
    }
    return EXIT.fine;
  },
};

function limitOf(text: string | null): number | null {
  if (text === null) return LIMIT;
  if (!/^\d{1,6}$/.test(text))
    throw new UserError(`--limit "${text}" is not a number`, 'Give how many, or 0 for all.');
  return Number(text) === 0 ? null : Number(text);
}

const asJson = ({ found, total, searched, diagnostics }: SearchResult) => ({
  total,
  plugins: found.map(foundJson),
  marketplaces: searched.map(({ known, plugins }) => ({
    name: known.name,
    origin: showOrigin(known.origin),
    plugins,
    fetchedAt: fetchedAt(known)?.toISOString() ?? null,
  })),
  diagnostics,
});

function foundJson({ listing, marketplace, score, hooks, installed }: Hit) {
  const { from, hooks: _inline, line: _line, column: _column, strict: _strict, ...about } = listing;
  return {
    ...about,
    marketplace,
    score,
    source: from.kind === 'usable' ? formatSource(from.source) : null,
    unsupported: from.kind === 'usable' ? null : from.why,
    events: hooks.known ? hooks.events : null,
    installed: installed.map(({ scope, version }) => ({ scope, version })),
  };
}
