// Claude Code.
import { join } from 'node:path';
import type { Driver } from '../driver.js';

export const claude: Driver = {
  name: 'claude',
  version: '2.1.325',
  package: '@anthropic-ai/claude-code',
  program: 'node_modules/.bin/claude',
  tools: (folder) => ({
    shell: (command) => ({ name: 'Bash', input: { command, description: 'try' } }),
    write: (name, content) => ({ name: 'Write', input: { file_path: join(folder, name), content } }),
    edit: (name, old_string, new_string) => [
      { name: 'Read', input: { file_path: join(folder, name) } },
      { name: 'Edit', input: { file_path: join(folder, name), old_string, new_string } },
    ],
  }),
  prepare: () => undefined,
  env: (_, model) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  argv: (prompt) => [
    '-p',
    prompt,
    '--permission-mode',
    'acceptEdits',
    '--allowedTools',
    'Bash Write Edit Read',
  ],
};
