// The page: what happens, newest first, as it happens.
import { type Appended, type Source, type Timeline, VERDICTS } from '../contract.js';
import { fromFile, traceElement } from './source/from-file.js';
import { overHttp } from './source/over-http.js';

const MOST_SHOWN = 200;

async function start(): Promise<void> {
  const element = traceElement();
  const source = element === null ? overHttp() : await fromFile(element);
  const list = document.createElement('ol');
  list.setAttribute('aria-label', 'Events, the newest first');
  const title = document.createElement('h1');
  title.textContent = 'amplifier-hooks studio';
  const state = document.createElement('p');
  state.setAttribute('role', 'status');
  document.body.replaceChildren(title, state, list);
  const { kind } = await source.about();
  const again = async (): Promise<void> => {
    const found = await newest(source);
    list.replaceChildren(...linesOf(found).reverse());
    state.textContent = found.count === 0 ? 'Nothing is recorded yet.' : `${kind}, ${found.count} events`;
  };
  await again();
  source.live({
    appended: (more) => {
      list.prepend(...linesOf(more).reverse());
      while (list.children.length > MOST_SHOWN) list.lastElementChild?.remove();
    },
    again: () => void again(),
    changed: () => undefined,
    connected: (is) => {
      document.body.dataset['connected'] = String(is);
    },
  });
}

/** A window that is short enough to be drawn one by one. */
async function newest(source: Source): Promise<Timeline> {
  let found = await source.timeline({});
  for (let length = found.to - found.from; found.heaps.step.length > 0 && length > 1; length /= 4)
    found = await source.timeline({ from: found.to - length / 4, to: found.to });
  return found;
}

function linesOf({ events, names }: Pick<Appended, 'events' | 'names'>): HTMLLIElement[] {
  return events.id.map((id, row) => {
    const line = document.createElement('li');
    const verdict = VERDICTS[events.verdict[row] ?? -1] ?? '';
    const target = names[events.target[row] ?? -1] ?? '';
    const moment = new Date(events.at[row] ?? 0).toLocaleTimeString();
    line.dataset['event'] = id;
    line.dataset['verdict'] = verdict;
    line.textContent = `${moment} ${names[events.event[row] ?? -1] ?? ''} ${target} ${verdict} ${Math.round(events.ms[row] ?? 0)} ms`;
    return line;
  });
}

start().catch((error: unknown) => {
  const problem = document.createElement('p');
  problem.setAttribute('role', 'alert');
  problem.textContent = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(problem);
});
