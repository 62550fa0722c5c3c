// What the doctor says: one finding is one thing that was looked at.

export type Area =
  | 'machine'
  | 'sources'
  | 'hooks'
  | 'plugins'
  | 'models'
  | 'mcp servers'
  | 'http hooks'
  | 'amplihack'
  | 'other engines'
  | 'journal';

export type State = 'pass' | 'warn' | 'fail';

export interface Finding {
  readonly area: Area;
  readonly state: State;
  readonly message: string;
  /** What to do; `null`: nothing. */
  readonly fix: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

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
