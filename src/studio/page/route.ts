// Where the page is: the part of the address behind `#`, so that it can be kept, sent and gone back to.

export const VIEWS = ['timeline', 'hooks', 'health', 'search', 'event'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Route {
  readonly view: ViewName;
  readonly words: Readonly<Record<string, string>>;
}

export function routeOf(hash: string): Route {
  const [name = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const view = VIEWS.find((known) => known === name) ?? 'timeline';
  return { view, words: Object.fromEntries(new URLSearchParams(query)) };
}

export function hashOf(view: ViewName, words: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(words))
    if (value !== undefined && value !== '') query.set(name, value);
  const text = query.toString();
  return text === '' ? `#${view}` : `#${view}?${text}`;
}
