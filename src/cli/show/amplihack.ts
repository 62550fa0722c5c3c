// What the commands for amplihack print.
import {
  type FileStatus,
  type Installed,
  REGISTRATIONS,
  SESSION_END,
  type Status,
  type Uninstalled,
} from '../../amplihack/install/index.js';
import { plural } from '../../text/index.js';
import type { Screen } from './screen.js';

interface Task {
  readonly settings: string;
  readonly dryRun: boolean;
}

export function showInstalled(installed: Installed, task: Task & { readonly undo: string }): string[] {
  const { changed, backup, executable, repaired, sessionEnd } = installed;
  const { settings, dryRun, undo } = task;
  const rows = sessionEnd ? [...REGISTRATIONS, SESSION_END] : REGISTRATIONS;
  const done = changed ? (dryRun ? 'would be registered' : 'registered') : 'already registered';
  const kept = (what: string | null): string[] => (what === null ? [] : [`  what was there before: ${what}`]);
  return [
    `${rows.length} hooks ${done} in ${settings}`,
    ...rows.map(({ event, subcommand, timeout }) => {
      const limit = timeout === null ? 'no timeout' : `${timeout} s`;
      return `  ${event.padEnd(17)} ${subcommand.padEnd(33)} ${limit}`;
    }),
    ...(repaired.length === 0 ? [] : [dryRun ? 'Would be put right:' : 'Put right:']),
    ...repaired.map(({ message }) => `  ${message}`),
    ...kept(backup),
    executableInWords(executable, dryRun),
    ...kept(executable.backup),
    ...(dryRun ? ['Nothing was written.'] : []),
    ...(changed && !dryRun ? [`Undo: ${undo}`] : []),
  ];
}

function executableInWords({ path, state, target }: Installed['executable'], dryRun: boolean): string {
  const will = dryRun ? 'would be ' : '';
  switch (state) {
    case 'linked':
      return `executable: ${path}, ${will}linked to ${target}`;
    case 'copied':
      return `executable: ${path}, ${will}copied to ${target}`;
    case 'unchanged':
      return `executable: ${path}, as it was`;
    case 'used':
      return `executable: ${path}, found there and left as it is`;
  }
}

export function showUninstalled(uninstalled: Uninstalled, { settings, dryRun }: Task): string[] {
  const { changed, removed, backup, executable } = uninstalled;
  const entries = plural(removed, 'hook');
  return [
    changed
      ? `${entries} ${dryRun ? 'would be removed' : 'removed'} from ${settings}`
      : `nothing of amplihack is registered in ${settings}`,
    ...(backup === null ? [] : [`  what was there before: ${backup}`]),
    ...(executable.state === 'removed'
      ? [`executable: ${executable.path} ${dryRun ? 'would be removed' : 'removed'}`]
      : []),
    ...(executable.state === 'kept'
      ? [`executable: ${executable.path} stays, other projects may use it (--executable removes it)`]
      : []),
    ...(dryRun ? ['Nothing was written.'] : []),
  ];
}

interface Check {
  readonly ok: boolean;
  readonly message: string;
}

/** What has to hold; everything else that is wrong is only a warning. */
export function checksOf({ files, version }: Status): readonly Check[] {
  const having = files.filter(({ registered }) => registered.length > 0);
  const user = files.find(({ name }) => name === 'user');
  return [
    having.length > 0
      ? { ok: true, message: `hooks are installed: ${having.map(inWords).join(', ')}` }
      : { ok: false, message: 'hooks are not installed; `amplifier-hooks amplihack install` does that' },
    ...(user === undefined ? [] : [userFile(user)]),
    { ok: true, message: `version ${version}` },
  ];
}

const inWords = ({ file, registered }: FileStatus): string =>
  `${plural(registered.length, 'entry', 'entries')} in ${file}`;

function userFile({ file, state, why }: FileStatus): Check {
  switch (state) {
    case 'read':
      return { ok: true, message: `${file} is valid JSON` };
    case 'absent':
      return { ok: false, message: `${file} does not exist` };
    case 'broken':
      return { ok: false, message: why ?? `${file} cannot be read` };
  }
}

/** A line a check, then what differs, then the outcome. */
export function showStatus(status: Status, screen: Screen): string[] {
  const checks = checksOf(status);
  const failed = checks.filter(({ ok }) => !ok).length;
  return [
    ...checks.map(({ ok, message }) => `${ok ? screen.green('✓') : screen.red('✗')} ${message}`),
    ...status.executables.map(({ path, version, state }) => `  executable: ${path}, ${version ?? state}`),
    ...status.warnings.map(({ message, file, line, column }) =>
      screen.yellow(`! ${line === null ? file : `${file}:${line}:${column}`} ${message}`),
    ),
    ...(status.warnings.length > 0 ? ['`amplifier-hooks amplihack install` puts registrations right.'] : []),
    failed === 0 ? screen.green('All checks passed.') : screen.red(`${failed} check(s) failed.`),
  ];
}

/** The same for programs. */
export const statusJson = (status: Status): Readonly<Record<string, unknown>> => ({
  installed: status.files.some(({ registered }) => registered.length > 0),
  packageVersion: status.version,
  checks: checksOf(status),
  files: status.files.map(({ name, file, state, why, registered }) => ({
    name,
    file,
    state,
    why,
    registered: registered.map(({ event, command, timeout, matcher, line, column }) => ({
      event,
      command,
      timeout: timeout ?? null,
      matcher: matcher ?? null,
      line,
      column,
    })),
  })),
  executables: status.executables,
  warnings: status.warnings,
});
