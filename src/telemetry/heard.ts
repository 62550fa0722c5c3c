// What happened in a process that ends with its event, kept until everything is answered.
import type { Happened, JournalListener } from '../journal/index.js';

export class Heard implements JournalListener {
  readonly all: Happened[] = [];

  hear(happened: Happened): void {
    this.all.push(happened);
  }
}
