// The studio of a throw-away project, with the real desk, in this process.
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Engine } from '../../../engine/index.js';
import { openJournal } from '../../../journal/index.js';
import type { Journal } from '../../../nouns.js';
import { type Studio, startStudio, Watching } from '../../../studio/index.js';
import { Visitor } from '../../../studio/testing/visitor.js';
import type { Io } from '../../io.js';
import { Output } from '../../output.js';
import { Stage } from '../../testing/play.js';
import { deskFor } from '../desk.js';

export interface OpenOptions {
  /** All projects, not only this one. */
  readonly all?: boolean;
  /** A person sits at a terminal; default: yes. */
  readonly person?: boolean;
  /** An agent started it. */
  readonly agent?: boolean;
}

export class StudioStage extends Stage {
  readonly stateDir = join(this.home, '.local', 'state', 'amplifier-hooks');
  readonly problems: string[] = [];
  readonly #closing: (() => Promise<void>)[] = [];

  /** A journal of the project, or of another one. */
  journal(projectDir = this.dir): Journal {
    const journal = openJournal({ stateDir: this.stateDir, projectDir });
    this.#closing.push(() => journal.close());
    return journal;
  }

  recording(journal: Journal): Engine {
    return this.engine({ stateDir: this.stateDir, journal });
  }

  /** The studio, and somebody who was let in. */
  async open({ all = false, person = true, agent = false }: OpenOptions = {}): Promise<{
    readonly studio: Studio;
    readonly watching: Watching;
    readonly visitor: Visitor;
  }> {
    const watching = new Watching({
      stateDir: this.stateDir,
      projectDir: all ? null : this.dir,
      onProblem: ({ message }) => this.problems.push(message),
    });
    const io: Io = {
      stdin: Object.assign(Readable.from([]), { isTTY: person }),
      stdout: new Output(new PassThrough().resume()),
      stderr: new Output(new PassThrough().resume()),
      env: { PATH: process.env['PATH'], HOME: this.home, ...(agent ? { CLAUDECODE: '1' } : {}) },
      cwd: this.dir,
    };
    const studio = await startStudio({
      watching,
      desk: deskFor({ args: [], options: {}, io }),
      page: { script: 'start();', style: 'body{}' },
      port: 0,
      stateDir: this.stateDir,
      home: this.home,
    });
    await watching.start();
    const visitor = new Visitor(studio.address);
    this.#closing.push(async () => {
      visitor.leave();
      await studio.close();
      await watching.close();
    });
    return { studio, watching, visitor };
  }

  override async remove(): Promise<void> {
    for (const close of this.#closing.reverse()) await close();
    await super.remove();
  }
}
