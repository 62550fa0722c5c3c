// Amplifier as a host: its events in, its HookResults out.
export { AmplifierHost } from './host.js';
export { type MountOptions, mountHooks } from './mount.js';
export { momentOf } from './native-events.js';
export type {
  AmplifierSession,
  EventReply,
  HostPort,
  LoanCall,
  LoanEnd,
  Offer,
  SessionAbout,
} from './port.js';
export { toHookResult } from './to-hook-result.js';
