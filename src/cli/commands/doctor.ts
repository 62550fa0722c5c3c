// `doctor [--probe]`: what is wrong on this machine, each line pass, warn or fail with the fix.
import {
  askModel,
  CANNOT_CONTAIN,
  examine,
  type Finding,
  type ProbeReport,
  probe,
} from '../../doctor/index.js';
import type { Settled } from '../../engine/index.js';
import { hookName } from '../../hook-name.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { closing, showExamination, showLimits, showProbe, stateOf } from '../show/doctor.js';
import { type ShownProgress, showProgress } from '../show/progress.js';
import { screenFor, screenOf } from '../show/screen.js';
import { amplihack } from '../work/amplihack-check.js';
import { askYes } from '../work/ask.js';
import { connectionsCheck } from '../work/connections-check.js';
import { elsewhereCheck } from '../work/elsewhere.js';
import { residentEngine } from '../work/resident-check.js';

export const doctor: CommandModule = {
  define(command) {
    defineLoadFlags(command);
    command
      .option('--probe', 'start every armed hook on copies and see which are alive (asks first)')
      .option('--yes', 'start them without asking')
      .option(
        '--ask-model',
        'ask the model of prompt and agent hooks one short question (costs a few tokens)',
      )
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
Examples:
  amplifier-hooks doctor
  amplifier-hooks doctor --claude-settings --probe
  amplifier-hooks doctor --probe --yes --json
  amplifier-hooks doctor --ask-model`,
      );
  },

  async run(call) {
    const { io, options } = call;
    const wantsProbe = flag(options, 'probe');
    if (wantsProbe && !flag(options, 'yes') && io.stdin.isTTY !== true)
      throw new UserError(
        '--probe starts your hooks, and there is nobody here to ask',
        'Say --yes, if you know what they do.',
      );
    const settled = settledOptions(call);
    const screen = screenOf(io, settled.projectDir);
    const json = flag(options, 'json');
    const progress = showProgress(io.stderr, io.env, { elsewhere: 'nothing' });
    const findings = await looking(call, settled, progress);
    if (!json) print(io, showExamination(findings, screen, settled));
    const agreed = wantsProbe && (await isAgreed(call, settled.projectDir));
    const report = agreed ? await probing(settled, progress) : null;
    if (!json && report !== null) print(io, showProbe(report, screen, settled));
    const states = [...findings.map(({ state }) => state), ...(report?.probed.map(stateOf) ?? [])];
    if (json) printJson(io, { findings, probe: report === null ? null : probeJson(report) });
    else print(io, [closing(states, screen)]);
    return states.includes('fail') ? EXIT.problem : EXIT.fine;
  },
};

async function looking(call: Call, settled: Settled, progress: ShownProgress): Promise<readonly Finding[]> {
  try {
    progress.step('Looking at this machine and its hooks', 0, null);
    const examined = await examine(settled, [
      elsewhereCheck(call),
      amplihack,
      connectionsCheck(call),
      residentEngine,
    ]);
    if (!flag(call.options, 'askModel')) return examined;
    progress.step('Asking the model', 0, null);
    return inAreas([...examined, await askModel(settled)]);
  } finally {
    progress.end();
  }
}

async function probing(settled: Settled, progress: ShownProgress): Promise<ProbeReport> {
  try {
    progress.step('Copying the project, and of the home what hooks need', 0, null);
    return await probe(settled, {
      onProbing: (hook, done, total) => progress.step(`Starting the ${hookName(hook)}`, done, total),
    });
  } finally {
    progress.end();
  }
}

/** What was found last stands with the rest of its area. */
const inAreas = (findings: readonly Finding[]): readonly Finding[] => {
  const areas = [...new Set(findings.map(({ area }) => area))];
  return areas.flatMap((area) => findings.filter((finding) => finding.area === area));
};

/** Says what will happen; asks, unless it was told not to. */
async function isAgreed({ io, options }: Call, projectDir: string): Promise<boolean> {
  complain(io, showLimits(screenFor(io.stderr, io.env, projectDir)));
  if (flag(options, 'yes')) return true;
  const agreed = await askYes(io, 'Start them?');
  if (!agreed) complain(io, ['Nothing was started.']);
  return agreed;
}

const probeJson = ({ probed, leftOut }: ProbeReport): unknown => ({
  hooks: probed.map(({ hook, sign, outside }) => ({
    id: hook.id,
    event: hook.event,
    file: hook.source.file,
    line: hook.line,
    ...sign,
    outside,
  })),
  leftOut,
  cannotContain: CANNOT_CONTAIN,
});
