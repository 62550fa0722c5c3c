// The environment of a server: what a hook would get, without what belongs to one hook or one session.
import type { McpProgram } from '../../nouns.js';
import { type EnvironmentQuestion, hookEnvironment } from '../environment.js';

/** A server outlives the hook that needed it first, and serves all sessions. */
const NOT_FOR_SERVERS: ReadonlySet<string> = new Set([
  'AMPLIFIER_HOOKS_DIR',
  'AMPLIFIER_SESSION_ID',
  'CLAUDE_CODE_SESSION_ID',
  'AMPLIFIER_ENV_FILE',
  'CLAUDE_ENV_FILE',
  'CLAUDE_EFFORT',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PLUGIN_DATA',
]);

export function serverEnvironment(
  server: McpProgram,
  around: Pick<EnvironmentQuestion, 'hook' | 'profile' | 'projectDir' | 'base' | 'generationEnv'>,
): Record<string, string> {
  const { base } = around;
  const env = hookEnvironment({
    ...around,
    // It gets what a hook of its own voice would, whoever calls it first.
    hook: { ...around.hook, voice: server.voice },
    sessionId: '',
    effort: null,
    envFile: null,
    exported: [],
    remote: base['CLAUDE_CODE_REMOTE'] === 'true',
    hostPid: process.pid,
  });
  const kept = Object.entries(env).filter(([name]) => !NOT_FOR_SERVERS.has(name));
  const plugin = {
    ...(server.pluginRoot === null ? {} : { CLAUDE_PLUGIN_ROOT: server.pluginRoot }),
    ...(server.pluginData === null ? {} : { CLAUDE_PLUGIN_DATA: server.pluginData }),
  };
  return { ...Object.fromEntries(kept), ...plugin, ...server.env };
}
