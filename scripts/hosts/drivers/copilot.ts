// GitHub Copilot CLI.
import { join } from 'node:path';
import type { Driver } from '../driver.js';
import { CACHE } from '../install.js';

export const copilot: Driver = {
  name: 'copilot',
  version: '1.0.102',
  package: '@github/copilot',
  program: 'node_modules/.bin/copilot',
  newerNode: true,
  tools: (folder) => ({
    shell: (command) => ({ name: 'bash', input: { command, description: 'try' } }),
    write: (name, file_text) => ({ name: 'create', input: { path: join(folder, name), file_text } }),
    edit: (name, old_str, new_str) => [
      { name: 'view', input: { path: join(folder, name) } },
      { name: 'edit', input: { path: join(folder, name), old_str, new_str } },
    ],
  }),
  prepare: () => undefined,
  env: (_, model) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'scripted',
    COPILOT_AUTO_UPDATE: 'false',
    // With its first start it unpacks itself, 260 MB: once for all starts.
    XDG_CACHE_HOME: join(CACHE, 'copilot-unpacked'),
  }),
  argv: (prompt) => ['-p', prompt, '--allow-all-tools', '--trust-folder'],
};
