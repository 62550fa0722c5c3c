// Kimi CLI, the forerunner of Kimi Code: it is known only to be named.
import type { Payload } from '../agents/agent.js';

export const KIMI_CLI =
  'this is Kimi CLI, which is no longer maintained and not supported; its successor Kimi Code is: `amplifier-hooks connect kimi-code`';

/** Its tool calls have the id of Kimi Code and nothing else that says whose they are. */
export const isKimiCli = ({ fields }: Payload): boolean =>
  typeof fields['tool_call_id'] === 'string' &&
  ['client_type', 'tool_use_id', 'transcript_path', 'timestamp', 'permission_mode'].every(
    (name) => fields[name] === undefined,
  );
