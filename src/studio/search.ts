// Search over everything that is recorded and configured.
import { linesBackwards } from '../files/index.js';
import { type EventEntry, isWhole, listFiles, parseWhole, placeOf } from '../journal/index.js';
import type { Found, Health, HookRow } from './contract.js';
import { findIn, type Place, searchable } from './find.js';
import type { Watched } from './watching.js';

export const MOST_RESULTS = 100;
/** Whoever searches waits no longer; what was not looked at by then is told. */
const PATIENCE_MS = 3000;

export interface Searching {
  readonly stateDir: string;
  readonly query: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

type Result = Found['results'][number];

/** Hooks of a project. */
export function hooksWith(query: string, project: string, rows: readonly HookRow[]): readonly Result[] {
  return rows.flatMap((row): Result[] => {
    const hit = findIn(textsOfHook(row), query);
    if (hit === null) return [];
    const title = `${row.label}${row.event === null ? '' : `, ${row.event}`}`;
    return [{ kind: 'hook', project, id: row.hook, at: null, title, verdict: null, ...hit }];
  });
}

function* textsOfHook(row: HookRow): Generator<Place> {
  yield ['name', row.label];
  yield ['id', row.hook ?? ''];
  yield ['event', row.event ?? ''];
  yield ['matcher', row.matcher ?? ''];
  yield ['if', row.condition ?? ''];
  yield ['runs', row.runs ?? ''];
  yield ['plugin', row.owner ?? ''];
  yield ['file', row.position?.file ?? ''];
  yield ['state', row.why ?? row.state];
}

/** What `doctor` and `validate` said. */
export function findingsWith(query: string, { project, findings }: Health): readonly Result[] {
  return findings.flatMap(({ message, fix, position, hook, area }): Result[] => {
    const texts: readonly Place[] = [
      ['finding', message],
      ['fix', fix ?? ''],
      ['file', position?.file ?? ''],
    ];
    const hit = findIn(texts, query);
    if (hit === null) return [];
    return [{ kind: 'finding', project, id: hook, at: null, title: area, verdict: null, ...hit }];
  });
}

/** Sessions by their id. */
export function sessionsWith(
  query: string,
  lanes: Iterable<{ readonly project: string; readonly session: string; readonly last: number }>,
): readonly Result[] {
  const results = new Map<string, Result>();
  for (const { project, session, last } of lanes) {
    const hit = findIn([['session', session]], query);
    if (hit === null) continue;
    const at = Math.max(last, results.get(session)?.at ?? 0);
    results.set(session, {
      kind: 'session',
      project,
      id: session,
      at,
      title: `session ${session}`,
      verdict: null,
      ...hit,
    });
  }
  return [...results.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/** Events of some projects, the newest files first, as long as patience lasts. */
export async function eventsWith(
  projects: readonly Watched[],
  { stateDir, query, limit, signal }: Searching,
): Promise<Pick<Found, 'results' | 'more' | 'until'>> {
  const results: Result[] = [];
  const end = performance.now() + PATIENCE_MS;
  const files = projects
    .flatMap((watched) =>
      listFiles(placeOf(stateDir, watched.projectDir)).map((file) => ({ ...file, project: watched.key })),
    )
    .sort((a, b) => b.changed - a.changed);
  const wanted = needleOf(query);
  for (const { path, size, project, changed } of files) {
    for await (const lines of linesBackwards(path, size)) {
      if (signal.aborted || performance.now() > end) return { ...sorted(results), until: changed };
      for (const line of lines) {
        // Most lines do not have it: they are not even parsed.
        if (!wanted.isIn(line)) continue;
        const entry = parseWhole(line);
        const hit = entry.kind === 'event' && isWhole(entry) ? findIn(textsOf(entry), query) : null;
        if (entry.kind !== 'event' || hit === null) continue;
        if (results.length === limit) return { ...sorted(results), more: true };
        const title = entry.target === null ? entry.event : `${entry.event} ${entry.target}`;
        results.push({
          kind: 'event',
          project,
          id: entry.id,
          at: entry.at,
          title,
          verdict: entry.verdict,
          ...hit,
        });
      }
    }
  }
  return sorted(results);
}

const sorted = (results: Result[]): Pick<Found, 'results' | 'more' | 'until'> => ({
  results: results.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)),
  more: false,
  until: null,
});

/** What must stand in a line, whatever its case and however JSON spells the rest. */
function needleOf(query: string): { readonly isIn: (line: Buffer) => boolean } {
  // The longest part without signs that JSON writes in another way.
  const parts = query.split(/[^\w .,:;/=+-]+/).sort((a, b) => b.length - a.length);
  const part = (parts[0] ?? '').toLowerCase();
  if (part === '') return { isIn: () => true };
  return { isIn: (line) => line.toString('latin1').toLowerCase().includes(part) };
}

function* textsOf({ detail, ...event }: EventEntry): Generator<Place> {
  yield ['event', event.target === null ? event.event : `${event.event} ${event.target}`];
  yield ['reason', event.reason ?? ''];
  yield ['input', searchable(detail.input)];
  const labels = new Map(event.runs.map(({ hook, label }) => [hook, label]));
  for (const { hook, label, failed } of event.runs) {
    yield ['hook', `${label} ${hook}`];
    yield [`failure of ${label}`, failed?.message ?? ''];
  }
  for (const { hook, stdout, stderr, text } of detail.told) {
    const label = labels.get(hook) ?? hook;
    yield [`stdout of ${label}`, stdout];
    yield [`stderr of ${label}`, stderr];
    yield [`answer of ${label}`, text];
  }
  yield ['session', event.session];
  yield ['id', event.id];
}
