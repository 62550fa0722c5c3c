// The hashes by which Codex trusts hooks. Those here are what Codex 0.166.0 itself says of these hooks (`hooks/list`).
import { describe, expect, it } from 'vitest';
import { trustedHooks, trustIn, trustsProject, withoutTrust, withTrust } from './codex-trust.js';
import { isFor } from './ours.js';

const FILE = '/home/alice/.codex/hooks.json';
const command = (seconds: number): string =>
  `/home/alice/.amplifier/bin/amplifier-hooks dispatch --host codex --host-timeout ${seconds}`;
const hook = (seconds: number, stated = true) => ({
  type: 'command',
  command: command(seconds),
  ...(stated ? { timeout: seconds } : {}),
});

const HOOKS = JSON.stringify({
  hooks: {
    PreToolUse: [{ matcher: '*', hooks: [hook(3600)] }],
    SessionStart: [
      { hooks: [{ type: 'command', command: 'mine' }] },
      { hooks: [{ type: 'command', command: 'x' }, hook(3600)] },
    ],
    Stop: [{ hooks: [hook(600, false)] }],
    SessionEnd: [{ hooks: [hook(3)] }],
  },
});
const ours = trustedHooks(HOOKS, FILE, isFor(['codex']));

it('are the ones that Codex computes, under the keys that it has', () => {
  expect(Object.fromEntries(ours.map(({ key, hash }) => [key, hash]))).toEqual({
    [`${FILE}:pre_tool_use:0:0`]: 'sha256:5a80f8616cd2ba77c474f8274d6b84690ae309be88aed7f7db7475ac5d71e282',
    [`${FILE}:session_start:1:1`]: 'sha256:709ac710d6c1592f50d7520d72c19583db4cb9a0037e53d1ac1fee3cd8e63a7f',
    [`${FILE}:stop:0:0`]: 'sha256:33ace971d689f65777f6685c06e09eeb4ebfd8429c27ba7781af964fc5a88738',
    [`${FILE}:session_end:0:0`]: 'sha256:750b7697aebff51ba5ea427ca906a342d4b4ff51ecaf33fd9ebe841089e92b45',
  });
});

describe('in the configuration', () => {
  it.each([
    '',
    'model = "x"\n',
    'model = "x"',
    'model = "x"\r\n\r\n[projects."/p"]\r\ntrust_level = "trusted"\r\n',
    '[hooks.state."/other:stop:0:0"]\ntrusted_hash = "sha256:1"\n\n[tui]\na = 1\n',
    '[hooks.state]\n\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "mine"\n',
  ])('are added and taken out: %j', (config) => {
    const after = withTrust(config, 'config.toml', ours);
    const known = trustIn(after, 'config.toml');
    expect(ours.every(({ key, hash }) => known.get(key)?.hash === hash)).toBe(true);
    expect(withTrust(after, 'config.toml', ours)).toBe(after);
    expect(withoutTrust(after, 'config.toml', ours).trimEnd()).toBe(config.trimEnd());
  });

  it('an old hash is replaced, and what else somebody said about the hook stays', () => {
    const key = `${FILE}:stop:0:0`;
    const config = `[hooks.state."${key}"]\nenabled = false # not now\ntrusted_hash = "sha256:old"\n\n[a]\nb = 1\n`;
    const after = withTrust(config, 'config.toml', ours);
    expect(after).toContain('enabled = false # not now\ntrusted_hash = "sha256:33ace');
    expect(trustIn(after, 'config.toml').get(key)?.isOff).toBe(true);
    expect(withoutTrust(after, 'config.toml', ours)).toContain('enabled = false # not now');
  });

  it('a hash that is not ours is left alone', () => {
    const config = `[hooks.state."${FILE}:stop:0:0"]\ntrusted_hash = "sha256:other"\n`;
    expect(withoutTrust(config, 'config.toml', ours)).toBe(config);
  });

  it('a form that cannot be added to is refused', () => {
    expect(() => withTrust('hooks = { state = {} }\n', 'config.toml', ours)).toThrow(/trust cannot be added/);
    expect(() => withTrust('a = \n', 'config.toml', ours)).toThrow(
      /config.toml:\d+:\d+: it is not valid TOML/,
    );
  });

  it('says whether a project is trusted', () => {
    const config = '[projects."/p"]\ntrust_level = "trusted"\n[projects."/q"]\ntrust_level = "untrusted"\n';
    expect(['/p', '/q', '/r'].map((project) => trustsProject(config, 'c', project))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
