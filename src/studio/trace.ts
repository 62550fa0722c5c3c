// A session as one file: the same page with everything inside, small enough to be attached to an issue.
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nameFrom } from '../hook-name.js';
import {
  Copier,
  type Located,
  type RecordedHook,
  Tally,
  type WholeEvent,
  wholeSession,
} from '../journal/index.js';
import { redactText } from '../text/index.js';
import { check } from '../text/shapes/index.js';
import { VERSION } from '../version.js';
import { type EventPage, type HookTable, type Trace, traceShape } from './contract.js';
import type { Configured } from './desk.js';
import { eventPage } from './event-page.js';
import { hookTable } from './hook-table.js';
import { tracePage } from './html.js';
import type { PageFiles } from './page-files.js';
import { extentOf, tableOf } from './rows.js';
import { Store } from './store.js';

/** A file of up to so many events is no larger than this; beyond that it may grow with their number. */
const [SMALL_EVENTS, SMALL_BYTES, BYTES_AN_EVENT] = [1000, 1_000_000, 700];
/** Older events of a session are left out. */
const MOST_EVENTS = 20_000;
/** Longest texts that are kept, tried in this order until the file is small enough. */
const LENGTHS = [4200, 2000, 1000, 500, 250, 120, 60] as const;

export interface TraceOptions {
  readonly stateDir: string;
  readonly projectDir: string;
  readonly session: string;
  readonly home: string;
  readonly page: PageFiles;
  readonly now: Date;
}

export interface MadeTrace {
  readonly html: string;
  readonly events: number;
  /** Older events that are not in it. */
  readonly leftOut: number;
  /** Texts that are longer are cut; `null`: none is. */
  readonly cutAt: number | null;
}

/** `null`: nothing is recorded of this session. */
export async function makeTrace(options: TraceOptions): Promise<MadeTrace | null> {
  const { events, before } = await wholeSession({ ...options, most: MOST_EVENTS });
  if (events.length === 0) return null;
  const whole = traceOf(events, before, options);
  const most = SMALL_BYTES + Math.max(0, events.length - SMALL_EVENTS) * BYTES_AN_EVENT;
  const title = `Trace of ${whole.about.projects[0]?.name ?? ''}, ${options.now.toISOString().slice(0, 10)}`;
  let html = '';
  for (const length of LENGTHS) {
    const { value, isCut } = shortened(whole, length);
    const cutAt = isCut ? length : null;
    html = tracePage(options.page, packed(withCut(value, cutAt)), title);
    if (Buffer.byteLength(html) <= most || length === LENGTHS.at(-1))
      return { html, events: events.length, leftOut: before, cutAt };
  }
  return null;
}

/** Compressed, and in letters in which nothing of the data can be seen as markup. */
const packed = (trace: Trace): string =>
  JSON.stringify({
    packed: 'gzip+base64',
    data: gzipSync(JSON.stringify(trace), { level: 9 }).toString('base64'),
  });

const withCut = (trace: Trace, cutAt: number | null): Trace => {
  const { about } = trace;
  return { ...trace, about: { ...about, made: about.made === null ? null : { ...about.made, cutAt } } };
};

const NOWHERE: Located = { file: '', start: 0, bytes: 0 };
const PROJECT = 'project';

function traceOf(events: readonly WholeEvent[], leftOut: number, options: TraceOptions): Trace {
  const { projectDir, session, now, home } = options;
  const [store, tally] = [new Store(Number.POSITIVE_INFINITY), new Tally()];
  for (const { event, late } of events) {
    store.add(event, PROJECT, NOWHERE);
    tally.add(event);
    for (const one of late) {
      store.addLate(one, NOWHERE);
      tally.add(one);
    }
  }
  store.settle();
  const rows = store.events.id.map((_, row) => row);
  const pages = new Map(events.map((whole) => [whole.event.id, whole]));
  const extent = extentOf(store);
  return withTexts(
    {
      kind: 'amplifier-hooks trace',
      format: 1,
      about: {
        version: VERSION,
        kind: 'trace',
        projects: [
          {
            key: PROJECT,
            name: basename(projectDir),
            folder: projectDir,
            there: false,
            events: events.length,
            first: extent?.from ?? null,
            last: extent?.to ?? null,
          },
        ],
        token: '',
        noTrust: 'this is a trace',
        made: { at: now.getTime(), session, cutAt: null, leftOut },
      },
      lanes: [...store.lanes.values()],
      ...tableOf(store, rows, true),
      pages: rows.flatMap((row) => {
        const whole = pages.get(store.events.id[row] ?? '');
        return whole === undefined ? [] : [pageOf(whole, row, store)];
      }),
      hooks: hooksOf(events, tally, store, extent),
    },
    (text) => withoutHome(redactText(text), home),
  );
}

function pageOf(whole: WholeEvent, row: number, store: Store): EventPage {
  const page = eventPage(whole, {
    project: PROJECT,
    lane: store.events.lane[row] ?? 0,
    ...store.neighbours(row),
    trustOf: () => null,
  });
  // Whoever had secrets recorded does not want them in a file for others.
  return { ...page, input: new Copier(true).record(page.input) };
}

function hooksOf(
  events: readonly WholeEvent[],
  tally: Tally,
  store: Store,
  extent: ReturnType<typeof extentOf>,
): HookTable {
  const recorded = events.findLast(({ generation }) => generation !== null)?.generation?.hooks ?? [];
  const [from, to] = [extent?.from ?? 0, extent?.to ?? 0];
  return hookTable(recorded.map(configuredOf), { project: PROJECT, tally, rows: store, from, to });
}

/** A hook as it was when the last event came. */
function configuredOf(hook: RecordedHook): Configured {
  // Why it observes stands behind the word.
  const isObserving = hook.state.startsWith('observing');
  const isArmed = hook.state === 'armed' || isObserving;
  return {
    hook: hook.id,
    label: nameFrom(hook),
    event: hook.event,
    matcher: hook.matcher,
    condition: hook.condition,
    type: hook.type,
    runs: hook.runs,
    background: false,
    scope: null,
    owner: hook.owner,
    position: { file: hook.file, line: hook.line, column: null },
    state: isObserving ? 'observing' : isArmed ? 'armed' : 'disabled',
    why: hook.state === 'armed' ? null : hook.state,
    trust: null,
    never: isArmed ? { why: 'no event of this session was for it', fix: null } : null,
    may: { enable: false, disable: false, trust: false },
  };
}

/** Nobody else needs to know what the user is called. */
function withoutHome(text: string, home: string): string {
  return home.length < 2 ? text : text.replaceAll(home, '~');
}

/** The same trace with every text in it changed. */
function withTexts(trace: Trace, change: (text: string) => string): Trace {
  const changed = withTextsIn(trace, change);
  if (traceShape.is(changed)) return changed;
  throw new Error(check(traceShape, changed, 'the trace')[0]?.message ?? 'the trace is not understood');
}

/** Names of fields stay. */
function withTextsIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withTextsIn(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withTextsIn(item, change)]));
}

function shortened(trace: Trace, length: number): { readonly value: Trace; readonly isCut: boolean } {
  let isCut = false;
  const value = withTexts(trace, (text) => {
    if (text.length <= length) return text;
    isCut = true;
    return `${text.slice(0, length)}…[cut: ${text.length} characters]`;
  });
  return { value, isCut };
}
