// What one run means for its event: permission, block, texts, failure. Nothing here knows of other runs.
import { hookName } from '../hook-name.js';
import type { Failure, Hook, Run } from '../nouns.js';
import { withoutColours } from '../text/index.js';
import type { Answer } from './answer.js';
import { blockIn, fieldsOf, ignoredFields } from './fields.js';
import { judged } from './judged.js';
import { failureText, firstLine, note } from './messages.js';
import { misspellingInWords } from './misspelt.js';
import { type Output, readOutput, UNFINISHED } from './output.js';
import { blocking, type Circumstances, type Effects, join, NO_EFFECTS, type Part } from './parts.js';
import { canBlock, type Salvaged, salvage } from './salvage.js';
import { jsonAsPath, unheardText, unreadReason } from './unheard.js';

/** Reads one run. */
export function effectsOf(run: Run, at: Circumstances): Effects {
  const { outcome } = run;
  switch (outcome.kind) {
    case 'finished':
      return ended(run, outcome.exitCode, outcome.stdout, outcome.stderr, at, outcome.truncated);
    case 'answered':
      return ended(run, 0, outcome.text, '', at);
    case 'judged':
      return judged(run, outcome.verdict, at);
    case 'background':
    case 'cancelled':
      return { ...NO_EFFECTS, run };
    case 'launchFailed':
      if (outcome.problem === 'no-room') return notAsked(run, outcome.message, at);
      return outcome.exitCode === 2
        ? scriptMissing(run, outcome.message, outcome.stderr, at)
        : failure(run, at);
    case 'timedOut':
      return failureOrDeny(run, salvage(outcome.stdout, at, run.hook, 'before it timed out'), at);
    case 'signalled':
      return endedBySignal(run, outcome.signal, at);
    case 'badOutput':
      // A model says `ok`; what else it says in passing is no verdict.
      return asksModel(run.hook)
        ? failure(run, at)
        : failureOrDeny(run, salvage(outcome.stdout, at, run.hook, null), at);
    case 'refused':
      return failure(run, at);
  }
}

/** Nobody here sent that signal. A guard that was ended has not assented: at a gate that is a deny. */
function endedBySignal(run: Run, signal: string, at: Circumstances): Effects {
  const guards = at.row.permission && at.profile.endedGuard === 'deny' && run.hook.voice !== 'project';
  if (!guards || inBackground(run.hook)) return failure(run, at);
  const reason = `the ${hookName(run.hook)}, which guards this, was ended by ${signal} before it answered; run it again, or switch it off with: \`amplifier-hooks disable ${run.hook.id}\``;
  return join(run, blocking(reason, at.row), { failure: failed(run, true) });
}

/** A fault of the machine is no answer of the hook, and at a gate no assent. */
function notAsked(run: Run, why: string, at: Circumstances): Effects {
  if (!at.row.permission || inBackground(run.hook)) return failure(run, at);
  const reason = `the ${hookName(run.hook)}, which guards this, could not be asked: ${why}`;
  return join(run, blocking(reason, at.row), { failure: failed(run, true) });
}

/** How a shell that lives on says that a signal ended its program. A broken pipe (141) is how many sound scripts end. */
const TOLD_BY_SHELLS: Readonly<Partial<Record<number, string>>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  131: 'SIGQUIT',
  134: 'SIGABRT',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  143: 'SIGTERM',
};

/** An interpreter that cannot find its script exits 2, and exit code 2 blocks: closed, but with the true reason. */
function scriptMissing(run: Run, message: string, stderr: string, at: Circumstances): Effects {
  if (!exitTwoBlocks(at)) return failure(run, at);
  const text = at.profile.configuration === 'as-observed' ? stderr : message;
  return join(run, exitTwo(text, null, at), { failure: failed(run, true) });
}

