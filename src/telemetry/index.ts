// The room `telemetry`: what the journal records, as spans, metrics and logs for a collector. Off unless the host's environment
// says where they go. What is here is loaded always; the rest has doors of its own.

export { Heard } from './heard.js';
export { openTelemetry, type Telemetry, type TelemetryOptions } from './telemetry.js';
export { type Env, isTelemetryWanted } from './wanted.js';
