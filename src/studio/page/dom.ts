// Elements out of data. Texts become text nodes and attributes are set by name, so nothing makes markup of data.

export type Child = Node | string | null;
type Listener = (event: Event) => void;
/** Attributes by name; a function listens to the event of that name; `undefined` and `false` leave it out. */
export type Props = Readonly<Record<string, string | number | boolean | Listener | undefined>>;

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  furnish(element, props, children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  furnish(element, props, children);
  return element;
}

function furnish(element: Element, props: Props, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
}

/** A button that does something here; it never sends a form. */
export const button = (title: string, click: () => void, props: Props = {}): HTMLButtonElement =>
  el('button', { type: 'button', click, ...props }, title);

/** Waits for what fills a place, and says so, or why nothing came. A later call makes an earlier one worthless. */
export function filler(place: HTMLElement): (coming: Promise<readonly Child[]>) => Promise<void> {
  let turn = 0;
  return async (coming) => {
    turn += 1;
    const own = turn;
    place.setAttribute('aria-busy', 'true');
    const children: readonly Child[] = await coming.catch((error: unknown) => [problem(error)]);
    if (own !== turn) return;
    place.removeAttribute('aria-busy');
    place.replaceChildren(...children.filter((child) => child !== null));
  };
}

/** A sentence in which commands stand in backticks. */
export const prose = (text: string): readonly Child[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? el('code', {}, part) : part));

export const problem = (error: unknown): HTMLElement =>
  el('p', { role: 'alert', class: 'problem' }, error instanceof Error ? error.message : String(error));

export const nothing = (words: string): HTMLElement => el('p', { class: 'nothing' }, words);
