// What the page can have done: always in two steps, so that nothing happens that was not shown before.
import {
  byTag,
  flag,
  type Infer,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  text,
} from '../../text/shapes/index.js';
import { moment, verdict } from './words.js';

export const wishShape = byTag(
  'action',
  /** Fires the event again at the hooks as they are now. */
  object({ action: oneOf('run-again'), project: text, event: text }),
  object({
    action: oneOf('enable', 'disable'),
    project: text,
    hook: text,
    /** For whom: you here, you everywhere, everybody in this project; default `local`. */
    scope: optional(oneOf('local', 'user', 'project')),
  }),
  object({ action: oneOf('trust'), project: text, hook: text }),
);
export type Wish = Infer<typeof wishShape>;

/** A part of what would be done, for reading before saying yes. */
export const shownPartShape = object({
  title: text,
  /** Whole lines, as they are; `mono`: code or a command. */
  lines: listOf(text),
  mono: flag,
});

/** Answer to a wish: what would be done, or why not. Nothing was done. */
export const preparedShape = byTag(
  'may',
  object({
    may: oneOf(true),
    /** To be sent back with `confirm`, once, before `until`. */
    token: text,
    until: moment,
    title: text,
    parts: listOf(shownPartShape),
    /** What must be known before. */
    warnings: listOf(text),
    /** The words of the button. */
    confirm: text,
  }),
  object({ may: oneOf(false), title: text, why: text, hint: orNull(text) }),
);
export type Prepared = Infer<typeof preparedShape>;

export const confirmationShape = object({ token: text });

export const doneShape = object({
  done: flag,
  /** What was done, or why it was not. */
  message: text,
  lines: listOf(text),
  /** Where an event was fired: what came of it, and its id if it was recorded. */
  result: orNull(object({ verdict, reason: orNull(text), event: orNull(text) })),
});
export type Done = Infer<typeof doneShape>;
