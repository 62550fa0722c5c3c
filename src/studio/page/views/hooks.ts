// The table of hooks: what each cost and did, those that never fired and why, and the switches.
import type { HookRow, HookTable } from '../../contract.js';
import { button, type Child, el, nothing, prose } from '../dom.js';
import { placeLink } from '../editor.js';
import { histogram, sparkline } from '../plots.js';
import { hashOf } from '../route.js';
import { type Context, ofProject, projectOf, type View } from '../view.js';
import { amount, counted, dollars, duration, moment } from '../words.js';

interface Column {
  readonly name: string;
  readonly title: string;
  /** What is compared; the largest first, `null` last. Without it nothing is sorted by this column. */
  readonly by?: (row: HookRow) => number | string | null;
  cell(row: HookRow, context: Context): readonly Child[];
}

const DAY_MS = 86_400_000;
const TIMES: Readonly<Record<string, number>> = { day: DAY_MS, week: 7 * DAY_MS };

export function hooksView(context: Context): View {
  const element = el('div', { class: 'hooks' });
  const time = TIMES[context.words['time'] ?? ''];
  const again = ofProject(context, element, async (project) => {
    const since = time === undefined ? {} : { since: Date.now() - time };
    const table = await context.source.hooks({ project, ...since });
    return table === null ? [nothing('Hooks of this project cannot be looked at.')] : parts(context, table);
  });
  again();
  return { title: 'Hooks', element, again, changed: again };
}

const failuresOf = ({ numbers }: HookRow): number =>
  Object.values(numbers?.failures ?? {}).reduce((sum, count) => sum + count, 0);

const COLUMNS: readonly Column[] = [
  { name: 'hook', title: 'Hook', by: ({ label }) => label, cell: nameCell },
  { name: 'state', title: 'State', by: ({ state }) => state, cell: stateCell },
  { name: 'runs', title: 'Runs', by: ({ numbers }) => numbers?.runs ?? 0, cell: runsCell },
  ...(['p50', 'p95', 'p99'] as const).map(
    (name): Column => ({
      name,
      title: name,
      by: ({ numbers }) => numbers?.[name] ?? null,
      cell: ({ numbers }) => [el('span', { class: 'number' }, duration(numbers?.[name] ?? null))],
    }),
  ),
  {
    name: 'durations',
    title: 'Durations',
    cell: ({ numbers }) => [numbers === null ? null : histogram(numbers)],
  },
  { name: 'failures', title: 'Failures', by: failuresOf, cell: failureCell },
  {
    name: 'denies',
    title: 'Denies',
    by: ({ numbers }) => numbers?.denies ?? 0,
    cell: ({ numbers }) => [amount(numbers?.denies ?? 0)],
  },
  {
    name: 'cost',
    title: 'Tokens, cost',
    by: ({ numbers }) => numbers?.models?.costUsd ?? null,
    cell: costCell,
  },
  { name: 'actions', title: 'Actions', cell: actionCell },
];

