// The user's own settings for prompt and agent hooks: which model, and what an agent may do.
import { join } from 'node:path';
import { type ConfigFile, readConfigFile } from '../../config/index.js';
import { type ModelConfig, parseModelConfig } from '../../models/index.js';
import type { Diagnostic } from '../../nouns.js';
import type { Settled } from '../options.js';

export interface ModelSettings {
  readonly config: ModelConfig;
  /** An agent hook may run commands. */
  readonly agentCommands: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Why nothing of it can be used; `null`: it can. */
  readonly problem: string | null;
}

const AGENT_COMMANDS = 'agent_commands';

/** Where the settings stand: in the user's home and nowhere else, because they decide where keys are sent. */
export const modelSettingsFile = (home: string): string => join(home, '.amplifier', 'hooks-model.json');

/** What the host says, else what stands in the user's file. */
export function readModelSettings({ home, model, agentCommands }: Settled): ModelSettings {
  const file = model === null ? readConfigFile(modelSettingsFile(home)) : null;
  if (file !== null && file.problem !== null) return broken([file.problem]);
  const { [AGENT_COMMANDS]: commands, ...rest } = model ?? file?.value ?? {};
  const wrong =
    commands === undefined || typeof commands === 'boolean'
      ? []
      : [at(file, AGENT_COMMANDS, 'must be true or false')];
  const parsed = parseModelConfig(rest);
  const problems = parsed.ok
    ? wrong
    : [...wrong, ...parsed.problems.map((one) => at(file, one.field, one.message))];
  if (problems.length > 0 || !parsed.ok) return broken(problems);
  return {
    config: parsed.config,
    agentCommands: agentCommands ?? commands === true,
    diagnostics: [],
    problem: null,
  };
}

function broken(diagnostics: readonly Diagnostic[]): ModelSettings {
  const [first] = diagnostics;
  const where = first?.file == null ? '' : ` in ${first.file}${first.line === null ? '' : `:${first.line}`}`;
  const problem = `the settings for models are wrong${where}: ${diagnostics.map(({ message }) => message).join('; ')}`;
  return { config: {}, agentCommands: false, diagnostics, problem };
}

function at(file: ConfigFile | null, field: string, message: string): Diagnostic {
  const place = file === null ? null : file.positionOf(field);
  return {
    code: 'model-settings',
    severity: 'error',
    message: field === '' ? message : `"${field}" ${message}`,
    file: file?.file ?? null,
    line: place?.line ?? null,
    column: place?.column ?? null,
    hint: 'docs/models.md lists the fields. Until it is right, hooks of type prompt and agent fail.',
  };
}
