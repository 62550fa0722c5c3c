// The view of the timeline: the chart, what it is about, and the same events as a list.
import { type Lane, MOST_MARKS, VERDICTS } from '../../contract.js';
import { button, el, filler, nothing, problem } from '../dom.js';
import { hashOf } from '../route.js';
import { badge } from '../verdict.js';
import type { Context, View } from '../view.js';
import { eventParts } from '../views/event.js';
import { amount, clock, counted, duration, moment, SIGNS, VERDICT_WORDS } from '../words.js';
import { Chart } from './chart.js';
import { lengthOf, moved, type Span, zoomed } from './geometry.js';
import type { Mark, Model } from './model.js';
import { type Filter, TimeWindow } from './window.js';

/** Of the list; who wants to see others looks closer. */
const MOST_ROWS = 100;
/** The list follows the chart when it has come to rest. */
const REST_MS = 150;

export function timelineView(context: Context): View {
  const { source, about } = context;
  const filter = filterOf(context);
  const names = new Map(about.projects.map(({ key, name }) => [key, name]));
  const nameOf = ({ project, session }: Lane): string => names.get(project) ?? session;

  const facts = el('p', { id: 'in-sight', class: 'facts', role: 'status' });
  const rows = el('ol', { class: 'rows', 'aria-label': 'Events in sight, the newest first' });
  const panel = el('section', { class: 'panel', 'aria-label': 'Chosen event' });
  const fillPanel = filler(panel);
  let chosen: Mark | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const time = new TimeWindow(source, filter, spanIn(context.words), {
    changed: () => show(),
    failed: (error) => facts.replaceChildren(problem(error)),
  });
  const chart = new Chart({ look, choose, key }, nameOf);
  const live = button('Follow', () => follow(!time.follows), { 'aria-pressed': String(time.follows) });

  function look(span: Span): void {
    follow(false);
    time.look(span);
  }

  function follow(is: boolean): void {
    if (time.follows === is) return;
    time.follows = is;
    live.setAttribute('aria-pressed', String(is));
    if (is) time.again();
  }

  function choose(mark: Mark, opens = true): void {
    chosen = mark;
    show();
    chart.reveal(mark.lane);
    const lane = time.model?.lanes.find(({ lane }) => lane === mark.lane);
    context.announce(inWords(mark));
    if (!opens || lane === undefined) return;
    const asked = source.event(lane.project, mark.id);
    fillPanel(
      asked.then((page) =>
        page === null ? [nothing('It is no longer recorded.')] : eventParts(context, page),
      ),
    );
  }

  function show(): void {
    const { model } = time;
    if (model === null) return;
    chart.show(model, time.span, chosen?.id ?? null);
    clearTimeout(rest);
    rest = setTimeout(() => list(model), rows.childElementCount === 0 ? 0 : REST_MS);
  }

  function list(model: Model): void {
    const { from, to } = time.span;
    const seen = model.marks.filter(({ at, ms }) => at + ms >= from && at <= to);
    facts.replaceChildren(factsOf(model, time.span, seen.length));
    const newest = seen.slice(-MOST_ROWS).reverse();
    rows.replaceChildren(...newest.map((mark) => rowOf(mark, model, choose)));
    if (newest.length < seen.length)
      rows.append(el('li', {}, `and ${amount(seen.length - newest.length)} before them`));
    context.note({
      ...context.words,
      ...(time.follows ? { from: undefined, to: undefined } : spanWords(time.span)),
    });
  }

  const middle = (): number => (time.span.from + time.span.to) / 2;
  const zoom = (factor: number): void => look(zoomed(time.span, factor, chosen?.at ?? middle(), time.all));
  const move = (share: number): void => look(moved(time.span, share * lengthOf(time.span), time.all));
  const everything = (): void => {
    if (time.all !== null) look(zoomed(time.all, 1.04, (time.all.from + time.all.to) / 2, null));
  };

  const KEYS: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ArrowUp: () => stepLane(-1),
    ArrowDown: () => stepLane(1),
    Home: () => pick(marksInOrder()[0]),
    End: () => pick(marksInOrder().at(-1)),
    '+': () => zoom(0.5),
    '=': () => zoom(0.5),
    '-': () => zoom(2),
    '0': everything,
    f: () => follow(!time.follows),
    Enter: () => chosen !== null && choose(chosen),
    Escape: () => {
      chosen = null;
      panel.replaceChildren();
      show();
    },
    PageUp: () => move(-0.8),
    PageDown: () => move(0.8),
  };

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = KEYS[event.key];
    if (does === undefined) return;
    event.preventDefault();
    if (event.shiftKey && event.key.startsWith('Arrow')) move(event.key === 'ArrowLeft' ? -0.2 : 0.2);
    else does();
  }

  const marksInOrder = (): readonly Mark[] => time.model?.marks ?? [];

  function pick(mark: Mark | undefined): void {
    if (mark === undefined) return;
    const { from, to } = time.span;
    if (mark.at < from || mark.at > to) look(moved(time.span, mark.at - middle(), time.all));
    choose(mark, false);
  }

  function step(by: number): void {
    const marks = marksInOrder().filter(({ lane }) => chosen === null || lane === chosen.lane);
    const at = chosen === null ? marks.length : marks.findIndex(({ id }) => id === chosen?.id);
    pick(marks[at + by] ?? (chosen === null ? marks.at(-1) : undefined));
  }

  /** The event of the next lane that is nearest in time. */
  function stepLane(by: number): void {
    const lanes = time.model?.lanes ?? [];
    const from = chosen;
    if (from === null) {
      step(-1);
      return;
    }
    const at = lanes.findIndex(({ lane }) => lane === from.lane);
    for (let next = at + by; next >= 0 && next < lanes.length; next += by) {
      const inLane = marksInOrder().filter(({ lane }) => lane === lanes[next]?.lane);
      const nearest = inLane.toSorted(
        (one, other) => Math.abs(one.at - from.at) - Math.abs(other.at - from.at),
      )[0];
      if (nearest === undefined) continue;
      pick(nearest);
      return;
    }
  }

  time.refresh();
  const tools = el(
    'div',
    { class: 'tools', role: 'toolbar', 'aria-label': 'Timeline' },
    button('◀', () => move(-0.5), { 'aria-label': 'Earlier' }),
    button('▶', () => move(0.5), { 'aria-label': 'Later' }),
    button('−', () => zoom(2), { 'aria-label': 'Zoom out' }),
    button('+', () => zoom(0.5), { 'aria-label': 'Zoom in' }),
    button('All', everything, { 'aria-label': 'All that is recorded' }),
    about.kind === 'live' ? live : null,
    ...filters(context),
  );
  return {
    title: 'Timeline',
    element: el(
      'div',
      { class: 'timeline' },
      tools,
      chart.element,
      facts,
      legend(),
      el('div', { class: 'two' }, rows, panel),
    ),
    appended: (more) => time.append(more),
    again: () => time.again(),
    changed: () => chart.recolour(),
    close: () => {
      clearTimeout(rest);
      chart.close();
    },
  };
}

