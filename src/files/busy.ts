// Who holds a lock.
import { hostname } from 'node:os';

export interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** When its process started, as the system counts; `null`: the system does not say. */
  readonly started: string | null;
}

/** Somebody else is at work. */
export class Busy extends Error {
  /** The file that says so. */
  readonly file: string;
  /** `null`: it does not say who. */
  readonly holder: Holder | null;

  constructor(file: string, holder: Holder | null) {
    super(
      holder === null
        ? `${file} is held, and does not say by whom`
        : `${file} is held by process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`,
    );
    this.name = 'Busy';
    this.file = file;
    this.holder = holder;
  }
}
