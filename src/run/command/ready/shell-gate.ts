// Shells at their gate. bash reads a file of ours first, as BASH_ENV says, and has the very command line it always has; a plain
// `sh` knows no such file, and has the gate in front of the command, on the same line, so that line numbers stay as they are.
import type { Launch } from '../launch.js';
import { GATE_VARIABLE, lateNames, NO_GATE } from './gate.js';

type Env = Readonly<Record<string, string>>;

/** Variables that change what a shell does first, or what our gate would do: they are not guessed about. */
const CHANGES_SHELLS =
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_XTRACEFD|BASH_COMPAT|TMOUT|PS4|POSIXLY_CORRECT|POSIX_PEDANTIC|SECONDS|LINENO|BASH_FUNC_.*|AMPLIFIER_HOOK_GATE)$/;

/** The same for a script that bash runs: these also decide whether there is a gate at all, so all of bash's own are left alone. */
export const CHANGES_SCRIPTS = new RegExp(`${CHANGES_SHELLS.source}|^BASH`);

/** In `sh` it would show what stands in front of the command. */
const NAMES_ITSELF = /BASH_EXECUTION_STRING|cmdline/;

/** Longer ones are near what a system allows in one argument. */
const LONGEST = 100_000;

/** Why a command is always started cold; `null`: its shell can wait at a gate. */
export function whyShellCold({ form, args }: Pick<Launch, 'form' | 'args'>, env: Env): string | null {
  if (form === 'powershell') return 'PowerShell is not kept ready';
  if (form === 'exec') return 'it is started without a shell';
  const name = Object.keys(env).find((one) => CHANGES_SHELLS.test(one));
  if (name !== undefined) return `${name} is set, which changes what a shell does first`;
  const command = args[1] ?? '';
  if (form === 'sh' && NAMES_ITSELF.test(command)) return 'the command asks how it was started';
  return command.length > LONGEST ? 'the command is very long' : null;
}

/** Lines that are read at the gate: the first opens it. */
const reading = (env: Env): string =>
  [
    `read -r ${GATE_VARIABLE} <&3 || exit ${NO_GATE}`,
    ...lateNames(env).map((name) => `IFS= read -r ${name} <&3 || exit ${NO_GATE}`),
  ].join('; ');

/** What `sh` is given instead of the command. */
export const gatedCommand = (command: string, env: Env): string =>
  `echo >&3; ${reading(env)}; echo >&3; exec 3<&-; unset ${GATE_VARIABLE}; ${command}`;

/**
 * The file that bash reads first, on descriptor 4. What can be undone is undone before the gate. The argument of the last
 * command is `$_` afterwards, as it was before.
 */
export const bashGate = (env: Env): string => `amplifier_hook_gate() {
local ${GATE_VARIABLE}
unset BASH_ENV
unset -f amplifier_hook_gate
exec 4<&-
echo >&3
${reading(env)}
echo >&3
exec 3<&-
SECONDS=0
}
amplifier_hook_gate "$_"
`;

/** The same for a bash that runs a script. Another one that only starts it, by `-c`, has no gate. */
export const scriptGate = (env: Env): string =>
  `if [[ -z \${BASH_EXECUTION_STRING+x} ]]; then\n${bashGate(env)}fi\n`;

export const BASH_GATE_FILE = '/proc/self/fd/4';