function filterOf({ project, words }: Context): Filter {
  const { session, event, verdict, hook, failed } = words;
  return {
    ...(project === null ? {} : { project }),
    ...(session === undefined ? {} : { session }),
    ...(event === undefined ? {} : { event }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(hook === undefined ? {} : { hook }),
    ...(failed === undefined ? {} : { failed: true }),
  };
}

function spanIn({ from, to }: Context['words']): Span | null {
  const span = { from: Number(from), to: Number(to) };
  return from !== undefined && to !== undefined && span.from < span.to ? span : null;
}

const spanWords = ({ from, to }: Span) => ({ from: String(Math.round(from)), to: String(Math.round(to)) });

function filters(context: Context): readonly (HTMLElement | null)[] {
  const { words } = context;
  const change = (name: string, value: string): void => context.go('timeline', { ...words, [name]: value });
  const verdict = el(
    'select',
    { 'aria-label': 'Verdict', change: () => change('verdict', verdict.value) },
    el('option', { value: '' }, 'every verdict'),
    ...VERDICTS.map((word) =>
      el('option', { value: word, selected: word === words['verdict'] }, VERDICT_WORDS[word]),
    ),
  );
  const failed = el('input', {
    type: 'checkbox',
    checked: words['failed'] !== undefined,
    change: () => change('failed', failed.checked ? '1' : ''),
  });
  const chips = (['session', 'event', 'hook'] as const).flatMap((name) => {
    const value = words[name];
    return value === undefined
      ? []
      : [
          button(`${name} ${value} ✕`, () => change(name, ''), {
            class: 'chip',
            'aria-label': `Not only ${name} ${value}`,
          }),
        ];
  });
  return [verdict, el('label', {}, failed, ' failures'), ...chips];
}

function factsOf(model: Model, span: Span, seen: number): HTMLElement {
  if (model.all === null)
    return el('span', {}, 'Nothing is recorded yet. What hooks do shows up here as it happens.');
  const when = `${moment(span.from)} to ${lengthOf(span) < 86_400_000 ? clock(span.to) : moment(span.to)}, ${duration(lengthOf(span))}`;
  const what =
    model.heaps.length > 0
      ? `${amount(model.count)} events around here, too many to be shown one by one: zoom in`
      : counted(seen, 'event');
  const more = model.moreLanes > 0 ? ` ${counted(model.moreLanes, 'more lane')} not shown.` : '';
  const older = model.older ? ' Older events are no longer in memory.' : '';
  return el('span', {}, `${when}. ${what}.${more}${older}`);
}

function rowOf(mark: Mark, { lanes }: Model, choose: (mark: Mark) => void): HTMLElement {
  const lane = lanes.find(({ lane }) => lane === mark.lane);
  const open = (event: Event): void => {
    // A click shows it beside the list; the address is for who wants it alone.
    if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(mark);
  };
  return el(
    'li',
    {},
    el(
      'a',
      { href: hashOf('event', { project: lane?.project, id: mark.id }), click: open },
      el('time', { datetime: new Date(mark.at).toISOString() }, clock(mark.at)),
      ' ',
      badge(mark.verdict),
      ` ${mark.event} ${mark.target} `,
      el(
        'span',
        { class: 'faint' },
        `${duration(mark.ms)}, ${counted(mark.hooks, 'hook')}${mark.hasFailed ? ', one failed' : ''}`,
      ),
    ),
  );
}

const inWords = ({ event, target, verdict, at, ms }: Mark): string =>
  `${event} ${target}, ${VERDICT_WORDS[verdict]}, ${clock(at)}, ${duration(ms)}`;

function legend(): HTMLElement {
  const entries = [
    ['deny', `${SIGNS.cross} denied, blocked, stopped`],
    ['ask', `${SIGNS.triangle} asks`],
    ['allow', `${SIGNS.circle} allowed`],
    ['nothing', `${SIGNS.bar} no objection`],
    ['failed', '▀ a hook failed'],
  ] as const;
  return el(
    'ul',
    { class: 'legend', 'aria-label': 'Signs' },
    ...entries.map(([name, words]) => el('li', { 'data-verdict': name }, words)),
    el(
      'li',
      {},
      `thin bars: hooks; broken: in the background. At most ${amount(MOST_MARKS)} are drawn at once.`,
    ),
  );
}
