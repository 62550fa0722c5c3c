// What the doctor says: one finding is one thing that was looked at.
import { type Infer, integer, object, oneOf, orNull, text } from '../text/shapes/index.js';

const area = oneOf(
  'machine',
  'sources',
  'hooks',
  'plugins',
  'models',
  'mcp servers',
  'http hooks',
  'amplihack',
  'connections',
  'resident engine',
  'other engines',
  'journal',
);
export type Area = Infer<typeof area>;

const state = oneOf('pass', 'warn', 'fail');
export type State = Infer<typeof state>;

export const findingShape = object({
  area,
  state,
  message: text,
  /** What to do; `null`: nothing. */
  fix: orNull(text),
  file: orNull(text),
  line: orNull(integer),
  column: orNull(integer),
});
export type Finding = Infer<typeof findingShape>;

type Where = Partial<Pick<Finding, 'file' | 'line' | 'column'>>;

const NOWHERE = { file: null, line: null, column: null };

/** Makes findings of one area. */
export const inArea = (area: Area) => ({
  pass: (message: string, place: Where = {}): Finding => ({
    area,
    state: 'pass',
    message,
    fix: null,
    ...NOWHERE,
    ...place,
  }),
  warn: (message: string, fix: string | null, place: Where = {}): Finding => ({
    area,
    state: 'warn',
    message,
    fix,
    ...NOWHERE,
    ...place,
  }),
  fail: (message: string, fix: string | null, place: Where = {}): Finding => ({
    area,
    state: 'fail',
    message,
    fix,
    ...NOWHERE,
    ...place,
  }),
});
