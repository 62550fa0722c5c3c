// Moves the hooks of another tool: first a plan that says what becomes of every hook, then one file that is written.
import { join } from 'node:path';
import { outside } from '../../files/index.js';
import type { Diagnostic } from '../../nouns.js';
import { PluginProblem } from '../problem.js';
import { type Backup, replaceWithBackup } from './backups.js';
import { openDocument } from './document.js';
import type { Host, Journey } from './host.js';
import { claudeFolder } from './host.js';
import { amplifier, hooksFolder } from './hosts/amplifier.js';
import { claude } from './hosts/claude.js';
import { codex } from './hosts/codex.js';
import { copilot } from './hosts/copilot.js';
import { cursor } from './hosts/cursor.js';
import { gemini } from './hosts/gemini.js';
import { type CodeOf, Native } from './native/native.js';
import {
  type ForeignHook,
  HOST_NAMES,
  type HookReport,
  type HostName,
  isNative,
  type Left,
  MIGRATE_SCOPES,
  type MigrateScope,
  type Moved,
  type Placed,
  type Placement,
  type Report,
  type TargetName,
  type Translation,
} from './report.js';
import {
  findSame,
  findSimilar,
  headOf,
  matcherOf,
  type NewGroup,
  openTarget,
  type Present,
  type Target,
  withGroups,
} from './target.js';

const HOSTS: Readonly<Record<HostName, Host>> = { claude, gemini, codex, cursor, copilot, amplifier };

export const titleOf = (name: HostName): string => HOSTS[name].title;

const titleOfTarget = (to: TargetName): string => titleOf(to === 'amplifier' ? to : 'claude');

export interface Plan {
  readonly report: Report;
  readonly target: Target;
  /** The target as it is to be; `null`: nothing has to be written. */
  readonly after: string | null;
}

/**
 * Looks at everything and writes nothing. `codeOf` reads what a command runs, where it must be known what a hook may answer.
 * Throws `PluginProblem` where the target cannot be added to.
 */
export async function planMigration(
  from: HostName,
  journey: Journey,
  codeOf: CodeOf = () => null,
): Promise<Plan> {
  const host = HOSTS[from];
  const { looked, found, diagnostics } = readAll(host, journey);
  const native = isNative(journey.to) ? await Native.of(journey.to, journey, codeOf) : null;
  const path = native?.file ?? targetFile(journey);
  refuseLinkOut(path, journey);
  const target = openTarget(path, native?.form ?? 'groups');
  const { hooks, groups } = decide(found, host, journey, target, native);
  const report: Report = {
    from,
    to: journey.to,
    titles: { from: host.title, to: native?.title ?? titleOfTarget(journey.to) },
    scope: journey.scope,
    looked,
    target: path,
    hooks,
    left: host.left?.(journey) ?? [],
    notes: found.length === 0 ? [] : (native?.notes() ?? host.notes(found, journey)),
    diagnostics,
  };
  const after = groups.length === 0 ? null : await withGroups(target, groups, native?.head);
  return { report, target, after };
}

function readAll(host: Host, journey: Journey) {
  const looked: { readonly file: string; readonly there: boolean }[] = [];
  const diagnostics: Diagnostic[] = [];
  const found: ForeignHook[] = [];
  for (const place of host.places(journey)) {
    const document = openDocument(place.file);
    looked.push({ file: place.file, there: document !== null });
    if (document === null) continue;
    found.push(...host.read(document, place, journey));
    diagnostics.push(...document.diagnostics);
  }
  return { looked, found, diagnostics };
}

/** Hooks that another tool has in a project or for its user. */
export interface Elsewhere {
  readonly tool: HostName;
  readonly scope: MigrateScope;
  readonly files: readonly { readonly file: string; readonly hooks: number }[];
  /** What else brings hooks: plugins, above all. */
  readonly left: readonly Left[];
}

/** What could be moved here, by tool and scope; those that have nothing are left out. */
export function hooksElsewhere(places: Omit<Journey, 'to' | 'scope'>): readonly Elsewhere[] {
  const scopes = MIGRATE_SCOPES.filter((scope) => scope === 'user' || places.projectDir !== places.home);
  return HOST_NAMES.filter((tool) => tool !== 'amplifier').flatMap((tool) =>
    scopes.flatMap((scope): Elsewhere[] => {
      const journey: Journey = { ...places, to: 'amplifier', scope };
      const host = HOSTS[tool];
      const { looked, found } = readAll(host, journey);
      const files = looked
        .map(({ file }) => ({ file, hooks: found.filter((hook) => hook.file === file).length }))
        .filter(({ hooks }) => hooks > 0);
      const left = host.left?.(journey) ?? [];
      return files.length + left.length === 0 ? [] : [{ tool, scope, files, left }];
    }),
  );
}

/** Whose hooks are meant where nobody says it: those of Amplifier where it has some, otherwise those of Claude Code. */
export function sourceFor(journey: Journey): HostName {
  const others: readonly HostName[] = journey.to === 'amplifier' ? ['claude'] : ['amplifier', 'claude'];
  const [first = 'claude'] = others.filter((name) => name !== journey.to);
  return others.find((name) => name !== journey.to && hasHooks(name, journey)) ?? first;
}

