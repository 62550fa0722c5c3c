// What every view is, and what it gets.
import type { About, Appended, Source, Wish } from '../contract.js';
import { type Child, filler, nothing } from './dom.js';
import type { Route, ViewName } from './route.js';

export interface Context {
  readonly source: Source;
  readonly about: About;
  readonly words: Route['words'];
  /** Key of the chosen project; `null`: all. */
  readonly project: string | null;
  go(view: ViewName, words?: Readonly<Record<string, string | undefined>>): void;
  /** Changes the address without leaving the view. */
  note(words: Readonly<Record<string, string | undefined>>): void;
  /** For people who do not see the page. */
  announce(text: string): void;
  /** Shows what would be done, and does it after a yes; gives whether it was done. */
  act(wish: Wish): Promise<boolean>;
}

export interface View {
  readonly title: string;
  readonly element: HTMLElement;
  appended?(more: Appended): void;
  again?(): void;
  changed?(project: string): void;
  close?(): void;
}

/** The project that a view of one project is about. */
export const projectOf = ({ project, about }: Context): string | null =>
  project ?? about.projects[0]?.key ?? null;

/** Fills an element with what is asked about that project, every time that it is called. */
export function ofProject(
  context: Context,
  element: HTMLElement,
  ask: (project: string) => Promise<readonly Child[]>,
): () => void {
  const fill = filler(element);
  const project = projectOf(context);
  return () => {
    void fill(project === null ? none() : ask(project));
  };
}

const none = async (): Promise<readonly Child[]> => [nothing('No project has recorded anything yet.')];