function parts(context: Context, table: HookTable): readonly Child[] {
  const { words } = context;
  const wanted = (words['find'] ?? '').toLowerCase();
  const list = el('tbody');
  const find = el('input', {
    type: 'search',
    value: words['find'] ?? '',
    placeholder: 'name, event, matcher, file',
    input: () => {
      context.note({ ...words, find: find.value });
      show(find.value.toLowerCase());
    },
  });
  const only = select(
    'Which',
    words['only'] ?? '',
    { '': 'all hooks', never: 'never fired', failing: 'failing', off: 'not armed' },
    (value) => context.go('hooks', { ...words, only: value }),
  );
  const time = select(
    'Time',
    words['time'] ?? '',
    { '': 'all that is recorded', day: 'last day', week: 'last week' },
    (value) => context.go('hooks', { ...words, time: value }),
  );
  const order = COLUMNS.find(({ name }) => name === words['by']) ?? null;
  const isUp = words['up'] !== undefined;
  const none = el('p', { role: 'status' });

  function show(text: string): void {
    const rows = table.rows.filter((row) => isOf(row, words['only'] ?? '') && has(row, text));
    if (order?.by !== undefined) rows.sort(comparing(order.by, isUp));
    list.replaceChildren(...rows.map((row) => line(row, context)));
    none.textContent = `${counted(rows.length, 'hook')}, ${moment(table.from)} to ${moment(table.to)}`;
  }
  show(wanted);

  const heading = ({ name, title, by }: Column): HTMLElement => {
    const isOrder = name === order?.name;
    const sort = (): void =>
      context.go('hooks', { ...words, by: name, up: isOrder && !isUp ? '1' : undefined });
    const direction = isUp ? 'ascending' : 'descending';
    return el(
      'th',
      { scope: 'col', 'aria-sort': isOrder ? direction : undefined },
      by === undefined ? title : button(`${title}${isOrder ? (isUp ? ' ▲' : ' ▼') : ''}`, sort),
    );
  };
  return [
    el('div', { class: 'tools' }, el('label', {}, 'Filter ', find), only, time),
    none,
    context.about.noTrust === null
      ? null
      : el(
          'p',
          { class: 'note' },
          ...prose(`Nothing can be approved from this page: ${context.about.noTrust}.`),
        ),
    el(
      'div',
      { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Hooks' },
      el('table', {}, el('thead', {}, el('tr', {}, ...COLUMNS.map(heading))), list),
    ),
    table.idle.length === 0
      ? null
      : el(
          'p',
          { class: 'faint' },
          `No hook ran for ${table.idle.map(({ event, count }) => `${event} (${amount(count)})`).join(', ')}.`,
        ),
    table.lost + table.damaged === 0
      ? null
      : el(
          'p',
          { class: 'problem' },
          `${counted(table.lost, 'entry', 'entries')} could not be recorded, ${counted(table.damaged, 'line')} could not be read.`,
        ),
  ];
}

function select(
  label: string,
  value: string,
  options: Readonly<Record<string, string>>,
  choose: (value: string) => void,
): HTMLElement {
  const element = el(
    'select',
    { 'aria-label': label, change: () => choose(element.value) },
    ...Object.entries(options).map(([name, title]) =>
      el('option', { value: name, selected: name === value }, title),
    ),
  );
  return element;
}

const has = (row: HookRow, text: string): boolean =>
  text === '' ||
  [row.label, row.event, row.matcher, row.runs, row.owner, row.position?.file].some(
    (part) => part?.toLowerCase().includes(text) ?? false,
  );

function isOf(row: HookRow, which: string): boolean {
  switch (which) {
    case 'never':
      return row.numbers === null;
    case 'failing':
      return failuresOf(row) > 0;
    case 'off':
      return row.state !== 'armed' && row.state !== 'observing';
    default:
      return true;
  }
}

function comparing(by: NonNullable<Column['by']>, isUp: boolean): (one: HookRow, other: HookRow) => number {
  return (one, other) => {
    const [a, b] = [by(one), by(other)];
    // What has no number stands behind, whichever way.
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'string' || typeof b === 'string' ? String(a).localeCompare(String(b)) : b - a;
    return isUp ? -order : order;
  };
}

const line = (row: HookRow, context: Context): HTMLElement =>
  el(
    'tr',
    { 'data-hook': row.hook ?? undefined },
    ...COLUMNS.map(({ name, title, cell }) =>
      el(
        name === 'hook' ? 'th' : 'td',
        { 'data-title': title, scope: name === 'hook' ? 'row' : undefined },
        ...cell(row, context),
      ),
    ),
  );

function nameCell(
  { hook, label, event, matcher, condition, scope, owner, position, background }: HookRow,
  context: Context,
): readonly Child[] {
  const about = [event, matcher, condition, scope, owner, background ? 'in the background' : null].filter(
    (word) => word !== null && word !== '',
  );
  return [
    hook === null
      ? label
      : el('a', { href: hashOf('timeline', { project: projectOf(context) ?? undefined, hook }) }, label),
    el('div', { class: 'faint' }, about.join(' · ')),
    placeLink(position, context.about.kind === 'live'),
  ];
}

function stateCell({ state, why, trust }: HookRow): readonly Child[] {
  return [
    el('span', { class: state === 'armed' || state === 'observing' ? '' : 'problem' }, state),
    trust === null ? null : el('div', { class: 'faint' }, `trust: ${trust}`),
    why === null ? null : el('div', { class: 'faint' }, ...prose(why)),
  ];
}

function runsCell({ numbers, never }: HookRow): readonly Child[] {
  if (numbers === null)
    return [
      el('strong', {}, 'never fired'),
      never === null
        ? null
        : el('div', { class: 'faint' }, ...prose([never.why, never.fix].filter(Boolean).join(' '))),
    ];
  const saved =
    numbers.warmRuns === 0
      ? null
      : el(
          'div',
          { class: 'faint' },
          `${amount(numbers.warmRuns)} ready, saved ${duration(numbers.savedMs)}`,
        );
  const observed =
    numbers.observed === 0
      ? null
      : el('div', { class: 'faint' }, `only observed ${amount(numbers.observed)}`);
  return [amount(numbers.runs), sparkline(numbers), saved, observed];
}

function failureCell({ numbers }: HookRow): readonly Child[] {
  const kinds = Object.entries(numbers?.failures ?? {}).filter(([, count]) => count > 0);
  if (kinds.length === 0) return ['0'];
  const last = numbers?.lastError ?? null;
  return [
    ...kinds.map(([kind, count]) => el('div', {}, `${kind} ${amount(count)}`)),
    last === null ? null : el('div', { class: 'faint' }, `last: ${last.message}`),
  ];
}

function costCell({ numbers }: HookRow): readonly Child[] {
  const models = numbers?.models ?? null;
  if (models === null) return ['–'];
  const price =
    models.unpriced === 0
      ? dollars(models.costUsd)
      : `${dollars(models.costUsd)} and ${counted(models.unpriced, 'call')} without a price`;
  return [`${amount(models.inputTokens + models.outputTokens)}, ${price}`];
}

function actionCell({ hook, label, may }: HookRow, context: Context): readonly Child[] {
  const project = projectOf(context);
  if (hook === null || project === null || context.about.kind !== 'live') return [];
  const offer = (action: 'enable' | 'disable' | 'trust', title: string): Child =>
    may[action]
      ? button(`${title}…`, () => void context.act({ action, project, hook }), {
          'aria-label': `${title} ${label}`,
        })
      : null;
  return [offer('enable', 'Enable'), offer('disable', 'Disable'), offer('trust', 'Trust')];
}
