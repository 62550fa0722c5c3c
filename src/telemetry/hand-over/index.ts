// The part of the room that hands over; loaded where somebody asked for telemetry.
export { type HandingOver, handOver } from './hand-over.js';
export type { Report } from './place.js';
export { type TelemetryStatus, telemetryStatus } from './status.js';
