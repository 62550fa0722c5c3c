// How numbers, moments and verdicts are said and marked.
import type { VERDICTS } from '../contract.js';

export type VerdictWord = (typeof VERDICTS)[number];

/** Milliseconds for people. */
export function duration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 10) return `${round(ms, 1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${round(ms / 1000, 1)} s`;
  if (ms < 3_600_000) return `${round(ms / 60_000, 1)} min`;
  return `${round(ms / 3_600_000, 1)} h`;
}

const round = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });

export const clock = (at: number): string => CLOCK.format(at);
export const day = (at: number): string => DAY.format(at);
export const moment = (at: number): string => `${day(at)}, ${clock(at)}`;

export const amount = (value: number): string => value.toLocaleString();

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${amount(value)} ${value === 1 ? one : many}`;

export const dollars = (value: number): string => `$${value.toFixed(value < 0.1 ? 4 : 2)}`;

/** A verdict in a word for people. */
export const VERDICT_WORDS: Readonly<Record<VerdictWord, string>> = {
  deny: 'denied',
  block: 'blocked',
  stop: 'stopped',
  ask: 'asks',
  defer: 'deferred',
  allow: 'allowed',
  nothing: 'no objection',
};

/** What is drawn for a verdict: who sees no colours sees shapes. */
export type Figure = 'cross' | 'triangle' | 'circle' | 'bar';

export const figureOf = (verdict: VerdictWord): Figure => {
  switch (verdict) {
    case 'deny':
    case 'block':
    case 'stop':
      return 'cross';
    case 'ask':
    case 'defer':
      return 'triangle';
    case 'allow':
      return 'circle';
    case 'nothing':
      return 'bar';
  }
};

/** The sign of a figure in running text. */
export const SIGNS: Readonly<Record<Figure, string>> = { cross: '✗', triangle: '▲', circle: '●', bar: '▬' };

/** Short forms of ids, which are long and alike at their beginning. */
export const shortId = (id: string): string => (id.length <= 12 ? id : `${id.slice(0, 8)}…`);
