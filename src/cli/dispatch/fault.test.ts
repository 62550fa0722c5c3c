// A fault in what speaks to an agent is no assent either.
import { expect, it } from 'vitest';
import { eventRow } from '../../events/index.js';
import type { Agent, Payload } from '../../hosts/agents/index.js';
import { codex } from '../../hosts/codex/index.js';
import { fromAgent } from './agents.js';
import { answerAtFault } from './fault.js';

const payload: Payload = { fields: { hook_event_name: 'PreToolUse' }, event: null, cwd: '/', env: {} };
const broken = (): never => {
  throw new Error('out of order');
};
const agent: Agent = { ...codex, read: broken, answer: broken };
const at = { speaker: { host: 'agent', agent, payload } as const, failClosed: true };

it('an agent that cannot be read is asked nothing, and denied', () => {
  expect(fromAgent(at.speaker)).toMatchObject({
    kind: 'refused',
    row: null,
    error: new Error('out of order'),
  });
});

it('an agent that cannot be answered is denied in the form that most know', () => {
  expect(answerAtFault(eventRow('PreToolUse'), at, 'it broke')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'The hooks of PreToolUse could not be asked, so this is denied: it broke',
  });
  expect(answerAtFault(eventRow('SessionStart'), at, 'it broke')).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'amplifier-hooks: the hooks of SessionStart could not be asked: it broke',
  });
});
