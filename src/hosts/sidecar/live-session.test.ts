// An event that is given up while the user is being asked: nobody judges what the host has let through for it.
import { afterEach, expect, it } from 'vitest';
import { TestProject } from '../../engine/testing/project.js';
import { type Conversation, type LendingSession, LiveSession } from './live-session.js';
import type { Event } from './params.js';
import { Call } from './peer.js';

const project = new TestProject();
afterEach(() => project.remove());

it('what was let through for an event that is given up before hooks are asked is ended', async () => {
  const told: Event[] = [];
  const lending: LendingSession = {
    ran: async () => undefined,
    ended: () => undefined,
    unused: () => undefined,
    unjudged: (event) => void told.push(event),
    recall: () => undefined,
  };
  const conversation: Conversation = {
    events: () => [],
    moment: () => 'waits',
    handle: () => Promise.reject(new Error('nobody is to be asked')),
    lending,
    close: async () => undefined,
  };
  const live = new LiveSession({
    engine: project.engine(),
    conversation,
    env: {},
    graceMs: 0,
    onInterest: () => undefined,
    settle: (_moment, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  });
  const event = { session: 's', event: 'tool:pre', data: {}, call: { loan: 1, pid: 7, ago: 0 } };
  const call = new Call();
  const answer = live.handle(event, call);
  call.giveUp('nobody waits for it');
  await expect(answer).rejects.toThrow('cancelled');
  expect(told).toEqual([event]);
});