function ended(
  run: Run,
  exitCode: number,
  stdout: string,
  stderr: string,
  at: Circumstances,
  isCut = false,
): Effects {
  if (at.row.stdout === 'path' && run.hook.handler.type === 'command') {
    return pathAnswer(run, exitCode, stdout, stderr, at);
  }
  const end: End = { exitCode, stdout, stderr };
  const output =
    isCut && stdout.trimStart().startsWith('{') ? CUT_OFF : readOutput(stdout, at.row, at.profile);
  if (exitCode === 2 && exitTwoBlocks(at)) {
    const diagnostics = unreadReason(run.hook, output, stderr);
    return join(run, exitTwo(stderr, output.kind === 'answer' ? output.answer : null, at), { diagnostics });
  }
  switch (output.kind) {
    case 'answer':
      return answered(run, output.answer, end, at);
    case 'bad':
      return bad(run, output.problem, end, at);
    case 'nothing':
      return printed(run, exitCode, stdout, stderr, output, at);
    case 'text':
      return output.unfinished
        ? unfinished(run, output, end, at)
        : printed(run, exitCode, stdout, stderr, output, at);
  }
}

/** What a program left behind. */
interface End {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The output breaks the rules: a failure, unless a deny can be saved from it. */
function bad(run: Run, message: string, end: End, at: Circumstances, more: Part = {}): Effects {
  const broken: Run = { ...run, outcome: { kind: 'badOutput', message, ...end } };
  return failureOrDeny(broken, salvage(end.stdout, at, run.hook, null), at, more);
}

/** The real program takes it for text. Nobody prints half an object on purpose. */
function unfinished(run: Run, output: Output & { kind: 'text' }, end: End, at: Circumstances): Effects {
  const diagnostics = [note(run.hook, 'answer-unfinished', UNFINISHED)];
  if (at.profile.lostDenies === 'honoured') return bad(run, UNFINISHED, end, at, { diagnostics });
  const effects = printed(run, end.exitCode, end.stdout, end.stderr, output, at);
  return { ...effects, diagnostics: [...diagnostics, ...effects.diagnostics] };
}

/** The rest of an answer may be what it decides. */
const CUT_OFF: Output = {
  kind: 'bad',
  problem: 'it printed more than is kept, so that its answer is not whole',
};

const exitTwoBlocks = ({ row, profile }: Circumstances): boolean =>
  row.exit2 !== 'nothing' || (row.permission && profile.permissionRequestExit2 === 'deny');

/** Exit code 2: the block of the event, with the reason of a blocking answer or else stderr; other fields still count. */
function exitTwo(stderr: string, answer: Answer | null, at: Circumstances): Part {
  const own = answer === null ? null : blockIn(answer, at);
  const reason = own ?? (stderr.trim() === '' ? at.row.stockReason : stderr);
  const fields = answer === null || at.row.exit2Alone ? {} : fieldsOf(answer, at);
  return { ...fields, ...blocking(reason, at.row) };
}

function answered(run: Run, answer: Answer, end: End, at: Circumstances): Effects {
  const { stdout } = end;
  const own = blockIn(answer, at);
  const misspelt = answer.misspelt.map(misspellingInWords);
  const [problem] = own === null ? misspelt : [];
  if (problem === undefined) return understood(run, answer, stdout, at);
  const diagnostics = misspelt.map((one) => note(run.hook, 'field-misspelt', one));
  if (at.profile.lostDenies === 'honoured' && canBlock(at.row))
    return bad(run, problem, end, at, { diagnostics });
  const effects = understood(run, answer, stdout, at);
  return { ...effects, diagnostics: [...diagnostics, ...effects.diagnostics] };
}

function understood(run: Run, answer: Answer, stdout: string, at: Circumstances): Effects {
  if (!answer.says) {
    const lost = salvage(stdout, at, run.hook, null);
    if (lost?.denies) return join(run, lost.part);
    const diagnostics = ignoredFields(run.hook, answer, at);
    return diagnostics.length === 0 ? { ...NO_EFFECTS, run } : join(run, { diagnostics });
  }
  const fields = fieldsOf(answer, at);
  const ignored = { diagnostics: ignoredFields(run.hook, answer, at) };
  const own = blockIn(answer, at);
  if (own !== null) return join(run, fields, blocking(own, at.row), ignored);
  const lost = fields.permission === undefined ? salvage(stdout, at, run.hook, null) : null;
  return join(run, fields, lost?.denies ? lost.part : {}, ignored);
}

function printed(
  run: Run,
  exitCode: number,
  stdout: string,
  stderr: string,
  output: Output & { kind: 'nothing' | 'text' },
  at: Circumstances,
): Effects {
  const lost = output.kind === 'text' ? salvage(stdout, at, run.hook, null) : null;
  if (lost?.blocks) return join(run, lost.part);
  const rest = lost?.part ?? {};
  if (exitCode === 2) return join(run, ignoredExitTwo(run, stderr, at), rest);
  if (exitCode !== 0) {
    const signal = run.hook.handler.type === 'command' ? TOLD_BY_SHELLS[exitCode] : undefined;
    return join(run, signal === undefined ? failure(run, at) : endedBySignal(run, signal, at), rest);
  }
  if (output.kind === 'nothing') return { ...NO_EFFECTS, run };
  const unheard = {
    diagnostics: lost !== null || output.unfinished ? [] : unheardText(run.hook, output.text, at),
  };
  switch (at.row.stdout) {
    case 'context':
    case 'instructions':
      return join(run, { context: [output.text] }, rest, unheard);
    case 'user':
      return join(run, { systemMessages: [output.text] }, rest, unheard);
    default:
      return join(run, rest, unheard);
  }
}

function ignoredExitTwo(run: Run, stderr: string, at: Circumstances): Part {
  const said = firstLine(stderr);
  const message = `exit code 2 does not block ${at.row.name}${said === '' ? '' : `; the hook said: ${said}`}`;
  return { diagnostics: [note(run.hook, 'exit-2-ignored', message)] };
}

/** A failed run, unless a deny can be saved from what it printed. */
function failureOrDeny(run: Run, lost: Salvaged | null, at: Circumstances, more: Part = {}): Effects {
  return lost?.blocks
    ? join(run, more, lost.part, { failure: failed(run, true) })
    : join(run, more, failure(run, at), lost?.part ?? {});
}

/** The last line of stdout is the path of the work tree; anything but success stops its creation. */
function pathAnswer(run: Run, exitCode: number, stdout: string, stderr: string, at: Circumstances): Effects {
  const lines = withoutColours(stdout)
    .split('\n')
    .map((line) => line.trim());
  const path = lines.findLast((line) => line !== '');
  if (exitCode === 0 && path !== undefined)
    return join(run, { output: { worktreePath: path }, diagnostics: jsonAsPath(run.hook, path) });
  const why =
    exitCode === 0 ? 'the hook printed no path' : stderr.trim() === '' ? `exit code ${exitCode}` : stderr;
  return join(run, blocking(why, at.row), { failure: exitCode === 2 ? null : failed(run, true) });
}

/** A run that failed; `onFailure: "block"` makes it a block. */
function failure(run: Run, at: Circumstances): Effects {
  const { hook, outcome } = run;
  if (outcome.kind === 'refused' && outcome.shuts === true)
    return join(run, blocking(outcome.why, at.row), { failure: failed(run, true) });
  // At a gate the host is told of our fault; what the hook wants for its own failures is another question.
  if (outcome.kind === 'refused' && outcome.fault !== undefined && at.row.permission)
    return join(run, { failure: failed(run, false) });
  const closes =
    (hook.onFailure === 'block' || hook.required === true) && at.row.onFailure && !inBackground(hook);
  if (!closes) {
    const block = at.row.anyFailureBlocks ? blocking(failureText(run), at.row) : {};
    return join(run, block, { failure: failed(run, at.row.anyFailureBlocks) });
  }
  const how = run.outcome.kind === 'timedOut' ? 'timed out' : 'failed';
  const because = hook.required === true ? 'the administrator requires this hook' : 'onFailure is "block"';
  const reason = `${how}; blocking because ${because}\n${failureText(run)}`;
  return join(run, blocking(reason, at.row), { failure: failed(run, true) });
}

const asksModel = ({ handler: { type } }: Hook): boolean => type === 'prompt' || type === 'agent';

const inBackground = ({ handler }: Hook): boolean =>
  handler.type === 'command' && handler.background !== 'no';

function failed(run: Run, blocked: boolean): Failure | null {
  const { kind } = run.outcome;
  if (kind === 'answered' || kind === 'judged' || kind === 'background' || kind === 'cancelled') return null;
  return { by: run.hook.id, kind, message: failureText(run), blocked };
}
