// The page: a frame of navigation, search and state around one view at a time.
import type { About, Source } from '../contract.js';
import { ask } from './dialog.js';
import { el, problem } from './dom.js';
import { editorChooser } from './editor.js';
import { hashOf, routeOf, type ViewName } from './route.js';
import { fromFile, traceElement } from './source/from-file.js';
import { overHttp } from './source/over-http.js';
import { applyTheme, themeChooser } from './theme.js';
import { timelineView } from './timeline/index.js';
import type { Context, View } from './view.js';
import { eventView } from './views/event.js';
import { healthView } from './views/health.js';
import { hooksView } from './views/hooks.js';
import { searchView } from './views/search.js';
import { moment } from './words.js';

const SHOWN: Readonly<Record<ViewName, (context: Context) => View>> = {
  timeline: timelineView,
  hooks: hooksView,
  health: healthView,
  search: searchView,
  event: eventView,
};

/** Those that can be gone to from everywhere, with the key that does it. */
const MENU = [
  ['timeline', 'Timeline', 't'],
  ['hooks', 'Hooks', 'h'],
  ['health', 'Health', 'e'],
] as const;

async function start(): Promise<void> {
  applyTheme();
  const element = traceElement();
  const source = element === null ? overHttp() : await fromFile(element);
  frame(source, await source.about());
}

function frame(source: Source, about: About): void {
  const place = el('main', { id: 'view', tabindex: -1 });
  const state = el(
    'span',
    { class: 'state', role: 'status' },
    about.kind === 'live' ? 'connecting…' : madeIn(about),
  );
  const heard = el('p', { class: 'unseen', 'aria-live': 'polite' });
  const find = el('input', {
    type: 'search',
    name: 'q',
    'aria-label': 'Search everything',
    placeholder: 'Search everything  /',
  });
  const projects = el('select', {
    'aria-label': 'Project',
    change: () => go(routeOf(location.hash).view, { project: projects.value }),
  });
  const menu = el('nav', { 'aria-label': 'Views' });
  let view: View | null = null;
  let turn = 0;

  const go = (name: ViewName, words: Readonly<Record<string, string | undefined>> = {}): void => {
    const { project } = routeOf(location.hash).words;
    location.hash = hashOf(name, { project, ...words });
  };

  function show(): void {
    const { view: name, words } = routeOf(location.hash);
    view?.close?.();
    turn += 1;
    const own = turn;
    let address = location.hash;
    const project = words['project'] ?? null;
    projects.replaceChildren(
      el('option', { value: '' }, 'all projects'),
      ...about.projects.map(({ key, name }) => el('option', { value: key, selected: key === project }, name)),
    );
    menu.replaceChildren(
      ...MENU.map(([target, title, key]) =>
        el(
          'a',
          {
            href: hashOf(target, { project: project ?? undefined }),
            'aria-current': target === name ? 'page' : undefined,
            'aria-keyshortcuts': key,
          },
          title,
        ),
      ),
    );
    if (name === 'search') find.value = words['q'] ?? '';
    view = SHOWN[name]({
      source,
      about,
      words,
      project,
      go,
      note: (changed) => {
        // Somebody who has just gone elsewhere is not called back by a view that comes to rest.
        if (own !== turn || location.hash !== address) return;
        history.replaceState(null, '', hashOf(name, { ...changed, project: project ?? undefined }));
        address = location.hash;
      },
      announce: (text) => {
        heard.textContent = text;
      },
      act: async (wish) => {
        const isDone = await ask(source, wish);
        if (isDone) view?.changed?.(wish.project);
        return isDone;
      },
    });
    document.title = `${view.title} · amplifier-hooks`;
    place.replaceChildren(el('h1', {}, view.title), view.element);
  }

  document.body.replaceChildren(
    el(
      'a',
      {
        class: 'skip',
        href: '#view',
        click: (event) => {
          event.preventDefault();
          place.focus();
        },
      },
      'To the content',
    ),
    el(
      'header',
      { class: 'frame' },
      el('strong', {}, 'amplifier-hooks'),
      menu,
      about.projects.length > 1 ? projects : null,
      el(
        'form',
        {
          role: 'search',
          submit: (event) => {
            event.preventDefault();
            go('search', { q: find.value });
          },
        },
        find,
      ),
      state,
    ),
    place,
    el(
      'footer',
      { class: 'frame' },
      themeChooser(() => view?.changed?.('')),
      about.kind === 'live' ? editorChooser(show) : null,
      el('span', { class: 'faint' }, `version ${about.version}`),
    ),
    heard,
  );
  addEventListener('hashchange', () => {
    show();
    scrollTo(0, 0);
  });
  addEventListener('keydown', (event) => shortcut(event, find, go));
  show();
  source.live({
    appended: (more) => view?.appended?.(more),
    again: () => view?.again?.(),
    changed: (project) => view?.changed?.(project),
    connected: (is) => {
      state.textContent = is ? '● live' : '○ not connected; the studio may have ended';
      state.classList.toggle('problem', !is);
    },
  });
}

const madeIn = ({ made }: About): string => {
  if (made === null) return '';
  const cut = made.leftOut === 0 ? '' : `, ${made.leftOut} events left out`;
  return `session ${made.session}, made ${moment(made.at)}${cut}`;
};

/** Single keys, unless somebody writes. */
function shortcut(event: KeyboardEvent, find: HTMLElement, go: (view: ViewName) => void): void {
  const { target, key } = event;
  const isWriting =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  if (
    isWriting ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector('dialog[open]') !== null
  )
    return;
  const view = MENU.find(([, , shortcut]) => shortcut === key)?.[0];
  if (key === '/') find.focus();
  else if (view !== undefined) go(view);
  else return;
  event.preventDefault();
}

start().catch((error: unknown) =>
  document.body.replaceChildren(el('h1', {}, 'amplifier-hooks'), problem(error)),
);
