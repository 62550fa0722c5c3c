// A session of a host that speaks as Claude Code does to its hooks.
import type { Engine } from '../../engine/index.js';
import { leftOut, parseInput } from '../../events/index.js';
import { toClaudeOutput } from '../claude/to-claude-output.js';
import type { Conversation } from './live-session.js';
import { CODES, RpcError } from './rpc-error.js';

/** Connects a session with the hooks of an engine. */
export function claudeSession(
  engine: Engine,
  about: { readonly session: string; readonly cwd: string; readonly transcript: string | null },
): Conversation {
  let told = engine.exportedEnv(about.session);
  const common = {
    cwd: about.cwd,
    ...(about.transcript === null ? {} : { transcript_path: about.transcript }),
  };
  return {
    events: () => [
      ...new Set(
        engine.generation.hooks.filter(({ inactive }) => inactive === null).map(({ event }) => event),
      ),
    ],
    async handle({ data }, signal) {
      const parsed = parseInput({ ...data, ...leftOut(data, common), session_id: about.session });
      if (!parsed.ok) {
        const why = parsed.problems.map(({ message }) => message).join('; ');
        throw new RpcError(CODES.wrongParams, `no hook ran, because "input" is not an event: ${why}`);
      }
      if (parsed.input.kind === 'unknown') {
        engine.unknown(parsed.input);
        return { result: null };
      }
      const output = toClaudeOutput(await engine.dispatch(parsed.input, { signal }));
      const isSilent = output.exitCode === 0 && output.stdout === '' && output.stderr === '';
      const env = engine.exportedEnv(about.session);
      const isNew = env !== told && JSON.stringify(env) !== JSON.stringify(told);
      told = env;
      return { result: isSilent ? null : output, ...(isNew ? { env } : {}) };
    },
    close: async () => engine.endSession(about.session),
  };
}
