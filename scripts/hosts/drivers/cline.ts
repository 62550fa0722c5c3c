// Cline CLI.
import { join } from 'node:path';
import type { Driver } from '../driver.js';

export const cline: Driver = {
  name: 'cline',
  version: '3.0.65',
  package: 'cline',
  program: 'node_modules/.bin/cline',
  tools: (folder) => ({
    shell: (command) => ({ name: 'run_commands', input: { commands: [command] } }),
    write: (name, new_text) => ({ name: 'editor', input: { path: join(folder, name), new_text } }),
    edit: (name, old_text, new_text) => [
      { name: 'read_files', input: { files: [{ path: join(folder, name) }] } },
      { name: 'editor', input: { path: join(folder, name), old_text, new_text } },
    ],
  }),
  prepare(world, model) {
    // What `cline auth` writes.
    const settings = {
      provider: 'openai-compatible',
      apiKey: 'none',
      model: 'scripted',
      baseUrl: `${model}/v1`,
    };
    world.write('home/.cline/data/settings/providers.json', {
      version: 1,
      lastUsedProvider: settings.provider,
      modes: {},
      providers: {
        [settings.provider]: { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' },
      },
    });
  },
  env: () => ({}),
  argv: (prompt) => [prompt],
};
