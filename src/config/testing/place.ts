// A project and a home in a temporary directory, for tests that read real files.
import { chmodSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { Generation } from '../../nouns.js';
import { type ProfileName, profile } from '../../profiles.js';
import { Folder } from '../../testing/index.js';
import { type ConfigRequest, configRequest, loadGeneration } from '../index.js';

export interface Options extends Partial<Omit<ConfigRequest, 'profile' | 'projectDir' | 'home'>> {
  readonly profile?: ProfileName;
}

export class Place extends Folder {
  constructor() {
    super();
    onTestFinished(() => this.remove());
    for (const folder of ['project', 'home']) this.makeFolder(folder);
  }

  request(options: Options = {}): ConfigRequest {
    const { profile: name = 'amplifier', ...rest } = options;
    return configRequest({
      ...rest,
      profile: profile(name),
      projectDir: this.path('project'),
      home: this.path('home'),
    });
  }

  load(options: Options = {}): Generation {
    return loadGeneration(this.request(options));
  }
}

/** The registry of the project. */
export const REGISTRY = 'project/.amplifier/hooks/hooks.json';

/** A hook entry with this command. */
export const hook = (command: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'command',
  command,
  ...more,
});

/** An event map with one group. */
export const on = (event: string, ...hooks: readonly unknown[]) => ({ hooks: { [event]: [{ hooks }] } });

/** What a hook runs, in short. */
export const commandsOf = (generation: Generation, inactive = false): readonly string[] =>
  generation.hooks
    .filter((one) => inactive || one.inactive === null)
    .map(({ handler }) => (handler.type === 'command' ? handler.command : handler.type));

export const codesOf = (generation: Generation): readonly string[] =>
  generation.diagnostics.map(({ code }) => code);

/**
 * Runs something without the right to read what a mode of 0 forbids. The superuser may read everything, so for as
 * long as this takes the process is somebody else.
 */
export function withoutRights<T>(path: string, run: () => T): T {
  const { geteuid, seteuid } = process;
  chmodSync(path, 0);
  const superuser = geteuid?.() === 0 && seteuid !== undefined;
  if (superuser) seteuid(65534);
  try {
    return run();
  } finally {
    if (superuser) seteuid(0);
    chmodSync(path, 0o755);
  }
}
