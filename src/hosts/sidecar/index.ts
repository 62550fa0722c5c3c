// The door `hosts/sidecar`: the conversation with a host over two streams.
export { conversations } from './converse.js';
export type { EngineWish, MadeEngine } from './engines.js';
export {
  type HostCapabilities,
  type HostNotifications,
  type HostRequests,
  PROTOCOL_VERSIONS,
  type SessionConfig,
  type SidecarNotifications,
  type SidecarRequests,
} from './protocol.js';
export { Server, type Workshop } from './server.js';
