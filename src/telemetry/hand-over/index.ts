// The part of the room that hands over; loaded where somebody asked for telemetry.
export { type HandingOver, handOver } from './hand-over.js';
export { placeFor, type Report, reportAt } from './place.js';
