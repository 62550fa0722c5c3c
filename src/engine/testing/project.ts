// A throw-away project with real files, for tests that run real hooks.
import type { HookInput } from '../../events/index.js';
import { Folder, inputOf } from '../../testing/index.js';
import { createEngine, type Engine, type EngineOptions } from '../index.js';

export class TestProject extends Folder {
  readonly dir = this.makeFolder('project');
  readonly home = this.makeFolder('home');
  readonly #engines: Engine[] = [];

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
      stateDir: this.path('state'),
      // Tests of trust say so.
      trust: 'off',
      ...options,
    });
    this.#engines.push(engine);
    return engine;
  }

  input(hook_event_name: string, fields: Readonly<Record<string, unknown>> = {}): HookInput {
    const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } };
    return inputOf({ session_id: 's', cwd: this.dir, hook_event_name, ...tool, ...fields });
  }

  override async remove(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.close()));
    super.remove();
  }
}
