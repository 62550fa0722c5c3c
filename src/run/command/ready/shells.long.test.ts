// Nothing a command can see tells a shell that waited at a gate from a new one: each command is run both ways.
import { describe, expect, it } from 'vitest';
import type { Run, Runner } from '../../../nouns.js';
import { testPlace } from '../../testing/place.js';
import { BASH_CASES, SHELL_CASES, type ShellCase } from './testing/shell-scripts.js';

const place = testPlace();

const cases = {
  sh: { profile: 'claude-code', scripts: SHELL_CASES },
  bash: { profile: 'amplifier', scripts: [...SHELL_CASES, ...BASH_CASES] },
} as const;

async function bothWays(cold: Runner, warm: Runner, { command, env, stdin }: ShellCase): Promise<[Run, Run]> {
  const task = place.task(command, {
    ...(env === undefined ? {} : { env }),
    ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin) }),
  });
  return [await cold.run(task), await warm.run(task)];
}

describe.each(['sh', 'bash'] as const)('%s', (shell) => {
  const { profile, scripts } = cases[shell];
  const cold = place.runner({ profile });
  const warm = place.runner({ profile, warm: 'forced' });

  it.each(scripts.map((script) => [script.name, script] as const))('%s', async (_, script) => {
    const [one, other] = await bothWays(cold, warm, script);
    expect(other.outcome).toEqual(one.outcome);
    const early = shell === 'sh' && script.onlyCold === true;
    expect(other.start?.kind).toBe(early ? 'cold' : 'shell');
  });

  it('every exit code', async () => {
    for (let code = 0; code < 256; code += 1) {
      const [one, other] = await bothWays(cold, warm, { name: '', command: `exit ${code}` });
      expect(other.outcome).toEqual(one.outcome);
      expect(other.start?.kind).toBe('shell');
    }
  });
});
