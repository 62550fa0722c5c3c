// A payload is taken by the host that sent it and by no other.
import { describe, expect, it } from 'vitest';
import { cline } from '../cline/index.js';
import { codex } from '../codex/index.js';
import { cursor } from '../cursor/index.js';
import { opencode } from '../opencode/index.js';
import { vscode } from '../vscode/index.js';
import type { Agent } from './agent.js';
import { NO_RECORDINGS, payloadOf, recorded } from './testing/recorded.js';

const AGENTS: readonly Agent[] = [cline, codex, cursor, opencode, vscode];
const HOSTS = ['cline', 'codex', 'copilot', 'droid', 'gemini-cli', 'kimi-code', 'opencode', 'qwen-code'];

/** Who takes which recorded payloads; the plugin of opencode puts the name of the hook to what was recorded. */
const takers = (host: string): readonly string[] =>
  recorded(host).flatMap(({ event, stdin }) => {
    const payload = payloadOf(host === 'opencode' ? { opencode_hook: event, ...stdin } : stdin);
    return AGENTS.filter((agent) => agent.recognise(payload)).map(({ facts }) => facts.name);
  });

describe.skipIf(recorded('codex').length === 0)(`recorded payloads (left out where ${NO_RECORDINGS})`, () => {
  it.each(HOSTS)('of %s', (host) => {
    const own = AGENTS.some(({ facts }) => facts.name === host) ? [host] : [];
    expect([...new Set(takers(host))]).toEqual(own);
  });
});

it('what anybody could have sent is nobody’s', () => {
  const payload = payloadOf({ hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash' });
  expect(AGENTS.filter((agent) => agent.recognise(payload))).toEqual([]);
});
