// What a table of diagnostic codes says of each.

export interface CodeInfo {
  readonly severity: 'error' | 'warning' | 'info';
  readonly meaning: string;
  readonly fix: string;
}

const code =
  (severity: CodeInfo['severity']) =>
  (meaning: string, fix: string): CodeInfo => ({ severity, meaning, fix });

/** Something configured does not work as written. */
export const error = code('error');
/** It works, but hardly as meant. */
export const warning = code('warning');
/** Good to know. */
export const info = code('info');
