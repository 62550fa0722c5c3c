// Marketplaces, for a person.
import type { Diagnostic } from '../../nouns.js';
import {
  type Added,
  type ClaudeMarketplace,
  fetchedAt,
  type Hit,
  type Installed,
  type Known,
  type SearchResult,
  type Shelf,
  showOrigin,
  type Updated,
} from '../../plugins/marketplace/index.js';
import { plural } from '../../text/index.js';
import type { Screen } from './screen.js';
import { type Places, shortPath, shortPaths, wrap } from './screen.js';

/** More problems of a marketplace than this are nobody's to read here. */
const MOST_PROBLEMS = 5;

export function showAdded(
  { known, marketplace, state, warnings }: Added,
  screen: Screen,
  places: Places,
): string[] {
  const { listings } = marketplace;
  const done = state === 'added' ? 'Added' : 'Known already, brought up to date:';
  const without = listings.filter(({ from }) => from.kind === 'unsupported').length;
  return [
    `${done} ${screen.bold(known.name)} with ${plural(listings.length, 'plugin')}`,
    ...wrap(screen, originLine(known, places), 2),
    ...(without === 0 ? [] : [`  ${without} of them cannot be installed here`]),
    ...warnings.flatMap((warning) => wrap(screen, warning, 2).map(screen.yellow)),
    `Look through it: \`amplifier-hooks search <words>\``,
    `Install from it: \`amplifier-hooks install <plugin>@${known.name}\``,
  ];
}

/** What is wrong with a marketplace, shortened: whoever reads this is seldom its owner. */
export function showProblems(diagnostics: readonly Diagnostic[], screen: Screen, places: Places): string[] {
  const serious = diagnostics.filter(({ severity }) => severity !== 'info');
  const [shown, rest] = [serious.slice(0, MOST_PROBLEMS), serious.length - MOST_PROBLEMS];
  return [
    ...shown.flatMap((one) => [
      ...wrap(screen, `${one.severity}: ${shortPaths(placed(one), places)}`, 0, 2),
      ...(one.hint === null ? [] : wrap(screen, `→ ${shortPaths(one.hint, places)}`, 2, 4)),
    ]),
    ...(rest > 0 ? [`… and ${plural(rest, 'more problem', 'more problems')}; --json shows all of them`] : []),
  ];
}

/** The message with the place before it; a message that begins with the file gets the place there. */
function placed({ file, line, column, message }: Diagnostic): string {
  if (file === null || line === null) return message;
  const rest = message.startsWith(`${file} `) ? message.slice(file.length + 1) : message;
  return `${file}:${line}:${column ?? 1} ${rest}`;
}

export function showShelves(
  shelves: readonly Shelf[],
  now: number,
  screen: Screen,
  places: Places,
): string[] {
  if (shelves.length === 0)
    return [
      'No marketplace is known.',
      'Add one: `amplifier-hooks marketplace add anthropics/claude-plugins-official`',
    ];
  return shelves.flatMap(({ known, marketplace }) => [
    screen.bold(known.name),
    ...wrap(screen, originLine(known, places), 2),
    ...wrap(screen, [contentLine(marketplace), ageOf(known, now)].join(', '), 2),
    ...(marketplace?.description == null ? [] : wrap(screen, marketplace.description, 2).map(screen.dim)),
  ]);
}

function contentLine(marketplace: Shelf['marketplace']): string {
  if (marketplace === null) return 'cannot be used';
  const { listings, aside } = marketplace;
  return [
    plural(listings.length, 'plugin'),
    ...(aside.length === 0 ? [] : [`${aside.length} left out`]),
  ].join(', ');
}

function originLine({ origin, commit }: Known, places: Places): string {
  const from = shortPath(showOrigin(origin), places);
  return `from ${from}${commit === null ? '' : `, commit ${commit.slice(0, 12)}`}`;
}