/** Whether a tool has hooks that could be moved. */
export const hasHooks = (name: HostName, journey: Journey): boolean =>
  readAll(HOSTS[name], journey).found.length > 0;

/** A project's links do not decide what is written outside of it. */
function refuseLinkOut(path: string, { scope, projectDir }: Journey): void {
  const away = scope === 'user' ? null : outside(projectDir, path);
  if (away !== null)
    throw new PluginProblem('unsafe', `${path} leads out of the project, to ${away}; nothing was written`, {
      hint: 'Remove the link, or move the hooks to your own with --scope user.',
    });
}

/** Where the hooks go. */
function targetFile(journey: Journey): string {
  if (journey.to === 'amplifier') return join(hooksFolder(journey), 'hooks.json');
  const folder = journey.scope === 'user' ? claudeFolder(journey) : join(journey.projectDir, '.claude');
  return join(folder, 'settings.json');
}

/** A verdict for every hook, and the groups to add. Nothing is added twice. */
function decide(
  found: readonly ForeignHook[],
  host: Host,
  journey: Journey,
  target: Target,
  native: Native | null,
): { readonly hooks: readonly HookReport[]; readonly groups: readonly NewGroup[] } {
  const present: Present[] = [...target.present];
  const groups = new Map<string, NewGroup & { readonly hooks: Placed['hook'][] }>();
  const hooks = found.map((one): HookReport => {
    if (native?.readsItself(one.file) === true)
      return { ...unmoved(one), verdict: 'there', why: `${native.title} reads ${one.file} itself` };
    const translation = translated(one, host, journey, native);
    if (translation.kind === 'cannot')
      return { ...unmoved(one), verdict: 'cannot', why: translation.why, hint: translation.hint };
    const { to, differences, warnings } = translation;
    const report = { found: one, to, differences, warnings };
    const same = findSame(present, to);
    if (same !== undefined) return { ...report, verdict: 'there', why: placeOf(same, target), hint: null };
    // Two entries of the source that differ in options are both its author's will, and the later one counts.
    const similar = findSimilar(target.present, to);
    if (similar !== undefined) {
      const why = `${placeOf(similar, target)}, with other options; that one stays`;
      return { ...report, verdict: 'there', why, hint: 'Remove the entry there to take this one.' };
    }
    const { event, group, hook } = to;
    present.push({
      event,
      matcher: matcherOf(group) ?? matcherOf(hook),
      group: headOf(group),
      hook,
      line: 0,
    });
    const key = JSON.stringify([one.groupAt, event, group]);
    const own = groups.get(key);
    if (own === undefined) groups.set(key, { event, fields: group, hooks: [hook] });
    else own.hooks.push(hook);
    const verdict = differences.length + warnings.length === 0 ? 'same' : 'changed';
    return { ...report, verdict, why: null, hint: null };
  });
  return { hooks, groups: [...groups.values()] };
}

/** In the form of the target: what changes on both ways is told together. */
function translated(
  found: ForeignHook,
  host: Host,
  journey: Journey,
  native: Native | null,
): Translation | Placement {
  const isOurs = host.name === 'amplifier' && native !== null;
  const off = found.off ?? (isOurs ? offByField(found) : null);
  const first = off === null ? host.translate(found, journey) : switchedOff(off, host);
  if (native === null || first.kind === 'cannot') return first;
  const second = native.place(isOurs ? inSeconds(first.to) : first.to);
  if (second.kind === 'cannot') return second;
  return {
    ...second,
    differences: [...first.differences, ...second.differences],
    warnings: [...first.warnings, ...second.warnings],
  };
}

/** Amplifier takes so great a number for milliseconds. */
function inSeconds(moved: Moved): Moved {
  const { timeout } = moved.hook;
  if (typeof timeout !== 'number' || timeout < 1000) return moved;
  return { ...moved, hook: { ...moved.hook, timeout: timeout / 1000 } };
}

/** Fields by which Amplifier switches a hook off, and no other agent. */
function offByField({ group, hook }: ForeignHook): string | null {
  const fields = [group, hook];
  if (fields.some(({ enabled }) => enabled === false)) return '"enabled": false';
  return fields.some(({ disabled }) => disabled === true) ? '"disabled": true' : null;
}

const switchedOff = (off: string, { title }: Host): Translation => ({
  kind: 'cannot',
  why: `${title} has it switched off (${off}); moved, it would run`,
  hint: 'Switch it on there, then migrate again.',
});

const unmoved = (found: ForeignHook) => ({ found, to: null, differences: [], warnings: [], hint: null });

/** Line 0: the entry is one of those that are being added. */
const placeOf = ({ line }: Present, { file }: Target): string =>
  `it is there already, ${line === 0 ? 'among the hooks before it' : `${file}:${line}`}`;

/** Writes what the plan says; `null`: there was nothing to write. */
export function carryOut({ report, target, after }: Plan, journey: Journey, now: Date): Backup | null {
  if (after === null) return null;
  return replaceWithBackup({
    home: journey.home,
    file: target.file,
    before: target.raw,
    after,
    by: `migrate --from ${report.from} --to ${report.to}`,
    now,
  });
}
