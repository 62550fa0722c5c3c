// A project with real hooks, a host, and everything the host is told.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../../engine/index.js';
import { TestProject } from '../../../engine/testing/project.js';
import { isRecord } from '../../../text/index.js';
import type { Abilities } from '../core.js';
import { AmplifierHost } from '../host.js';
import type { AmplifierSession, HostPort, SessionAbout } from '../port.js';

export interface Shown {
  readonly message: string;
  readonly level: string;
  readonly source: string;
}

interface Alarm {
  readonly ms: number;
  readonly ring: () => void;
}

export class Scene {
  readonly project = new TestProject();
  readonly shown: Shown[] = [];
  readonly steered: string[] = [];
  /** Timers that were started and not called off. */
  readonly alarms: Alarm[] = [];
  steering: () => { accepted: boolean; why: string | null } = () => ({ accepted: true, why: null });
  readonly host = new AmplifierHost((ms, ring) => {
    const alarm = { ms, ring };
    this.alarms.push(alarm);
    return () => {
      if (this.alarms.includes(alarm)) this.alarms.splice(this.alarms.indexOf(alarm), 1);
    };
  });
  #engine: Engine | null = null;
  readonly #open: AmplifierSession[] = [];

  get engine(): Engine {
    this.#engine ??= this.project.engine();
    return this.#engine;
  }

  /** A hook that appends its input to a file, for `seen`, and prints an answer. */
  recording(name: string, answer: unknown = ''): string {
    const file = this.project.write(`answers/${name}`, answer);
    return `cat >> '${this.#log(name)}'; cat '${file}'`;
  }

  /** What the recording hook of this name read, event by event. */
  seen(name: string): readonly Record<string, unknown>[] {
    if (!existsSync(this.#log(name))) return [];
    const lines = readFileSync(this.#log(name), 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line)).filter(isRecord);
  }

  #log(name: string): string {
    return join(this.project.root, `${name}.jsonl`);
  }

  open(
    can: Abilities = {},
    about: Partial<SessionAbout> = {},
    engine: Engine = this.engine,
    lender: Pick<HostPort, 'lend' | 'recall'> = {},
  ): AmplifierSession {
    const session = this.host.open(
      engine,
      { session: 's', parent: null, cwd: this.project.dir, transcript: null, ...about },
      { show: true, ...can },
      {
        ...lender,
        show: (message, level, source) => void this.shown.push({ message, level, source }),
        steer: async (text) => {
          this.steered.push(text);
          return this.steering();
        },
      },
    );
    this.#open.push(session);
    return session;
  }

  async end(): Promise<void> {
    await Promise.all(this.#open.map((session) => session.close()));
    await this.project.remove();
  }
}

/** An answer with `hookSpecificOutput`. */
export const specific = (hookEventName: string, fields: Readonly<Record<string, unknown>>): unknown => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
