// The model that prompt and agent hooks ask.
import { existsSync } from 'node:fs';
import type { Settled } from '../engine/index.js';
import { modelSettingsFile, readModelSettings } from '../engine/models/index.js';
import { chooseModel, describeModel, type ModelDescription } from '../models/index.js';
import type { Generation, Hook, ModelHandler } from '../nouns.js';
import { type Finding, inArea } from './finding.js';
import { placeOf } from './hooks.js';

const { pass, warn, fail } = inArea('models');

interface Asking {
  readonly hook: Hook;
  readonly handler: ModelHandler;
}

/** Which model is asked and why. Asks nobody. */
export async function models(generation: Generation, settled: Settled): Promise<readonly Finding[]> {
  const asking = generation.hooks.flatMap((hook): Asking[] =>
    hook.inactive === null && (hook.handler.type === 'prompt' || hook.handler.type === 'agent')
      ? [{ hook, handler: hook.handler }]
      : [],
  );
  const { config, diagnostics, agentCommands } = readModelSettings(settled);
  if (diagnostics.length > 0)
    return diagnostics.map(({ message, hint, ...place }) => fail(message, hint, place));
  const file = modelSettingsFile(settled.home);
  if (asking.length === 0 && !existsSync(file)) return [];
  const describe = (asked: string | null) => describeModel({ env: settled.env, config }, asked);
  return [
    ...(existsSync(file) ? [pass(`settings: ${file}`, { file })] : []),
    chosen(describe(null), asking),
    ...asking.flatMap(({ hook, handler }) => replaced(hook, describe(handler.model))),
    ...(asking.some(({ handler }) => handler.type === 'agent')
      ? [pass(`agent hooks may read files${agentCommands ? ' and run commands' : ', and run no commands'}`)]
      : []),
  ];
}

function chosen(model: ModelDescription, asking: readonly Asking[]): Finding {
  const { provider, where, keyFrom, why } = model;
  const count = asking.length === 1 ? '1 hook asks' : `${asking.length} hooks ask`;
  switch (provider) {
    case 'none':
      if (asking.length === 0) return pass('no model is chosen, and no hook asks one');
      return warn(
        `${count} a model, and there is none here: ${why}`,
        'Nothing, if your host offers its own model; otherwise set what is missing.',
      );
    case 'recorded':
      return existsSync(where)
        ? pass(`recorded replies in ${where}, because of ${why}`)
        : fail(`${where} with the recorded replies does not exist`, `Make it, or unset ${why}.`);
    case 'host':
      return pass(`the model of the host, because of ${why}`);
    default: {
      const key = keyFrom === null ? 'without a key' : `with the key in ${keyFrom}`;
      if (model.model !== null) return pass(`${model.model} at ${where}, ${key}`);
      const unnamed = asking.filter(({ handler }) => handler.model === null).length;
      return (unnamed > 0 ? fail : warn)(
        `nobody says which model of ${where} to ask where a hook names none`,
        'Set AMPLIFIER_HOOKS_MODEL to a model that it offers.',
      );
    }
  }
}

function replaced(hook: Hook, { instead, model, where }: ModelDescription): readonly Finding[] {
  if (instead === null || model === null) return [];
  const message = `${hook.id} ${hook.event}: wants ${instead}, which ${where} does not have; ${model} is asked`;
  const fix = `Say under "names" in ~/.amplifier/hooks-model.json which model it stands for.`;
  return [warn(message, fix, placeOf(hook))];
}

const ASK_LIMIT_MS = 30_000;

/** Asks the model one short question. It costs a few tokens, so nobody does that unasked. */
export async function askModel(settled: Settled): Promise<Finding> {
  const { config, problem } = readModelSettings(settled);
  if (problem !== null) return fail(`not asked: ${problem}`, 'Correct the settings.');
  const start = performance.now();
  const reply = await chooseModel({ env: settled.env, config }).complete({
    model: null,
    system: 'Answer with one word.',
    messages: [{ role: 'user', text: 'Say yes.' }],
    tools: [],
    toolChoice: 'none',
    schema: null,
    maxTokens: 16,
    timeLeftMs: ASK_LIMIT_MS,
    signal: AbortSignal.timeout(ASK_LIMIT_MS),
  });
  if (!reply.ok)
    return fail(`asked, without an answer: ${reply.message}`, 'docs/models.md tells what to do.');
  const time = `${Math.max(1, Math.round(performance.now() - start))} ms`;
  const cost = reply.costUsd === null ? 'price not known' : `$${reply.costUsd.toFixed(6)}`;
  return pass(
    `${reply.model} answered in ${time}: ${reply.inputTokens} + ${reply.outputTokens} tokens, ${cost}`,
  );
}
