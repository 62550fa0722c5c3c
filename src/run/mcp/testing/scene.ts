// Runners with MCP servers for tests: real processes, and real servers on loopback.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type {
  Hook,
  HookSource,
  McpProgram,
  McpServer,
  McpServers,
  Outcome,
  Runner,
  Task,
} from '../../../nouns.js';
import { type ProfileName, profile } from '../../../profiles.js';
import { hook } from '../../../testing/index.js';
import type { Connect, Resolve } from '../../http/connections.js';
import { type Place, TEST_PATH, testPlace } from '../../testing/place.js';
import { createMcpRunner, type McpLimits } from '../runner.js';

const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));

export function mcpHook(
  server: string,
  tool: string,
  input: Readonly<Record<string, unknown>> = {},
  source: Partial<HookSource> = {},
): Hook {
  return hook('test', { handler: { type: 'mcp_tool', server, tool, input }, source });
}

export const program = (name: string, mode = 'well', more: Partial<McpProgram> = {}): McpProgram => ({
  kind: 'stdio',
  name,
  voice: 'project',
  file: '/project/.mcp.json',
  line: 1,
  command: process.execPath,
  args: [SERVER, mode],
  env: {},
  pluginRoot: null,
  pluginData: null,
  ...more,
});

export const address = (name: string, url: string, kind: 'http' | 'sse' | 'either' = 'http'): McpServer => ({
  kind,
  name,
  voice: 'user',
  file: null,
  line: null,
  url,
  headers: { 'x-test': 'yes' },
});

export const among = (
  servers: readonly McpServer[],
  unusable: Readonly<Record<string, string>> = {},
): McpServers => ({
  entries: [
    ...servers,
    ...Object.entries(unusable).map(
      ([name, why]) => ({ kind: 'unusable', name, voice: 'project', file: null, line: null, why }) as const,
    ),
  ],
  diagnostics: [],
});

export interface SceneOptions {
  readonly servers: readonly McpServer[] | (() => McpServers);
  readonly profile?: ProfileName;
  readonly limits?: Partial<McpLimits>;
  readonly env?: Readonly<Record<string, string>>;
  readonly projectDir?: string;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
}

/** A runner, its log, and shorthands. */
export class Scene {
  readonly runner: Runner;
  /** In the environment of every process of this scene. */
  readonly mark = randomUUID();
  readonly root: string;
  readonly #log: string;
  readonly #place: Place;

  constructor(place: Place, number: number, options: SceneOptions) {
    const { servers } = options;
    const fixed = typeof servers === 'function' ? null : among(servers);
    this.#place = place;
    this.root = place.root;
    this.#log = join(place.root, `log-${number}`);
    this.runner = createMcpRunner({
      servers: () => (typeof servers === 'function' ? servers() : (fixed ?? among([]))),
      profile: profile(options.profile ?? 'amplifier'),
      projectDir: options.projectDir ?? place.root,
      layers: () => [],
      env: {
        PATH: TEST_PATH,
        TEST_MARK: place.mark,
        MCP_TEST_LOG: this.#log,
        SCENE_MARK: this.mark,
        ...options.env,
      },
      limits: options.limits ?? {},
      ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
      ...(options.connect === undefined ? {} : { connect: options.connect }),
    });
  }

  async run(hook: Hook, changes: Partial<Task> = {}): Promise<Outcome> {
    return (await this.runner.run(this.#place.task(hook, changes))).outcome;
  }

  call(server: string, tool: string, input = {}, changes: Partial<Task> = {}): Promise<Outcome> {
    return this.run(mcpHook(server, tool, input), changes);
  }

  /** What the servers of this scene wrote down. */
  log(): readonly string[] {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : [];
  }

  count(line: string): number {
    return this.log().filter((one) => one === line).length;
  }
}

/** A maker of scenes that are closed after the tests of a file; processes that are left fail them. */
export function scenes(): (options: SceneOptions) => Scene {
  const place = testPlace();
  const made: Scene[] = [];
  // Hooks of vitest run in reverse order: the runners are closed before the place looks for left-overs.
  afterAll(async () => {
    await Promise.all(made.map(({ runner }) => runner.close()));
  });
  return (options) => {
    const scene = new Scene(place, made.length, options);
    made.push(scene);
    return scene;
  };
}

export const answered = (text: string): Outcome => ({ kind: 'answered', text });

/** An outcome as a failure to start, or an error that shows what it was. */
export function launchFailure(outcome: Outcome): Extract<Outcome, { kind: 'launchFailed' }> {
  if (outcome.kind !== 'launchFailed')
    throw new Error(`not launchFailed: ${JSON.stringify(outcome).slice(0, 500)}`);
  return outcome;
}
