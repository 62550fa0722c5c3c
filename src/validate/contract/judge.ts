// Holds every hook against every row of the contract.
import type { HookId } from '../../nouns.js';
import type { Report } from '../validate.js';
import { ANSWERS } from './answers.js';
import { CONFIGURATION } from './configuration.js';
import { SAFETY } from './safety.js';
import { CONTRACT, type ContractRow, type Section } from './table.js';
import { UPKEEP } from './upkeep.js';
import type { Assessment, Check } from './verdict.js';

const CHECKS: Readonly<Record<Section, Check>> = { ...CONFIGURATION, ...ANSWERS, ...SAFETY, ...UPKEEP };

export interface Judged extends ContractRow, Omit<Assessment, 'byAbsence'> {}

export interface HookVerdicts {
  readonly hook: HookId;
  readonly event: string;
  readonly file: string;
  readonly line: number;
  /** What it runs, as it is written. */
  readonly runs: string;
  readonly rows: readonly Judged[];
}

/** The whole contract for each hook of a report. */
export function judgeContract({ subjects, findings }: Report): readonly HookVerdicts[] {
  return subjects.map((subject) => {
    const { hook } = subject;
    const rows = CONTRACT.map((row): Judged => {
      const { byAbsence: _, ...verdict } = CHECKS[row.section]({ subject, others: subjects, findings });
      return { ...row, ...verdict };
    });
    const runs = hook.handler.type === 'command' ? hook.handler.command : hook.handler.type;
    return { hook: hook.id, event: hook.event, file: hook.source.file, line: hook.line, runs, rows };
  });
}
