// What hosts start: a small script in a place of its own, so that the words in their files stay the same whatever is installed
// anew, and wherever. Some of them trust a hook by the very text of its command.
import { join, sep } from 'node:path';
import { shellWord } from '../text/index.js';

/** What is called. */
export interface Program {
  readonly node: string;
  /** The executable of this installation. */
  readonly command: string;
}

export const launcherPath = (home: string): string => join(home, '.amplifier', 'bin', 'amplifier-hooks');

/** It is cleared away one day. */
export const isOfNpx = ({ command }: Program): boolean => command.split(sep).includes('_npx');

const MARK = '# Starts amplifier-hooks for the hosts that connect wrote it into.';

export const isLauncher = (text: string): boolean => text.startsWith(`#!/bin/sh\n${MARK}\n`);

/** The executable that a launcher starts first; `null`: it does not say. */
export function startedBy(text: string): string | null {
  const [, quoted = null] = /^command=(.*)$/m.exec(text) ?? [];
  if (quoted === null) return null;
  return quoted.startsWith("'") ? quoted.slice(1, -1).replaceAll(`'\\''`, "'") : quoted;
}

/**
 * Where the executable is gone it takes the one on PATH. Where there is none either, hooks cannot be asked: what they might have
 * denied is denied, by the way that blocks in every host whose hooks are commands.
 *
 * At a gate it stays until the engine has answered: hosts take a hook that was killed for one that has nothing to say.
 *
 * @param gates what hosts call the events at which hooks say whether something is permitted
 */
export const launcherText = ({ node, command }: Program, gates: readonly string[]): string => `#!/bin/sh
${MARK}
# Connect makes it again; do not edit it.
node=${shellWord(node)}
command=${shellWord(command)}
at_gate() {
  case " $* " in
${gates.map((name) => `    *' --event ${name} '*) return 0 ;;`).join('\n')}
  esac
  return 1
}
start() {
  at_gate "$@" || exec "$@"
  # What is started behind a shell does not get its stdin by itself.
  exec 3<&0
  engine=
  signalled=
  trap 'signalled=1; [ -z "$engine" ] || kill -TERM "$engine" 2> /dev/null' HUP INT TERM
  "$@" <&3 3<&- &
  engine=$!
  [ -z "$signalled" ] || kill -TERM "$engine" 2> /dev/null
  wait "$engine" 2> /dev/null
  code=$?
  # A signal for this script ends the waiting before the engine.
  while kill -0 "$engine" 2> /dev/null; do
    wait "$engine" 2> /dev/null
    code=$?
  done
  [ "$code" -le 128 ] && exit "$code"
  echo 'amplifier-hooks was ended before the hooks had answered, so this is denied.' >&2
  exit 2
}
if [ -f "$command" ]; then
  [ -x "$node" ] || node=$(command -v node) || node=
  [ -n "$node" ] && start "$node" "$command" "$@"
fi
# It was installed anew somewhere else.
own=$0
IFS=:
for folder in $PATH; do
  found=$folder/amplifier-hooks
  if [ -f "$found" ] && [ -x "$found" ] && ! [ "$found" -ef "$own" ]; then
    unset IFS
    start "$found" "$@"
  fi
done
unset IFS
echo "amplifier-hooks: $command is not there any more, so no hook can be asked; install amplifier-hooks again, or run: amplifier-hooks disconnect" >&2
event=
[ -t 0 ] || event=$(cat)
case " $* $event" in
${gates.map((name) => `  *'"${name}"'* | *' --event ${name} '*) exit 2 ;;`).join('\n')}
esac
exit 1
`;