export function showClaude(
  claude: readonly ClaudeMarketplace[] | null,
  known: readonly Known[],
  screen: Screen,
): string[] {
  if (claude === null || claude.length === 0) return ['', 'Claude Code knows no marketplace here.'];
  const names = new Set(known.map(({ name }) => name));
  const fresh = claude.some(({ name, from }) => !names.has(name) && 'origin' in from);
  return [
    '',
    'Claude Code knows:',
    ...claude.flatMap(({ name, from }) => {
      const state = names.has(name)
        ? 'known here too'
        : 'origin' in from
          ? showOrigin(from.origin)
          : `cannot be added: ${from.problem}`;
      return wrap(screen, `${name}: ${state}`, 2, 4);
    }),
    ...(fresh ? ['Add them: `amplifier-hooks marketplace add --from-claude`'] : []),
  ];
}

export function showUpdated({ known, outcome, ...rest }: Updated, now: number, screen: Screen): string[] {
  switch (outcome) {
    case 'in-place':
      return [`${known.name}: read where it lies, always up to date`];
    case 'unchanged':
      return [`${known.name}: nothing new`];
    case 'failed':
      return wrap(
        screen,
        `${known.name}: ${rest.problem?.message ?? 'it failed'}; what was there before stays (${ageOf(known, now)})`,
        0,
        2,
      );
    case 'updated': {
      const parts = [
        ['new', rest.added],
        ['gone', rest.removed],
        ['changed', rest.changed],
      ] as const;
      const said = parts.flatMap(([what, names]) =>
        names.length === 0 ? [] : [`${names.length} ${what} (${some(names)})`],
      );
      return wrap(screen, `${known.name}: updated${said.length === 0 ? '' : `, ${said.join(', ')}`}`, 0, 2);
    }
  }
}

export function showRemoved(known: Known, installed: readonly Installed[], screen: Screen): string[] {
  if (installed.length === 0) return [`Removed ${known.name}`];
  const names = installed.map(({ plugin, scope }) => `${plugin} (${scope})`);
  return [
    `Removed ${known.name}`,
    ...wrap(
      screen,
      `Installed from it: ${some(names)}. They stay and work as before, but are not found there any more when they are updated.`,
      0,
      2,
    ),
  ];
}

export function showSearch(result: SearchResult, now: number, screen: Screen, places: Places): string[] {
  const { found, total, searched } = result;
  if (searched.length === 0) return showShelves([], now, screen, places);
  const rest = total - found.length;
  const looked = searched.map(
    ({ known, plugins }) =>
      `${known.name} (${plugins === null ? 'cannot be used' : plural(plugins, 'plugin')}, ${ageOf(known, now)})`,
  );
  return [
    ...found.flatMap((one) => [...showFound(one, screen), '']),
    `${total === 0 ? 'No plugin fits' : `${plural(total, 'plugin fits', 'plugins fit')}`}${rest > 0 ? `, ${rest} not shown (--limit)` : ''}`,
    ...wrap(screen, `Looked in ${looked.join(', ')}`, 0, 2),
  ];
}

function showFound({ listing, marketplace, hooks, installed }: Hit, screen: Screen): string[] {
  const { name, version, description, category, from } = listing;
  const states = installed.map(({ scope }) => `installed (${scope})`);
  const head = [version ?? '', ...states].filter((part) => part !== '').join('  ');
  return [
    `${screen.bold(`${name}@${marketplace}`)}${head === '' ? '' : `  ${screen.line(head)}`}`,
    ...(description === null ? [] : wrap(screen, description, 2)),
    ...wrap(screen, [hooksLine(hooks), ...(category === null ? [] : [category])].join('; '), 2, 4),
    ...(from.kind === 'unsupported' ? wrap(screen, `cannot be installed: ${from.why}`, 2, 4) : []),
  ];
}

function hooksLine(hooks: Hit['hooks']): string {
  if (!hooks.known) return 'hooks: seen when it is fetched, its files are elsewhere';
  return hooks.events.length === 0 ? 'no hooks' : `hooks: ${hooks.events.join(', ')}`;
}

/** How old what is known about a marketplace is. */
function ageOf(known: Known, now: number): string {
  const date = fetchedAt(known);
  if (date === null) return 'read where it lies';
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes < 1) return 'fetched just now';
  if (minutes < 60) return `fetched ${plural(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  return `fetched ${hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')} ago`;
}

const some = (names: readonly string[]): string =>
  names.length <= 8 ? names.join(', ') : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
