// Reading the environment.
export {
  addressOf,
  type Destination,
  type ReadSettings,
  type TelemetrySettings,
  telemetrySettings,
} from './settings.js';
export type { TraceParent } from './trace-parent.js';
