// Server-Sent Events: what happens, told to every page that listens.
import type { ServerResponse } from 'node:http';
import type { News } from '../watching.js';
import { head } from './answer.js';

/** Pages that listen at the same time. */
const MOST_LISTENERS = 32;
/** A page that does not read so much is not waited for; it connects again and asks for everything. */
const MOST_UNREAD = 4 * 1024 * 1024;
/** So long nothing happens before a sign of life is sent; without it, nobody would notice that the other side is gone. */
const BEAT_MS = 15_000;

export class Live {
  readonly #pages = new Set<ServerResponse>();
  readonly #beat: NodeJS.Timeout;

  constructor() {
    this.#beat = setInterval(() => this.#write(': \n\n'), BEAT_MS).unref();
  }

  get isFull(): boolean {
    return this.#pages.size >= MOST_LISTENERS;
  }

  /** The first message tells the page to ask for everything. */
  add(response: ServerResponse, version: number): void {
    head(response, 200, 'events', { 'x-accel-buffering': 'no' });
    response.write(`retry: 1000\n\n${message('again', { version })}`);
    this.#pages.add(response);
    response.once('close', () => this.#pages.delete(response));
  }

  tell(news: News, version: number): void {
    this.#write(news.kind === 'again' ? message('again', { version }) : message('appended', news.more));
  }

  changed(project: string): void {
    this.#write(message('changed', { project }));
  }

  close(): void {
    clearInterval(this.#beat);
    for (const page of this.#pages) page.destroy();
  }

  #write(text: string): void {
    for (const page of this.#pages) {
      page.write(text);
      if (page.writableLength > MOST_UNREAD) page.destroy();
    }
  }
}

/** JSON has no line end of its own, so that it is one line of data whatever stands in it. */
const message = (event: string, value: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(value)}\n\n`;
