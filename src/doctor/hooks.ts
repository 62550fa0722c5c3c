// Every hook: whether it is armed, whether it can start in its own environment, and what is odd about it.
import type { Settled } from '../engine/index.js';
import { shortName } from '../hook-name.js';
import type { Generation, Hook } from '../nouns.js';
import { planLaunch, ShellFinder } from '../run/index.js';
import { plural } from '../text/index.js';
import type { Finding as Remark, Report } from '../validate/index.js';
import { type Finding, inArea } from './finding.js';

const { pass, warn, fail } = inArea('hooks');

/** A hook in a few words: its name and id, and when it runs. */
export function hookInWords(hook: Hook): string {
  const matcher = hook.matcher === null ? '' : ` ${JSON.stringify(hook.matcher)}`;
  return `${shortName(hook)} (${hook.id}), ${hook.event}${matcher}`;
}

/** What other areas tell. */
const ELSEWHERE = /^(?:home-missing$|model-settings$|mcp-)/;

export const placeOf = (hook: Hook) => ({ file: hook.source.file, line: hook.line, column: hook.column });

/** One finding for each hook that is fine or not armed, one for each problem of the others. */
export function hooks(
  generation: Generation,
  { profile }: Pick<Settled, 'profile'>,
  { findings: remarks, subjects }: Pick<Report, 'findings' | 'subjects'>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const remarksOn = remarksByHook(remarks);
  const subjectOf = new Map(subjects.map((subject) => [subject.hook.id, subject]));
  const shells = new ShellFinder({});
  for (const hook of generation.hooks) {
    if (hook.inactive !== null) {
      const fix = '`amplifier-hooks list` shows what decides that; change it there, if it is not meant so.';
      findings.push(warn(`${hookInWords(hook)}: never runs: ${hook.inactive.detail}`, fix, placeOf(hook)));
      continue;
    }
    if (hook.trust === 'changed') {
      const does = hook.observes === undefined ? 'denies what it guards' : 'is not run';
      const what = `${does}: it changed since you approved it`;
      const fix = 'See what changed, and approve it: `amplifier-hooks trust`';
      findings.push(warn(`${hookInWords(hook)}: ${what}`, fix, placeOf(hook)));
      continue;
    }
    const subject = subjectOf.get(hook.id);
    const cannotStart = subject === undefined ? null : startProblem(hook, subject.env, profile, shells);
    const own = remarksOn(hook, subject?.scripts ?? []).flatMap((remark) => {
      // Of two hooks that run one script the validator names the first; the other is no better off.
      const shared = remark.hook !== hook.id;
      return asFinding(shared ? { ...remark, message: `${hookInWords(hook)}: ${remark.message}` } : remark);
    });
    if (cannotStart !== null && !own.some(({ state }) => state === 'fail'))
      findings.push(fail(`${hookInWords(hook)}: ${cannotStart}`, 'Correct the command.', placeOf(hook)));
    else if (own.length === 0)
      findings.push(pass(`${hookInWords(hook)}${observingInWords(hook)}`, placeOf(hook)));
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
    ...(notes > 0 ? [pass(`${plural(notes, 'more note')}: \`amplifier-hooks validate\``)] : []),
  ];
}

/** It is alive, and guards nothing. */
const observingInWords = ({ observes }: Hook): string =>
  observes === undefined ? '' : `, which only observes: ${observes.detail}`;

const keyOf = ({ file, line, code }: Pick<Remark, 'file' | 'line' | 'code'>): string =>
  `${file}:${line}:${code}`;

function asFinding({ severity, message, hint, file, line, column }: Remark): readonly Finding[] {
  if (severity === 'info') return [];
  return [(severity === 'error' ? fail : warn)(message, hint, { file, line, column })];
}

/** Gives what was remarked about a hook or a script that it runs, in the order it was remarked. */
function remarksByHook(
  remarks: readonly Remark[],
): (hook: Hook, scripts: readonly { readonly path: string }[]) => readonly Remark[] {
  const about = new Map<string, number[]>();
  const add = (key: string, index: number): void => {
    const known = about.get(key);
    if (known === undefined) about.set(key, [index]);
    else known.push(index);
  };
  remarks.forEach(({ hook, file }, index) => {
    if (hook === null) return;
    add(`hook ${hook}`, index);
    if (file !== null) add(`file ${file}`, index);
  });
  return (hook, scripts) => {
    const keys = [`hook ${hook.id}`, ...scripts.map(({ path }) => `file ${path}`)];
    const found = new Set(keys.flatMap((key) => about.get(key) ?? []));
    return [...found].sort((a, b) => a - b).flatMap((index) => remarks[index] ?? []);
  };
}

/** Why a hook could not even be handed to the system; nothing is started. */
function startProblem(
  hook: Hook,
  env: Readonly<Record<string, string>>,
  profile: Settled['profile'],
  shells: ShellFinder,
): string | null {
  const { handler } = hook;
  if (handler.type !== 'command') return null;
  const launch = planLaunch(hook, handler, env, profile, shells);
  return 'kind' in launch ? launch.message : null;
}
