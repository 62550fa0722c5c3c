// Factory droid.
import { type Driver, forThisSystem } from '../driver.js';

const PACKAGE = forThisSystem('@factory/cli');

export const droid: Driver = {
  name: 'droid',
  version: '0.225.2',
  package: PACKAGE,
  program: `node_modules/${PACKAGE}/bin/droid`,
  tools: () => ({
    shell: (command) => ({
      name: 'Execute',
      input: { command, summary: 'try', timeout: 60, riskLevelReason: 'harmless', riskLevel: 'low' },
    }),
    write: (file_path, content) => ({ name: 'Create', input: { file_path, content } }),
    edit: (file_path, old_str, new_str) => [
      { name: 'Read', input: { file_path } },
      { name: 'Edit', input: { file_path, old_str, new_str, change_all: false } },
    ],
  }),
  prepare(world, model) {
    const custom = {
      model: 'scripted',
      displayName: 'scripted',
      baseUrl: `${model}/v1`,
      apiKey: 'none',
      provider: 'generic-chat-completion-api',
      maxOutputTokens: 1000,
    };
    world.write('home/.factory/settings.json', { customModels: [custom] });
  },
  env: () => ({ FACTORY_API_KEY: 'fk-none' }),
  argv: (prompt) => ['exec', '--model', 'custom:scripted', '--auto', 'high', prompt],
};
