// What two rounds mean together: hooks of stronger voices judged a call once more, as a weaker hook rewrote it.
import { hookName, hookOf } from '../hook-name.js';
import type { Decision, Hook, HookId, Permission, Said } from '../nouns.js';
import { isStronger } from '../voices.js';
import { PRECEDENCE } from './decide.js';

/** A second round whose hooks would rewrite the call once more: nobody has judged what would come of that. */
export function deniedRewrite(second: Decision, by: HookId): Decision {
  const hook = hookOf(
    by,
    second.runs.map((run) => run.hook),
  );
  const reason = `the ${hook === null ? 'hook' : hookName(hook)} would rewrite the call once more; a call that was rewritten by a weaker hook is judged once and not changed again`;
  return {
    ...second,
    permission: 'deny',
    blocked: true,
    reason,
    decidedBy: [by],
    updatedInput: null,
    updatedPermissions: null,
  };
}

/** The decision of both rounds. Nothing that the second says lifts what the first has said. */
export function joinRounds(first: Decision, second: Decision, rewriter: Hook): Decision {
  const before = standing(first, rewriter);
  const permission = PRECEDENCE.find((value) => value === before || value === second.permission) ?? null;
  const denied = permission === 'deny' || permission === 'defer';
  const beaten = (said: Permission | null, by: readonly HookId[]): Said<Permission>[] =>
    said === null || said === permission ? [] : by.map((id) => ({ value: said, by: id }));
  const outvoted = [
    ...(first.outvoted ?? []),
    ...beaten(before, first.decidedBy),
    ...(second.outvoted ?? []),
    ...beaten(second.permission, second.decidedBy),
  ];
  return {
    ...first,
    ...(outvoted.length === 0 ? {} : { outvoted }),
    permission,
    blocked: first.blocked || second.blocked,
    continues: first.continues && second.continues,
    reason: reasonOf(
      before === permission ? first.reason : null,
      second.permission === permission ? second.reason : null,
      rewriter,
    ),
    decidedBy: [
      ...(before === permission ? first.decidedBy : []),
      ...(second.permission === permission ? second.decidedBy : []),
    ],
    feedback: together(first.feedback, second.feedback),
    context: together(first.context, second.context),
    late: [...first.late, ...second.late],
    systemMessages: together(first.systemMessages, second.systemMessages),
    updatedInput: denied ? null : first.updatedInput,
    updatedPermissions: denied ? null : (second.updatedPermissions ?? first.updatedPermissions),
    interrupt: first.interrupt || second.interrupt,
    output: { ...first.output, ...second.output },
    stop: first.stop ?? second.stop,
    failures: [...first.failures, ...second.failures],
    diagnostics: [...first.diagnostics, ...second.diagnostics],
    runs: [...first.runs, ...second.runs],
  };
}

/** An `allow` of the hooks that judge again was for the call as it was: about the new one they speak in the second round. */
function standing(first: Decision, rewriter: Hook): Permission | null {
  if (first.permission !== 'allow') return first.permission;
  const own = first.runs.filter(({ hook }) => !isStronger(hook.voice, rewriter.voice));
  return own.some(({ hook }) => first.decidedBy.includes(hook.id)) ? 'allow' : null;
}

function reasonOf(first: string | null, second: string | null, rewriter: Hook): string | null {
  const about =
    second === null ? null : `${second.trimEnd()}\n(about the call as the ${hookName(rewriter)} rewrote it)`;
  const reasons = [first, about].filter((reason) => reason !== null);
  return reasons.length === 0 ? null : reasons.join('\n');
}

/** What a hook said in both rounds is said once. */
function together(first: readonly Said<string>[], second: readonly Said<string>[]): readonly Said<string>[] {
  const isNew = (one: Said<string>): boolean =>
    !first.some(({ value, by }) => value === one.value && by === one.by);
  return [...first, ...second.filter(isNew)];
}
