// The page's data from the file that it stands in: a trace.
import {
  type EventPage,
  type Found,
  type Lane,
  packedShape,
  type Source,
  type Trace,
  traceShape,
} from '../../contract.js';
import { findIn, type Place, searchable } from '../../find.js';
import { type Rows, windowOf } from '../../rows.js';

/** The element that holds the data of a trace; `null`: the page comes from a server. */
export const traceElement = (): HTMLElement | null => document.getElementById('trace');

/** Answers every question from a trace. */
export async function fromFile(element: HTMLElement): Promise<Source> {
  const trace = await unpacked(element.textContent ?? '');
  const rows = rowsOf(trace);
  const pages = new Map(trace.pages.map((page) => [page.id, page]));
  const nothing = (): Promise<never> => Promise.reject(new Error('A trace can only be looked at.'));
  return {
    about: async () => trace.about,
    timeline: async (query) => windowOf(rows, query, { version: 0, older: false }),
    event: async (_project, id) => pages.get(id) ?? null,
    hooks: async () => trace.hooks,
    health: async () => null,
    search: async ({ query, limit = 100 }) => searched(trace.pages, query, limit),
    explain: async () => null,
    hookTest: async () => null,
    prepare: nothing,
    confirm: nothing,
    live: () => () => undefined,
  };
}

async function unpacked(text: string): Promise<Trace> {
  const packed: unknown = JSON.parse(text);
  if (!packedShape.is(packed)) throw new Error('This file is not a trace that can be read.');
  const bytes = Uint8Array.from(atob(packed.data), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const trace: unknown = JSON.parse(await new Response(stream).text());
  if (!traceShape.is(trace)) throw new Error('This trace was made by another version, and cannot be read.');
  return trace;
}

function rowsOf({ names, lanes, events, bars }: Trace): Rows {
  let bar = 0;
  const firstBar = events.bars.map((count) => {
    bar += count;
    return bar - count;
  });
  return {
    names,
    lanes: new Map(lanes.map((lane): [number, Lane] => [lane.lane, lane])),
    events,
    bars,
    firstBar,
    longestMs: events.ms.reduce((a, b) => Math.max(a, b), 0),
  };
}

function searched(pages: readonly EventPage[], query: string, limit: number): Found {
  const results: Found['results'][number][] = [];
  let more = false;
  for (const page of [...pages].reverse()) {
    const hit = query === '' ? null : findIn(textsOf(page), query);
    if (hit === null) continue;
    more = results.length === limit;
    if (more) break;
    const { id, project, at, verdict } = page;
    results.push({ kind: 'event', project, id, at, title: titleOf(page), verdict, ...hit });
  }
  return { query, results, more, until: null };
}

const titleOf = ({ event, target }: EventPage): string => (target === null ? event : `${event} ${target}`);

function* textsOf(page: EventPage): Generator<Place> {
  yield ['event', titleOf(page)];
  yield ['reason', page.reason ?? ''];
  yield ['input', searchable(page.input)];
  for (const { label, hook, run } of page.hooks) {
    yield ['hook', `${label} ${hook}`];
    if (run === null) continue;
    yield [`stdout of ${label}`, run.stdout];
    yield [`stderr of ${label}`, run.stderr];
    yield [`answer of ${label}`, run.answer];
    yield [`failure of ${label}`, run.failed?.message ?? ''];
  }
  yield ['session', page.session];
  yield ['id', page.id];
}
