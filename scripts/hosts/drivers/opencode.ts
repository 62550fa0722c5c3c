// opencode.
import { join } from 'node:path';
import type { Driver } from '../driver.js';

export const opencode: Driver = {
  name: 'opencode',
  version: '1.18.33',
  package: 'opencode-ai',
  program: 'node_modules/.bin/opencode',
  beside: { package: '@opencode-ai/plugin', folder: 'home/.config/opencode' },
  tools: (folder) => ({
    shell: (command) => ({ name: 'bash', input: { command, description: 'try' } }),
    write: (name, content) => ({ name: 'write', input: { filePath: join(folder, name), content } }),
    edit: (name, oldString, newString) => [
      { name: 'read', input: { filePath: join(folder, name) } },
      { name: 'edit', input: { filePath: join(folder, name), oldString, newString } },
    ],
  }),
  prepare(world, model) {
    world.write('project/opencode.json', {
      model: 'scripted/scripted',
      small_model: 'scripted/scripted',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model}/v1`, apiKey: 'none' },
          models: { scripted: { tool_call: true, limit: { context: 100_000, output: 4000 } } },
        },
      },
    });
  },
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  argv: (prompt) => ['run', prompt],
};
