// What to start for a hook: its command under a shell, or its program with arguments; or why not at all.
import type { Shells } from '../../machine/index.js';
import type { CommandHandler, Hook, LaunchProblem, Outcome } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { kindOf, locate } from './files.js';
import type { ShellFinder } from './shells.js';

export type LaunchFailed = Extract<Outcome, { kind: 'launchFailed' }>;

export interface Launch {
  /** `bash` sources the file that BASH_ENV names unless it is taken away. */
  readonly form: 'sh' | 'bash' | 'powershell' | 'exec';
  readonly file: string;
  readonly args: readonly string[];
  /** Command and arguments as the hook wrote them. */
  readonly written: string;
}

type Env = Readonly<Record<string, string>>;

const BASH_FIRST = ['bash', 'sh'] as const;
/** bash where there is no sh: on Windows only that of Git is there. */
const SH_FIRST = ['sh', 'bash'] as const;

/** The only names that are substituted where there is no shell to do it. */
const PLACEHOLDER =
  /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA|AMPLIFIER_PROJECT_DIR|AMPLIFIER_HOOKS_DIR|AMPLIFIER_SESSION_ID)\}/g;

/** A reference to a variable of plugins; one with a default (`:-`) stands on its own. */
const PLUGIN_REFERENCE = /\$(?:\{CLAUDE_PLUGIN_(ROOT|DATA)(?!\w|:?[-=+])|CLAUDE_PLUGIN_(ROOT|DATA)(?!\w))/g;

export function launchFailed(
  problem: LaunchProblem,
  path: string,
  message: string,
  exitCode: number | null = null,
  stderr = '',
): LaunchFailed {
  return { kind: 'launchFailed', problem, path, message, exitCode, stderr };
}

/** Decides what to start. Nothing has been started when this says no. */
export function planLaunch(
  hook: Hook,
  handler: CommandHandler,
  env: Env,
  profile: Profile,
  shells: ShellFinder,
): Launch | LaunchFailed {
  if (handler.command.trim() === '') {
    return launchFailed('empty-command', '', 'the command is empty; write one, or remove the hook');
  }
  const written = handler.args === null ? handler.command : [handler.command, ...handler.args].join(' ');
  const missing = missingPlugin(hook, written);
  if (missing !== null) return missing;
  if (handler.args !== null) {
    const args = handler.args.map((arg) => substitute(arg, env));
    return { form: 'exec', file: substitute(handler.command, env), args, written };
  }
  return underShell(handler, written, profile, shells.find(env['PATH'] ?? ''));
}

function underShell(
  handler: CommandHandler,
  written: string,
  profile: Profile,
  shells: Shells,
): Launch | LaunchFailed {
  // A leading dash would be read as an option of the shell.
  const isLikeOption = handler.command.startsWith('-') || handler.command.startsWith('+');
  const command = isLikeOption ? ` ${handler.command}` : handler.command;
  if (handler.shell === 'powershell') return underPowershell(command, written, shells.powershell);
  for (const form of profile.shell === 'bash-or-sh' ? BASH_FIRST : SH_FIRST) {
    const file = shells[form];
    if (file !== null) return { form, file, args: ['-c', command], written };
  }
  if (shells.last === null)
    return launchFailed('no-shell', '/bin/sh', 'there is no shell: /bin/sh cannot be run');
  if (handler.shell === null && shells.powershell !== null)
    return underPowershell(command, written, shells.powershell);
  return launchFailed('no-shell', 'bash', 'there is no Git Bash; install Git for Windows');
}

function underPowershell(command: string, written: string, powershell: string | null): Launch | LaunchFailed {
  if (powershell === null) {
    const hint = 'install PowerShell or remove "shell" from the hook';
    return launchFailed('no-shell', 'pwsh', `no PowerShell (pwsh, powershell) on PATH; ${hint}`);
  }
  // There `${NAME}` is a variable of PowerShell, not of the environment.
  const args = ['-NoProfile', '-NonInteractive', '-Command', command.replace(PLACEHOLDER, `\${env:$1}`)];
  return { form: 'powershell', file: powershell, args, written };
}

/** A script without `#!` is for `/bin/sh`, where the C library does not see to that itself; `null`: it is none. */
export function asShellScript(launch: Launch, cwd: string, path: string): Launch | null {
  const script = launch.form === 'exec' ? locate(launch.file, cwd, path) : null;
  return script === null ? null : { ...launch, form: 'sh', file: '/bin/sh', args: [script, ...launch.args] };
}

function substitute(text: string, env: Env): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => env[name] ?? whole);
}

function missingPlugin(hook: Hook, written: string): LaunchFailed | null {
  const { pluginRoot, pluginData } = hook.source;
  if (pluginRoot !== null && kindOf(pluginRoot) !== 'directory') {
    const hint = 'reinstall the plugin or remove it from the configuration';
    const message = `the plugin directory ${pluginRoot} does not exist; ${hint}`;
    return launchFailed('plugin-root-missing', pluginRoot, message);
  }
  if (!written.includes('CLAUDE_PLUGIN_')) return null;
  for (const [, braced, bare] of written.matchAll(PLUGIN_REFERENCE)) {
    const which = braced ?? bare;
    if ((which === 'ROOT' ? pluginRoot : pluginData) !== null) continue;
    const name = `\${CLAUDE_PLUGIN_${which}}`;
    const where = `the hook in ${hook.source.file} belongs to no plugin that has one`;
    const message = `the command refers to ${name}, but ${where}; use \${CLAUDE_PROJECT_DIR} or move the hook`;
    return launchFailed('plugin-root-missing', name, message);
  }
  return null;
}
