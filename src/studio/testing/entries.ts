// Entries of a journal for tests, made without one.
import type { EventHead, LateEntry, Located, RunHead } from '../../journal/index.js';

export const NOWHERE: Located = { file: '1:1', start: 0, bytes: 0 };

export const runHead = (changes: Partial<RunHead> = {}): RunHead => ({
  hook: 'hook-a',
  label: 'a.sh',
  outcome: 'finished',
  exitCode: 0,
  ms: 5,
  verdict: 'nothing',
  contextBytes: 0,
  failed: null,
  ...changes,
});

export const eventHead = (id: string, at: number, changes: Partial<EventHead> = {}): EventHead => ({
  kind: 'event',
  id,
  at,
  ms: 10,
  session: 's',
  event: 'PreToolUse',
  target: 'Bash',
  tool: 'Bash',
  verdict: 'nothing',
  reason: null,
  generation: 'g',
  plan: 'p',
  runs: [runHead()],
  ...changes,
});

export const lateEntry = (of: string, at: number, changes: Partial<RunHead> = {}): LateEntry => ({
  kind: 'late',
  id: `late-${of}`,
  at,
  session: 's',
  event: 'PreToolUse',
  of,
  run: runHead({ ms: 300, ...changes }),
  detail: null,
});
