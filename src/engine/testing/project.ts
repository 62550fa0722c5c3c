// A throw-away project with real files, for tests that run real hooks.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type HookInput, parseInput } from '../../events/index.js';
import { createEngine, type Engine, type EngineOptions } from '../index.js';

export class TestProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-test-')));
  readonly dir = join(this.root, 'project');
  readonly home = join(this.root, 'home');
  readonly #engines: Engine[] = [];

  constructor() {
    mkdirSync(this.dir);
    mkdirSync(this.home);
  }

  /** Writes a file below the root; objects as JSON. */
  write(path: string, content: unknown, mode = 0o644): string {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    chmodSync(file, mode);
    return file;
  }

  /** The root registry of the project: event → commands or whole hook entries. */
  hooks(events: Readonly<Record<string, readonly (string | Record<string, unknown>)[]>>): void {
    const groups = Object.entries(events).map(([event, entries]) => [
      event,
      [
        {
          hooks: entries.map((entry) =>
            typeof entry === 'string' ? { type: 'command', command: entry } : { type: 'command', ...entry },
          ),
        },
      ],
    ]);
    this.write('project/.amplifier/hooks/hooks.json', { hooks: Object.fromEntries(groups) });
  }

  engine(options: Partial<EngineOptions> = {}): Engine {
    const env = { PATH: process.env['PATH'], HOME: this.home };
    const engine = createEngine({
      projectDir: this.dir,
      home: this.home,
      env,
      stateDir: join(this.root, 'state'),
      ...options,
    });
    this.#engines.push(engine);
    return engine;
  }

  input(hook_event_name: string, fields: Readonly<Record<string, unknown>> = {}): HookInput {
    const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } };
    const result = parseInput({ session_id: 's', cwd: this.dir, hook_event_name, ...tool, ...fields });
    if (!result.ok || result.input.kind !== 'known') throw new Error(`bad test event ${hook_event_name}`);
    return result.input;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.close()));
    rmSync(this.root, { recursive: true, force: true });
  }
}
