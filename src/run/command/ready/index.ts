// Processes started before they are needed. Loaded when the first is wanted: a program that answers one event never is.
export type { HookProcess, Ready, Relayed, WarmKind } from './gate.js';
export type { Lent } from './lent.js';
export { ReadyPool } from './pool.js';
export type { Wish } from './preparations.js';
