// `run <Event>`: fires a real event at the configured hooks and shows what they do.
import { Option } from 'commander';
import { engineOf } from '../../engine/index.js';
import type { HookInput } from '../../events/index.js';
import { toClaudeOutput, toHookResult } from '../../hosts/index.js';
import { journalFor } from '../../journal/index.js';
import type { Decision, Observed, Said } from '../../nouns.js';
import type { Call, CommandModule } from '../command.js';
import { interruptionOf, unlessAborted } from '../interruption.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { defineEventFlags, eventFrom } from '../options/event-flags.js';
import { flag, textFlag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { defineTrustFlags, requireTrusted } from '../options/trust-flags.js';
import { showDecision } from '../show/decision.js';
import { showObserved } from '../show/observed.js';
import { loadProblems } from '../show/problems.js';
import { showProgress } from '../show/progress.js';
import { showRunning } from '../show/running.js';
import { beside, screenOf } from '../show/screen.js';
import { turnOf } from '../work/answering.js';
import { approveForEvent } from '../work/approve-event.js';
import { listening } from '../work/listening.js';

/** Hooks that answer sooner need no line that says they run. */
const SLOW_MS = 400;

export const run: CommandModule = {
  define(command) {
    defineEventFlags(command);
    defineLoadFlags(command);
    defineTrustFlags(command);
    command
      .addOption(
        new Option('--as <host>', 'also print the answer that host gets').choices(['amplifier', 'claude']),
      )
      .option('--exit-code', 'exit 1 when the hooks deny or block')
      .option('--no-journal', 'do not record it')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
Hooks of the project that nobody approved are shown, and at a terminal you are
asked: your yes approves them as they are shown, as \`trust\` does. Elsewhere, and
for agents, they are skipped.

Examples:
  amplifier-hooks run PreToolUse --tool Bash --input '{"command":"rm -rf /"}'
  amplifier-hooks run UserPromptSubmit --prompt 'deploy it' --json
  amplifier-hooks run < event.json`,
      );
  },

  async run(call) {
    const { io, options } = call;
    const settled = settledOptions(call);
    const { env, stateDir, projectDir } = settled;
    const input = await eventFrom(call, projectDir);
    const turn = turnOf(input, env);
    if (turn.kind !== 'new') throw new UserError(turn.why);
    const told = await approveForEvent(call, settled, input);
    const progress = showProgress(io.stderr, io.env, { elsewhere: 'nothing', afterMs: SLOW_MS });
    const heard = listening(settled);
    const onProblem = ({ message }: { readonly message: string }): void => {
      progress.end();
      complain(io, [message]);
    };
    const isRecorded = options['journal'] !== false;
    const journal = isRecorded ? journalFor(env, stateDir, projectDir, onProblem, heard.options) : null;
    const observed: Observed[] = [];
    const onObserved = (seen: Observed): void => {
      observed.push(seen);
    };
    const engine = engineOf({ ...settled, env: { ...env, ...turn.env }, journal, onObserved });
    try {
      requireTrusted(call, engine.generation);
      const signal = interruptionOf(io);
      const decision = await engine.dispatch(input, { signal, onHook: showRunning(progress) });
      if (decision.runs.some(({ outcome }) => outcome.kind === 'background') || decision.plan.observed)
        progress.step('Waiting for hooks in the background', 0, null);
      await unlessAborted(engine.idle(), signal);
      progress.end();
      if (signal.aborted) return EXIT.problem;
      const late = engine.takeLate(input.sessionId);
      const untold = engine.generation.diagnostics.filter(({ code }) => !told || code !== 'hooks-untrusted');
      complain(io, loadProblems(untold, screenOf(io, projectDir)));
      if (flag(options, 'json')) printJson(io, asObject(decision, late, observed, input));
      else show(call, decision, late, observed, input, projectDir);
      const refused = decision.blocked || decision.permission === 'deny';
      return refused && flag(options, 'exitCode') ? EXIT.problem : EXIT.fine;
    } finally {
      progress.end();
      await engine.close();
      await journal?.close();
      if (isRecorded) complain(io, await heard.handOn(true));
    }
  },
};

function show(
  { io, options }: Call,
  decision: Decision,
  late: readonly Said<string>[],
  observed: readonly Observed[],
  input: HookInput,
  projectDir: string,
): void {
  const screen = screenOf(io, projectDir);
  const later = late.flatMap(({ value }) => beside(screen, `     ${screen.dim('later:')} `, 12, value));
  print(io, [...showDecision(decision, screen), ...later, ...showObserved(observed, screen)]);
  const host = textFlag(options, 'as');
  if (host === 'amplifier') io.stdout.json(toHookResult(decision, input.fields));
  if (host === 'claude') io.stdout.json(toClaudeOutput(decision));
}

function asObject(
  { plan, runs, ...decision }: Decision,
  late: readonly Said<string>[],
  observed: readonly Observed[],
  input: HookInput,
): Record<string, unknown> {
  const whole: Decision = { plan, runs, ...decision };
  return {
    event: input.fields,
    plan: plan.entries().map(({ hook, runs: runsIt, reason }) => ({
      id: hook.id,
      event: hook.event,
      file: hook.source.file,
      line: hook.line,
      runs: runsIt,
      ...reason,
    })),
    runs: runs.map(({ hook, ...run }) => ({ id: hook.id, ...run })),
    observed: observed.map(({ run, would: { plan: _plan, runs: _runs, ...would } }) => ({
      id: run.hook.id,
      outcome: run.outcome,
      durationMs: run.durationMs,
      would,
    })),
    decision: { ...decision, late: [...decision.late, ...late] },
    hookResult: toHookResult(whole, input.fields),
    claudeOutput: toClaudeOutput(whole),
  };
}
