// Gemini CLI.
import type { Driver } from '../driver.js';

export const gemini: Driver = {
  name: 'gemini',
  version: '0.61.0',
  package: '@google/gemini-cli',
  program: 'node_modules/.bin/gemini',
  tools: () => ({
    shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'try' } }),
    write: (file_path, content) => ({ name: 'write_file', input: { file_path, content } }),
    edit: (file_path, old_string, new_string) => [
      { name: 'read_file', input: { file_path } },
      {
        name: 'replace',
        input: { file_path, instruction: 'change it', old_string, new_string },
      },
    ],
  }),
  prepare(world) {
    world.write('home/.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    });
  },
  env: (_, model) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  // A named model, because it would have another one choose.
  argv: (prompt) => ['-p', prompt, '--yolo', '--model', 'gemini-2.5-flash'],
};
