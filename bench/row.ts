// One line of the benchmark's table.

export interface Row {
  readonly what: string;
  readonly floor: string;
  readonly engine: string;
  readonly ratio: string;
  readonly bar: string;
  /** `null`: there is no bar. */
  readonly kept: boolean | null;
}

export const ms = (value: number): string => `${value.toFixed(2)} ms`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;
