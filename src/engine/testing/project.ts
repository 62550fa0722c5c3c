// A throw-away project with real files, for tests that run real hooks.
import type { HookInput } from '../../events/index.js';
import { Folder, inputOf } from '../../testing/index.js';
import { type Engine, type EngineOptions, engineOf, type HandOver, settle } from '../index.js';

type Events = Readonly<Record<string, readonly (string | Record<string, unknown>)[]>>;

const registry = (events: Events): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(events).map(([event, entries]) => [
      event,
      [
        {
          hooks: entries.map((entry) =>
            typeof entry === 'string' ? { type: 'command', command: entry } : { type: 'command', ...entry },
          ),
        },
      ],
    ]),
  );

export class TestProject extends Folder {
  readonly dir = this.makeFolder('project');
  readonly home = this.makeFolder('home');
  readonly #engines: Engine[] = [];

  /** The root registry of the project: event → commands or whole hook entries. */
  hooks(events: Events): void {
    this.write('project/.amplifier/hooks/hooks.json', { hooks: registry(events) });
  }

  /** The same of the user. */
  userHooks(events: Events): void {
    this.write('home/.amplifier/hooks/hooks.json', { hooks: registry(events) });
  }

  /** The administrator's settings; the option that has them read. */
  managedHooks(events: Events): { readonly claudeSettings: { readonly managedFile: string } } {
    return { claudeSettings: { managedFile: this.write('managed.json', { hooks: registry(events) }) } };
  }

  /** `handOver` is for engines of processes that end with their answer. */
  engine(options: Partial<EngineOptions> = {}, handOver: HandOver | null = null): Engine {
    const env = { PATH: process.env['PATH'], HOME: this.home };
    const settled = settle({
      projectDir: this.dir,
      home: this.home,
      env,
      stateDir: this.path('state'),
      // Tests of trust say so.
      trust: 'off',
      ...options,
    });
    const engine = engineOf({ ...settled, handOver });
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
