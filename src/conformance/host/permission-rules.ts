// The host's permission rules: `permissions.allow`, `deny` and `ask` of the settings files.
import { toolNamesFor } from '../../events/index.js';
import { compileRule, ruleSelects } from '../../match/index.js';
import type { Decision } from '../../nouns.js';
import { isRecord } from '../../text/index.js';
import { listOf, text } from '../../text/shapes/index.js';
import type { World } from '../place.js';
import type { Vector } from '../vector.js';
import { readSettings, settingsFiles } from './settings.js';
import { inputFits } from './tool-shapes.js';

export type RuleKind = 'allow' | 'deny' | 'ask';

const ruleList = listOf(text);

/** A tool call as rules see it. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly cwd: string | null;
}

export interface PermissionRules {
  /** Whether a rule of this kind is about the call. */
  select(kind: RuleKind, call: Call): boolean;
}

/** Reads the permission rules of a vector. */
export async function readPermissionRules(vector: Vector, place: World): Promise<PermissionRules> {
  const sets = await Promise.all(
    settingsFiles(vector, place).map(async ({ file, rulesRoot }) => {
      const { permissions } = await readSettings(file);
      return { rulesRoot, permissions: isRecord(permissions) ? permissions : {} };
    }),
  );
  return {
    select: (kind, { name, input, cwd }) =>
      sets.some(({ rulesRoot, permissions }) => {
        const rules = permissions[kind];
        if (!ruleList.is(rules)) return false;
        const call = {
          name,
          names: toolNamesFor(name),
          input,
          cwd: cwd ?? place.start,
          projectDir: place.start,
          home: place.home,
          rulesRoot,
        };
        return rules.some((written) => {
          const rule = compileRule(written);
          return !('invalid' in rule) && ruleSelects(rule, call).selects;
        });
      }),
  };
}

export type FinalVerdict = 'run' | 'deny' | 'ask';

/**
 * Refusals come first, whoever speaks them; then questions; what nobody objects to runs.
 * Rules judge the input that would really be used, so an allow of a hook overrides neither deny nor ask rules.
 */
export function finalVerdict(decision: Decision, call: Call, rules: PermissionRules): FinalVerdict {
  const updated = decision.updatedInput?.value;
  const used: Call = { ...call, input: updated ?? call.input };
  if (decision.permission === 'deny' || decision.blocked) return 'deny';
  if (updated !== undefined && !inputFits(call.name, updated)) return 'deny';
  if (rules.select('deny', used)) return 'deny';
  return decision.permission === 'ask' || rules.select('ask', used) ? 'ask' : 'run';
}
