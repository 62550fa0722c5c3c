// The part of the room that sends; loaded where somebody asked for telemetry.
export { Exporter, type ExporterOptions } from './exporter.js';
export { type SenderOptions, sendWaiting } from './sender.js';
export { exportTo } from './telemetry.js';
