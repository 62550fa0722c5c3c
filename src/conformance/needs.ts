// What this runner cannot do on this machine, in one place.
import { findProgram } from '../machine/index.js';
import type { Vector } from './vector.js';

/** Ability → why it is lacking here; `null`: it is there. */
export const NEEDS: Readonly<Record<string, () => string | null>> = {
  'permission-rules': offered,
  'tool-schema': offered,
  'env-file': offered,
  'stop-cap': offered,
  'stop-flag': offered,
  'output-limit': offered,
  'managed-settings': offered,
  reload: offered,
  'one-shot': offered,
  posix: () => (onPath('ps') ? null : 'this machine has no program "ps"'),
  'no-powershell': () =>
    onPath('pwsh') || onPath('powershell') ? 'PowerShell is installed on this machine' : null,
};

/** Why a vector cannot be run here; `null`: it can. */
export function reasonToSkip(vector: Vector): string | null {
  return vector.needs.map((need) => NEEDS[need]?.() ?? null).find((why) => why !== null) ?? null;
}

function offered(): null {
  return null;
}

/** Whether a program is on a PATH. */
export function onPath(program: string, path = process.env['PATH'] ?? ''): boolean {
  return findProgram(program, path) !== null;
}
