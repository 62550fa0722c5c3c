// The room `connect`: the files of other hosts, in which ours is their hook.
export { askCodex, type Comparison, comparedWithCodex } from './ask-codex.js';
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
export { claudeHooks, type Finding } from './findings.js';
export { allHosts, type ConnectedHost, hostNamed } from './host.js';
export { isOfNpx, type Program } from './launcher.js';
export { ourCommand } from './ours.js';
export { type Around, CONNECT_SCOPES, type ConnectScope, pathOf } from './places.js';
export { type Ended, planProbe, runProbe, type Start } from './probe.js';
export { type Connection, type HostStatus, statusOf } from './status.js';
export { type Needs, secondsOf } from './wanted.js';
