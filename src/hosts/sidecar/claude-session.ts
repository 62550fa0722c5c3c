// A session of a host that speaks as Claude Code does to its hooks.
import type { Engine } from '../../engine/index.js';
import { findEventRow, leftOut, parseInput } from '../../events/index.js';
import type { Generation } from '../../nouns.js';
import { keepNumbers } from '../../text/index.js';
import { isOfTrust } from '../../trust/index.js';
import { toClaudeOutput } from '../claude/to-claude-output.js';
import { Exports } from '../exports.js';
import { wantedEvents } from '../wanted-events.js';
import type { Conversation } from './live-session.js';
import type { Capabilities } from './params.js';
import { CODES, RpcError } from './rpc-error.js';

/** Where a person is there. */
const ASKS = ['SessionStart', 'UserPromptSubmit'];

/** Connects a session with the hooks of an engine. */
export function claudeSession(
  engine: Engine,
  about: {
    readonly session: string;
    readonly cwd: string;
    readonly transcript: string | null;
    readonly capabilities: Pick<Capabilities, 'approve'>;
  },
): Conversation {
  const exports = new Exports(engine, about.session);
  let known: { readonly of: Generation; readonly names: readonly string[] } | null = null;
  const common = {
    cwd: about.cwd,
    ...(about.transcript === null ? {} : { transcript_path: about.transcript }),
  };
  return {
    events() {
      const { generation } = engine;
      if (known?.of === generation) return known.names;
      const asks = about.capabilities.approve && generation.diagnostics.some(({ code }) => isOfTrust(code));
      const names = [...new Set<string>([...wantedEvents(generation), ...(asks ? ASKS : [])])];
      known = { of: generation, names };
      return names;
    },
    moment({ data }) {
      const name = data['hook_event_name'] ?? data['hookEventName'];
      if (typeof name !== 'string') return null;
      if (ASKS.includes(name)) return 'asks';
      return findEventRow(name)?.permission === true ? 'waits' : null;
    },
    async handle({ data }, signal) {
      const event = { ...data, ...leftOut(data, common), session_id: about.session };
      const parsed = parseInput(keepNumbers(data, event));
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
      return { result: isSilent ? null : output, ...exports.take() };
    },
    close: async () => engine.endSession(about.session),
  };
}
