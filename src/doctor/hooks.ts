// Every hook: whether it is armed, whether it can start in its own environment, and what is odd about it.
import { handlerInWords } from '../config/index.js';
import type { Settled } from '../engine/index.js';
import type { Generation, Hook } from '../nouns.js';
import { hookEnvironment } from '../run/index.js';
import type { Finding as Remark, Report } from '../validate/index.js';
import { type Finding, inArea } from './finding.js';

const { pass, warn, fail } = inArea('hooks');

/** A hook in a few words. */
export function hookInWords(hook: Hook): string {
  const matcher = hook.matcher === null ? '' : ` ${JSON.stringify(hook.matcher)}`;
  return `${hook.id} ${hook.event}${matcher}: ${handlerInWords(hook.handler)}`;
}

/** What other areas tell. */
const ELSEWHERE = /^(?:model-settings$|mcp-)/;

export const placeOf = (hook: Hook) => ({ file: hook.source.file, line: hook.line, column: hook.column });

/** One finding for each hook that is fine or not armed, one for each problem of the others. */
export async function hooks(
  generation: Generation,
  settled: Settled,
  { findings: remarks, subjects }: Pick<Report, 'findings' | 'subjects'>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const hook of generation.hooks) {
    if (hook.inactive !== null) {
      const fix = 'amplifier-hooks list shows what decides that; change it there, if it is not meant so.';
      findings.push(warn(`${hookInWords(hook)}: never runs: ${hook.inactive.detail}`, fix, placeOf(hook)));
      continue;
    }
    if (hook.trust === 'changed') {
      const what = 'denies what it guards: it changed since you approved it';
      const fix = 'See what changed, and approve it: amplifier-hooks trust';
      findings.push(warn(`${hookInWords(hook)}: ${what}`, fix, placeOf(hook)));
      continue;
    }
    const cannotStart = await startProblem(hook, generation, settled);
    const scripts = subjects.find((subject) => subject.hook.id === hook.id)?.scripts ?? [];
    const own = remarks.flatMap((remark) => {
      if (remark.hook === hook.id) return asFinding(remark);
      // Of two hooks that run one script the validator names the first; the other is no better off.
      const shares = remark.hook !== null && scripts.some(({ path }) => path === remark.file);
      return shares ? asFinding({ ...remark, message: `${hookInWords(hook)}: ${remark.message}` }) : [];
    });
    if (cannotStart !== null && !own.some(({ state }) => state === 'fail'))
      findings.push(fail(`${hookInWords(hook)}: ${cannotStart}`, 'Correct the command.', placeOf(hook)));
    else if (own.length === 0) findings.push(pass(hookInWords(hook), placeOf(hook)));
    findings.push(...own);
  }
  const settledOnes = new Set(generation.quarantined.map(({ problem }) => keyOf(problem)));
  const others = remarks.filter(
    (remark) => remark.hook === null && !ELSEWHERE.test(remark.code) && !settledOnes.has(keyOf(remark)),
  );
  const notes = remarks.filter(({ severity }) => severity === 'info').length;
  return [
    ...findings,
    ...others.flatMap(asFinding),
    ...(notes > 0 ? [pass(`${notes} more ${notes === 1 ? 'note' : 'notes'}: amplifier-hooks validate`)] : []),
  ];
}

const keyOf = ({ file, line, code }: Pick<Remark, 'file' | 'line' | 'code'>): string =>
  `${file}:${line}:${code}`;

function asFinding({ severity, message, hint, file, line, column }: Remark): readonly Finding[] {
  if (severity === 'info') return [];
  return [(severity === 'error' ? fail : warn)(message, hint, { file, line, column })];
}

/** Why a hook could not even be handed to the system; nothing is started. */
async function startProblem(hook: Hook, generation: Generation, settled: Settled): Promise<string | null> {
  const { handler } = hook;
  if (handler.type !== 'command') return null;
  const { planLaunch } = await import('../run/index.js');
  const { ShellFinder } = await import('../run/index.js');
  const env = hookEnvironment({
    base: settled.env,
    generationEnv: generation.env,
    hook,
    profile: settled.profile,
    projectDir: settled.projectDir,
    sessionId: 'doctor',
    effort: null,
    envFile: null,
    exported: [],
    remote: settled.remote,
    hostPid: process.pid,
  });
  const launch = planLaunch(hook, handler, env, settled.profile, new ShellFinder({}));
  return 'kind' in launch ? launch.message : null;
}
