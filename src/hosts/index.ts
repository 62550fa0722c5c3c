// The room `hosts`: one folder a host, its payload in and its answer out. The sidecar has a door of its own.

export { type MountOptions, mountHooks } from './amplifier/mount.js';
export { fromAmplifier } from './amplifier/native-events.js';
export { toHookResult } from './amplifier/to-hook-result.js';
export { type ClaudeOutput, toClaudeOutput } from './claude/to-claude-output.js';
