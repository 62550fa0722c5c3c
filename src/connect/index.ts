// The room `connect`: the files of other hosts, in which ours is their hook.
export { byConnect } from './before-us.js';
export { carryOut, type FileChange, isChange } from './change.js';
export {
  type ConnectOrder,
  type ConnectPlan,
  type DisconnectPlan,
  hasChanges,
  planConnect,
  planDisconnect,
} from './connect.js';
export { allHosts, type ConnectedHost, hostNamed } from './host.js';
export { isOfNpx, launcherPath, type Program } from './launcher.js';
export { type Around, CONNECT_SCOPES, type ConnectScope, placeOf } from './places.js';
