// Of the hooks that a matcher selected, those that run: active, of this skill and agent, the definition that counts, `once`, `if`.
import type { EventRow, HookInput } from '../events/index.js';
import type { Hook, Session, SkipReason } from '../nouns.js';
import type { Profile } from '../profiles.js';
import type { Hits, Prepared } from './event-index.js';
import { conditionOf, countsBefore, identityOf } from './identity.js';
import * as reasons from './reasons.js';
import { compileRule, type InvalidRule, type Rule, ruleSelects } from './rule.js';
import { type ReadCommand, rememberingReader } from './shell-command.js';
import type { RuleAnswer } from './shell-rule.js';

export interface JudgeOptions {
  readonly profile: Profile;
  readonly projectDir: string;
  readonly home: string;
}

export interface Judgement {
  /** In declared order. */
  readonly runs: readonly Hook[];
  /** Those of the others that run beside them and have no say. */
  readonly observed: readonly Hook[];
  readonly skipped: ReadonlyMap<Prepared, SkipReason>;
  /** For hooks that run by an `if` rule: why it selects the call. */
  readonly conditions: ReadonlyMap<Prepared, string>;
}

export class Judge {
  readonly #options: JudgeOptions;
  readonly #identities = new Map<Prepared, string>();
  readonly #rules = new Map<string, Rule | InvalidRule>();

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Whether nothing but matcher and target decides about the hook. */
  isSteady(hook: Hook): boolean {
    if (hook.inactive !== null) return true;
    const always = hook.source.skill === null && hook.source.kind !== 'agent';
    return always && conditionOf(hook) === null && !this.#countsOnce(hook);
  }

  judge(row: EventRow, found: Hits, input: HookInput, session: Session): Judgement {
    const skipped = new Map<Prepared, SkipReason>();
    const counting = new Map<string, Prepared>();
    for (const { prepared } of found.hits) {
      const reason = standingReason(prepared.hook, row, input, session);
      if (reason === null) this.#count(prepared, counting);
      else skipped.set(prepared, reason);
    }

    const runs: Hook[] = [];
    const observed: Hook[] = [];
    const conditions = new Map<Prepared, string>();
    const read = rememberingReader();
    for (const { prepared } of found.hits) {
      if (skipped.has(prepared)) continue;
      const { hook } = prepared;
      const winner = counting.get(this.#identity(prepared)) ?? prepared;
      if (winner !== prepared) {
        skipped.set(prepared, reasons.duplicateOf(hook, winner.hook));
        continue;
      }
      if (this.#countsOnce(hook) && session.ran.has(hook.id)) {
        skipped.set(prepared, reasons.alreadyRan);
        continue;
      }
      const verdict = this.#condition(hook, found.names, input, read);
      if (verdict?.selects === false) {
        skipped.set(prepared, { code: 'if-rule', detail: verdict.why });
        continue;
      }
      if (verdict !== null) conditions.set(prepared, verdict.why);
      (hook.observes === undefined ? runs : observed).push(hook);
    }
    return { runs, observed, skipped, conditions };
  }

  #count(prepared: Prepared, counting: Map<string, Prepared>): void {
    const identity = this.#identity(prepared);
    const known = counting.get(identity);
    if (known === undefined || !countsBefore(known.hook, prepared.hook, this.#options.profile))
      counting.set(identity, prepared);
  }

  /** What the `if` rule says; `null`: there is none. */
  #condition(hook: Hook, names: readonly string[], input: HookInput, read: ReadCommand): RuleAnswer | null {
    const condition = conditionOf(hook);
    if (condition === null || input.tool === null) return null;
    const rule = this.#rules.get(condition) ?? compileRule(condition);
    this.#rules.set(condition, rule);
    const { projectDir, home } = this.#options;
    const { rulesRoot } = hook.source;
    const call = { ...input.tool, names, cwd: input.cwd ?? projectDir, projectDir, home, rulesRoot };
    const verdict = ruleSelects(rule, call, read);
    return { selects: verdict.selects, why: `"if": ${JSON.stringify(condition)}: ${verdict.why}` };
  }

  #countsOnce(hook: Hook): boolean {
    return hook.once && (this.#options.profile.once === 'everywhere' || hook.source.skill !== null);
  }

  #identity(prepared: Prepared): string {
    const identity = this.#identities.get(prepared) ?? identityOf(prepared.hook);
    this.#identities.set(prepared, identity);
    return identity;
  }
}

/** What keeps a hook out before it is compared with other hooks: it must not push a definition aside that would run. */
function standingReason(hook: Hook, row: EventRow, input: HookInput, session: Session): SkipReason | null {
  const { kind, owner, skill } = hook.source;
  if (hook.inactive !== null) return hook.inactive;
  if (skill !== null && !session.activeSkills.has(skill)) return reasons.skillNotActive(skill);
  if (kind === 'agent' && (owner === null || input.agentType !== owner)) {
    return reasons.otherAgent(owner, input.agentType);
  }
  if (!row.tool && conditionOf(hook) !== null) return reasons.conditionWithoutTool(hook, row);
  return null;
}
