// Qwen Code.
import { join } from 'node:path';
import type { Driver } from '../driver.js';

export const qwen: Driver = {
  name: 'qwen',
  version: '0.24.4',
  package: '@qwen-code/qwen-code',
  program: 'node_modules/.bin/qwen',
  newerNode: true,
  tools: (folder) => ({
    shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false } }),
    write: (name, content) => ({ name: 'write_file', input: { file_path: join(folder, name), content } }),
    edit: (name, old_string, new_string) => [
      { name: 'read_file', input: { file_path: join(folder, name) } },
      { name: 'edit', input: { file_path: join(folder, name), old_string, new_string } },
    ],
  }),
  prepare(world) {
    world.write('home/.qwen/settings.json', {
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    });
  },
  env: (_, model) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${model}/v1`,
    OPENAI_MODEL: 'scripted',
  }),
  argv: (prompt) => ['-p', prompt, '--yolo'],
};
