// A sidecar in this process with real engines, and a host that speaks to it.
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { workshop } from '../../../cli/sidecar/workshop.js';
import { own } from '../../../cli/testing/play.js';
import type { Engine } from '../../../engine/index.js';
import { TestProject } from '../../../engine/testing/project.js';
import { Server, type ServerOptions, type Workshop } from '../server.js';
import { Client } from './client.js';

export class Desk {
  readonly project = new TestProject();
  readonly client: Client;
  readonly server: Server;
  /** Every engine that was made, and whether it was closed. */
  readonly engines: { readonly engine: Engine; closed: boolean }[] = [];
  readonly #toServer = new PassThrough();

  constructor(
    options: Partial<ServerOptions> = {},
    change: (usual: Workshop) => Workshop = (usual) => usual,
  ) {
    const fromServer = new PassThrough();
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.project.home,
      XDG_STATE_HOME: join(this.project.root, 'state'),
    };
    own(this.project.dir, env);
    this.client = new Client(this.#toServer, fromServer);
    this.server = new Server({
      input: this.#toServer,
      output: fromServer,
      name: 'amplifier-hooks',
      version: '1.2.3',
      env,
      load: async () => change(this.#counted(workshop(env))),
      ...options,
    });
  }

  /** Opens sessions of the project, with one request each. */
  async open(...sessions: readonly string[]): Promise<void> {
    await Promise.all(sessions.map((session) => this.client.get('session/open', this.about(session))));
  }

  about(session: string) {
    return { session, parent: null, cwd: this.project.dir };
  }

  /** An event of a host that speaks as Claude Code does. */
  stop(session: string, more: Readonly<Record<string, unknown>> = {}) {
    return { session, input: { hook_event_name: 'Stop', ...more } };
  }

  async remove(): Promise<void> {
    this.#toServer.end();
    await this.server.ended;
    await this.server.close();
    await this.project.remove();
  }

  #counted(usual: Workshop): Workshop {
    return {
      ...usual,
      makeEngine: (wish) => {
        const made = usual.makeEngine(wish);
        const entry = { engine: made.engine, closed: false };
        this.engines.push(entry);
        return {
          ...made,
          close: async () => {
            await made.close();
            entry.closed = true;
          },
        };
      },
    };
  }
}
