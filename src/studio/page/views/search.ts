// Search over everything: events with what went in and came out, hooks, sessions, findings.
import type { Found } from '../../contract.js';
import { type Child, el, filler, nothing } from '../dom.js';
import { hashOf } from '../route.js';
import { badge } from '../verdict.js';
import type { Context, View } from '../view.js';
import { counted, moment } from '../words.js';

export function searchView(context: Context): View {
  const query = context.words['q'] ?? '';
  const element = el('div', { class: 'search' });
  const fill = filler(element);
  if (query === '') element.replaceChildren(nothing('Write above what you look for.'));
  else {
    const asked = context.source.search({
      query,
      ...(context.project === null ? {} : { project: context.project }),
    });
    fill(asked.then(parts));
  }
  return { title: `Search ${query}`, element };
}

function parts({ query, results, more, until }: Found): readonly Child[] {
  const limits = [
    more ? 'There are more; say it more exactly.' : '',
    until === null ? '' : `Time ran out: only events since ${moment(until)} were looked at.`,
  ];
  return [
    el(
      'p',
      { role: 'status' },
      `${counted(results.length, 'result')} for “${query}”. ${limits.filter(Boolean).join(' ')}`,
    ),
    el('ol', { class: 'results' }, ...results.map(line)),
  ];
}

function line(found: Found['results'][number]): HTMLElement {
  const { title, where, at, verdict, excerpt, start, end } = found;
  return el(
    'li',
    {},
    el('a', { href: addressOf(found) }, title),
    ' ',
    verdict === null ? null : badge(verdict),
    el('span', { class: 'faint' }, ` ${where}${at === null ? '' : `, ${moment(at)}`}`),
    el(
      'p',
      { class: 'excerpt' },
      excerpt.slice(0, start),
      el('mark', {}, excerpt.slice(start, end)),
      excerpt.slice(end),
    ),
  );
}

function addressOf({ kind, project, id }: Found['results'][number]): string {
  switch (kind) {
    case 'event':
      return hashOf('event', { project, id: id ?? '' });
    case 'hook':
      return hashOf('timeline', { project, hook: id ?? '' });
    case 'session':
      return hashOf('timeline', { project, session: id ?? '' });
    case 'finding':
      return hashOf('health', { project });
  }
}
