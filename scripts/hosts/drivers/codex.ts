// OpenAI Codex CLI.
import type { Driver } from '../driver.js';

const patch = (lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

export const codex: Driver = {
  name: 'codex',
  version: '0.166.0',
  package: '@openai/codex',
  program: 'node_modules/.bin/codex',
  connecting: ['--trust'],
  tools: () => ({
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    write: (path, text) => ({ name: 'apply_patch', input: patch([`*** Add File: ${path}`, `+${text}`]) }),
    edit: (path, before, after) => [
      { name: 'apply_patch', input: patch([`*** Update File: ${path}`, '@@', `-${before}`, `+${after}`]) },
    ],
  }),
  prepare(world, model) {
    // Only a model that it knows is offered its tool for files.
    world.write(
      'home/.codex/config.toml',
      `model = "gpt-5.5"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"

[projects."${world.project}"]
trust_level = "trusted"
`,
    );
  },
  env: () => ({ SCRIPTED_KEY: 'none' }),
  argv: (prompt) => [
    'exec',
    '--skip-git-repo-check',
    '--json',
    '--dangerously-bypass-approvals-and-sandbox',
    prompt,
  ],
};
