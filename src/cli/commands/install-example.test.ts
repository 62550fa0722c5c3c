// `install example:<name>`, and plugins in folders of another name.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const at = (name: string): string => join(stage.dir, '.amplifier', 'hooks', name);

describe('an example', () => {
  it('is installed by its name, blocks, is written down, and restored', async () => {
    expect((await stage.play(['install', 'example:bash-validator', '--yes'])).code).toBe(0);
    const event = ['run', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"rm -rf /"}'];
    expect((await stage.play(event)).stdout).toContain('⇒ DENIED  Dangerous command blocked: rm -rf /');
    const { plugins } = JSON.parse(readFileSync(join(stage.dir, '.amplifier/hooks.lock.json'), 'utf8'));
    expect(plugins['bash-validator']).toMatchObject({
      source: 'example:bash-validator',
      pinned: { kind: 'example', name: 'bash-validator', version: expect.any(String) },
    });
    rmSync(at('bash-validator'), { recursive: true });
    expect((await stage.play(['install', '--yes'])).code).toBe(0);
    expect(existsSync(join(at('bash-validator'), 'validate.sh'))).toBe(true);
    expect((await stage.play(['update', '--yes'])).stdout).toContain('bash-validator: up to date');
  });

  it.each(['nope', '', '../../docs', 'bash-validater'])(
    'that is none is refused, with those that there are: %j',
    async (name) => {
      const { code, stderr } = await stage.play(['install', `example:${name}`, '--yes']);
      expect(code).toBe(1);
      expect(stderr).toContain('The examples are: bash-validator, command-log, ');
      expect(stderr.includes('Did you mean bash-validator?')).toBe(name === 'bash-validater');
    },
  );
});

describe('a guard that looks for its script in a folder of a certain name', () => {
  beforeEach(() => {
    const command = `"\${AMPLIFIER_HOOKS_DIR}/guard/check.sh"`;
    stage.write('plugins/mine/hooks.json', {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
    });
    stage.write('plugins/mine/check.sh', '#!/bin/sh\nexit 2\n', 0o755);
  });

  it('is refused in another', async () => {
    const { code, stderr } = await stage.play(['install', '../plugins/mine', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toContain('mine: hooks.json looks for check.sh in a folder called guard');
    expect(existsSync(at('mine'))).toBe(false);
  });

  it('is installed in its own', async () => {
    expect((await stage.play(['install', '../plugins/mine', '--yes', '--name', 'guard'])).code).toBe(0);
    const { stdout } = await stage.play(['run', 'PreToolUse', '--tool', 'Bash']);
    expect(stdout).toContain('⇒ DENIED');
  });
});
