// What the sidecar asks of its host on behalf of a session.

import { isRecord, reasonOf } from '../../text/index.js';
import type { Infer } from '../../text/shapes/index.js';
import type { HostPort } from '../amplifier/index.js';
import type { Capabilities } from './params.js';
import type { Peer } from './peer.js';
import type { SIDECAR_NOTIFICATIONS, SIDECAR_REQUESTS } from './protocol.js';
import type { Ask } from './questions.js';

/** A host that does not answer in this time is not waited for. */
const HOST_MS = 10_000;

/** The way to the user of one session; a host that does not keep to the time has a little more. */
export const hostAsk =
  (session: string, peer: Peer): Ask =>
  (question, seconds, signal) => {
    const params: Infer<typeof SIDECAR_REQUESTS.approve.params> = { session, question, seconds };
    return peer.ask('approve', params, { deadlineMs: seconds * 1000 + HOST_MS, signal });
  };

/** The way to the host of one session. What it does not do is told, never thrown. */
export function hostPort(
  session: string,
  peer: Peer,
  can: Pick<Capabilities, 'lend'>,
  onProblem: (message: string) => void,
): HostPort {
  return {
    ...(can.lend ? lender(session, peer) : {}),
    show(message, level, source) {
      const params: Infer<typeof SIDECAR_REQUESTS.show.params> = { session, message, level, source };
      peer.ask('show', params, { deadlineMs: HOST_MS }).catch((error: unknown) => {
        onProblem(`a message could not be shown: ${reasonOf(error)}; it was: ${message}`);
      });
    },
    async steer(text) {
      const params: Infer<typeof SIDECAR_REQUESTS.steer.params> = { session, text };
      try {
        const answer = await peer.ask('steer', params, { deadlineMs: HOST_MS });
        const accepted = isRecord(answer) && answer['accepted'] === true;
        const why = isRecord(answer) && typeof answer['why'] === 'string' ? answer['why'] : null;
        return { accepted, why: accepted ? null : (why ?? 'the host gave no reason') };
      } catch (error) {
        return { accepted: false, why: reasonOf(error) };
      }
    },
  };
}

const lender = (session: string, peer: Peer): Pick<HostPort, 'lend' | 'recall'> => ({
  lend(offer) {
    const params: Infer<typeof SIDECAR_NOTIFICATIONS.lend> = { session, ...offer };
    peer.notify('lend', params);
  },
  recall(loans) {
    const params: Infer<typeof SIDECAR_NOTIFICATIONS.recall> = { session, loans: [...loans] };
    peer.notify('recall', params);
  },
});
