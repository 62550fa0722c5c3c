// Which ability of an agent a key of `expect` is about.
import { eventRow } from '../../events/index.js';
import type { Ability } from '../../hosts/agents/index.js';
import type { Decision } from '../../nouns.js';

const KEYS: Readonly<Record<string, Ability>> = {
  context: 'context',
  contextSet: 'context',
  contextLengths: 'context',
  contextAll: 'context',
  feedback: 'feedback',
  feedbackSet: 'feedback',
  feedbackAll: 'feedback',
  systemMessages: 'systemMessage',
  systemMessagesSet: 'systemMessage',
  systemMessagesAll: 'systemMessage',
  updatedInput: 'updatedInput',
  updatedInputAny: 'updatedInput',
  updatedOutput: 'updatedOutput',
  updatedOutputAny: 'updatedOutput',
  stop: 'stop',
};

/** `null`: it is about no ability, so that the agent has no excuse. */
export function abilityOf(key: string, { event, permission, updatedInput, stop }: Decision): Ability | null {
  const own = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  if (own !== undefined) return own;
  const { jsonBlock } = eventRow(event);
  if (jsonBlock === 'goOn') return 'continue';
  if (jsonBlock === 'feedback') return 'feedback';
  switch (permission) {
    case 'ask':
    case 'defer':
      return 'ask';
    case 'deny':
      return 'deny';
    default:
      // What the agent cannot do otherwise it denies.
      if (updatedInput !== null) return 'updatedInput';
      if (stop !== null) return 'stop';
      return permission === 'allow' ? 'allow' : 'deny';
  }
}
