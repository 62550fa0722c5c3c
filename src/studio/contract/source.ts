// Where the page has its data from: a server, or the file that it stands in. Views know this interface only.
import {
  count,
  flag,
  type Infer,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  text,
} from '../../text/shapes/index.js';
import type { Done, Prepared, Wish } from './actions.js';
import type { EventPage, Explained, HookTest } from './event.js';
import type { Found, Health, HooksQuery, HookTable, SearchQuery } from './hooks.js';
import type { Appended, Timeline, TimelineQuery } from './timeline.js';
import { moment } from './words.js';

export const projectShape = object({
  /** What addresses call it. */
  key: text,
  /** The last part of its folder. */
  name: text,
  folder: text,
  /** `false`: the folder is gone, so hooks and health cannot be looked at. */
  there: flag,
  events: count,
  first: orNull(moment),
  last: orNull(moment),
});
export type Project = Infer<typeof projectShape>;

export const aboutShape = object({
  /** Of this package. */
  version: text,
  /** `live`: a server that goes on; `trace`: a file with what was. */
  kind: oneOf('live', 'trace'),
  /** The one whose events came last is first. */
  projects: listOf(projectShape),
  /** Every POST carries it in the header `x-studio-token`; empty in a trace. */
  token: text,
  /** Why nothing may be trusted from this page; `null`: it may. */
  noTrust: orNull(text),
  /** A trace: when it was made, and what was cut so that it stays small. */
  made: orNull(object({ at: moment, session: text, cutAt: orNull(number), leftOut: count })),
});
export type About = Infer<typeof aboutShape>;

/** What can be asked. `null` where a trace does not have it. A promise that rejects carries a sentence for people. */
export interface Source {
  about(): Promise<About>;
  timeline(query: TimelineQuery): Promise<Timeline>;
  event(project: string, id: string): Promise<EventPage | null>;
  hooks(query: HooksQuery): Promise<HookTable | null>;
  health(project: string): Promise<Health | null>;
  search(query: SearchQuery): Promise<Found>;
  explain(project: string, id: string): Promise<Explained | null>;
  hookTest(project: string, id: string): Promise<HookTest | null>;
  prepare(wish: Wish): Promise<Prepared>;
  confirm(token: string): Promise<Done>;
  /** Calls back until the function that it returns is called. */
  live(listener: Listener): () => void;
}

export interface Listener {
  /** Something was recorded. */
  appended(more: Appended): void;
  /** More was missed than can be told: everything has to be asked for again. Also after every reconnection. */
  again(version: number): void;
  /** Definitions of hooks, switches or approvals of a project changed: its hooks and health are no longer as they were. */
  changed(project: string): void;
  /** Whether the server can be reached. */
  connected(is: boolean): void;
}
