// Kimi Code.
import type { Driver } from '../driver.js';

export const kimiCode: Driver = {
  name: 'kimi-code',
  version: '2.1.0',
  package: '@moonshot-ai/kimi-code',
  program: 'node_modules/.bin/kimi',
  newerNode: true,
  tools: () => ({
    shell: (command) => ({ name: 'Bash', input: { command } }),
    write: (path, content) => ({ name: 'Write', input: { path, content } }),
    edit: (path, old_string, new_string) => [
      { name: 'Read', input: { path } },
      { name: 'Edit', input: { path, old_string, new_string } },
    ],
  }),
  prepare(world, model) {
    world.write(
      'home/.kimi-code/config.toml',
      `default_model = "scripted"

[providers.scripted]
type = "openai"
base_url = "${model}/v1"
api_key = "none"

[models.scripted]
provider = "scripted"
model = "scripted"
max_context_size = 100000
capabilities = ["tool_use"]
`,
    );
  },
  env: () => ({}),
  argv: (prompt) => ['-p', prompt],
};
