// The client: a bash script that asks the resident engine, and where there is none, or it does not answer at once, becomes `dispatch`.
// It must run on bash 3.2, which has neither fractions of seconds nor `read -N`, and starts no process on its quick way. Its
// variables have names that no environment has: bash would export them in place of the caller's.
import { shellWord } from '../../text/index.js';
import type { Given } from '../dispatch/fault.js';
import { BLOCK_BYTES, MOST_BLOCKS, MOST_ENV_BYTES, MOST_MISSED, SILENCE_SECONDS } from './protocol.js';

/** What a client is written for. */
export interface ClientOf {
  readonly bash: string;
  readonly node: string;
  /** The executable of this installation, and the name of its door. */
  readonly command: string;
  readonly id: string;
  /** Words of the command line that it always says. */
  readonly words: readonly string[];
  /** Events at which a missing answer would be an assent, and the answer where nobody can be asked. */
  readonly gates: readonly { readonly event: string; readonly answer: Given }[];
  readonly version: string;
}

export const clientScript = ({ bash, node, command, id, words, gates, version }: ClientOf): string =>
  `#!${bash} -p
# Answers one event on stdin as \`amplifier-hooks dispatch\` does, by the resident engine where one runs.
# Made by amplifier-hooks ${version}: do not edit it, make it again with \`amplifier-hooks dispatch --client\`.
ah_node=${shellWord(node)}
ah_command=${shellWord(command)}
ah_id=${id}
ah_fixed=(${words.map(shellWord).join(' ')})
ah_gates=(${gates.flatMap(gateWords).map(shellWord).join(' ')})
${SCRIPT}`;

/** An event, and what there is to say then. */
const gateWords = ({ event, answer }: ClientOf['gates'][number]): readonly string[] => [
  event,
  `${answer.exitCode}`,
  answer.stdout,
  answer.stderr,
];

/** `\${` is bash's own. */
const SCRIPT = String.raw`
# Becomes "dispatch" with the event as it was read, and with what was not read yet.
cold() {
  local IFS=''
  { exec 9>&-; } 2>/dev/null
  trap - TERM INT HUP PIPE
  { if [[ $ah_had_locale ]]; then LC_ALL=$ah_locale; else unset LC_ALL; fi; } 2>/dev/null
  [[ $ah_start ]] && set -- --start-resident "$@"
  [[ $ah_repeat ]] && set -- --repeated "$@"
  set -- "$ah_command" dispatch "$@"
  if [[ ! -x $ah_node || ! -f $ah_command ]]; then
    # It was installed anew somewhere else.
    shift
    ah_node=$(type -P amplifier-hooks)
  fi
  if [[ $ah_node && -t 0 ]]; then
    exec "$ah_node" "$@" 2>&8 8>&-
  elif [[ $ah_node ]]; then
    exec "$ah_node" "$@" 2>&8 8>&- < <(held)
  fi
  for ((ah_count = 0; ah_count < \${#ah_gates[@]}; ah_count += 4)); do
    ah_text=\${ah_gates[ah_count]}
    if [[ ! $ah_text || "\${ah_event[*]}" == *"\"$ah_text\""* ]]; then
      printf '%s' "\${ah_gates[ah_count + 2]}"
      # Beside another exit code than 0 it is a part of the answer.
      if ((ah_gates[ah_count + 1])); then printf '%s\n' "\${ah_gates[ah_count + 3]}" >&8; else gone; fi
      exit "\${ah_gates[ah_count + 1]}"
    fi
  done
  gone
  exit 127
}

gone() {
  printf 'amplifier-hooks: %s is not there any more, so no hook can be asked\n' "$ah_command" >&8
}

held() {
  printf '%s' "\${ah_event[@]}"
  [[ $ah_zero ]] && printf '\0'
  [[ $ah_more ]] && exec cat
}

# The engine did not answer in time. It is there, or its connection would have been refused; marks say when it is to be replaced.
missed() {
  ah_start=''
  printf . >>"$ah_door.missed"
  cold "$@"
}

# Reads stdin in blocks. Bash drops NUL bytes: where the system counted more than are here the event was none, and must not
# become one. Where the system does not count, each byte is read alone.
read_event() {
  local ah_part ah_status ah_io='' ah_before
  [[ $ah_block_option == -N && ! -f /dev/stdin ]] && IFS= read -r -d '' ah_io </proc/self/io
  if [[ $ah_io == rchar:\ * ]]; then
    ah_before=\${ah_io#rchar: } ah_before=$((\${ah_before%%$'\n'*} + \${#ah_io}))
    while :; do
      IFS= read -r -N ${BLOCK_BYTES} ah_part
      ah_status=$?
      ah_event+=("$ah_part") ah_bytes=$((ah_bytes + \${#ah_part}))
      ((ah_status == 0)) || break
      ((\${#ah_event[@]} < ${MOST_BLOCKS})) || { ah_more=1; break; }
    done
    IFS= read -r -d '' ah_io </proc/self/io
    ah_io=\${ah_io#rchar: } ah_io=\${ah_io%%$'\n'*}
    ((ah_io - ah_before > ah_bytes)) && ah_zero=1
  else
    IFS= read -r -d '' ah_part && ah_zero=1 ah_more=1
    ah_bytes=\${#ah_part}
    while ((\${#ah_part} > ${BLOCK_BYTES} && \${#ah_event[@]} < ${MOST_BLOCKS})); do
      ah_event+=("\${ah_part:0:${BLOCK_BYTES}}") ah_part=\${ah_part:${BLOCK_BYTES}}
    done
    ah_event+=("$ah_part")
  fi
}

# The environment as this process was given it: the variables of bash itself are not all of it.
read_environment() {
  local ah_one
  if [[ ! -r /proc/self/environ ]]; then
    while IFS= read -r -d '' ah_one; do ah_environment+=("$ah_one"); done < <(/usr/bin/env -0)
  elif ((ah_version >= 404)); then
    mapfile -t -d '' ah_environment </proc/self/environ
  else
    while IFS= read -r -d '' ah_one; do ah_environment+=("$ah_one"); done </proc/self/environ
  fi
}

read_door() {
  IFS=' ' read -r ah_port ah_pid ah_hello ah_key <"$ah_door"
}

# Whether the engine sees the same files, processes and network as this process.
same_place() {
  local ah_one
  [[ -e /proc/self/ns ]] || return 0
  for ah_one in ns/mnt ns/pid ns/net ns/user root; do
    [[ /proc/$ah_pid/$ah_one -ef /proc/self/$ah_one ]] || return 1
  done
}

# Tells the engine of a signal, which answers as it must; the second one is not waited for.
signalled() {
  [[ $ah_signal ]] && exit "$2"
  ah_signal=$2 ah_interrupted=1
  printf '%s\n' "$1" >&9
}

flush() {
  [[ $ah_out ]] && printf '%s' "$ah_out"
  [[ $ah_err ]] && printf '%s' "$ah_err" >&8
  ah_out='' ah_err=''
}

main() {
  local ah_event=() ah_bytes=0 ah_zero='' ah_more='' ah_environment=() ah_limits='' ah_all ah_text ah_count
  local ah_state=\${XDG_STATE_HOME-} ah_door ah_port ah_pid ah_hello ah_key ah_start='' ah_repeat='' ah_said
  local ah_kind ah_again=1 ah_signal='' ah_interrupted='' ah_out='' ah_err=''
  local ah_had_locale=\${LC_ALL+x} ah_locale=\${LC_ALL-} ah_block_option=-N ah_patience=0.1
  local ah_version=$((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))
  shopt -s execfail
  # What bash itself says is not part of the answer.
  exec 8>&2 || exec 8>/dev/null
  exec 2>/dev/null
  LC_ALL=C
  ((ah_version >= 401)) || ah_block_option=-n
  ((ah_version >= 400)) || ah_patience=1
  trap : PIPE
  [[ -t 0 ]] && cold "$@"
  read_event
  [[ $ah_zero || $ah_more || \${#ah_event[@]} -gt ${MOST_BLOCKS} ]] && cold "$@"
  if [[ $ah_state != /* ]]; then
    [[ \${HOME-} == /* ]] || cold "$@"
    ah_state=$HOME/.local/state
  else
    # What lies in a project is not believed.
    for ah_text in "$PWD" "\${AMPLIFIER_PROJECT_DIR-}" "\${CLAUDE_PROJECT_DIR-}"; do
      [[ $ah_text && $ah_state/ == "$ah_text"/* ]] && cold "$@"
    done
  fi
  ah_door=$ah_state/amplifier-hooks/resident/$ah_id

  ah_start=1
  [[ -f $ah_door && -r $ah_door ]] || cold "$@"
  [[ -O $ah_door && -O \${ah_door%/*} ]] || { ah_start=''; cold "$@"; }
  [[ -s $ah_door.missed ]] && { read -r ah_text <"$ah_door.missed"; ((\${#ah_text} < ${MOST_MISSED})) || cold "$@"; }
  read_door || cold "$@"
  [[ $ah_port$ah_pid == *[!0-9]* || ! $ah_key ]] && cold "$@"
  [[ -d /proc/self && ! -d /proc/$ah_pid ]] && cold "$@"
  same_place || { ah_start=''; cold "$@"; }
  exec 9<>"/dev/tcp/127.0.0.1/$ah_port" || cold "$@"
  IFS= read -r -n 100 -t "$ah_patience" -u 9 ah_said || missed "$@"
  # It may have got new secrets since.
  [[ $ah_said == "$ah_hello" ]] || read_door
  [[ $ah_said == "$ah_hello" ]] || cold "$@"
  ah_start=''

  read_environment
  IFS=''
  ah_all="\${ah_environment[*]}"
  IFS=$' \t\n'
  ((\${#ah_environment[@]} > 0 && \${#ah_all} < ${MOST_ENV_BYTES})) || cold "$@"
  [[ -r /proc/self/limits ]] || ah_limits=$(ulimit -a; umask)
  printf '%s\0' "$ah_key $$ $# \${#ah_environment[@]} \${#ah_event[@]} $ah_bytes" "$PWD" "$ah_limits" "$@" \
    "\${ah_environment[@]}" "\${ah_event[0]}" >&9
  for ((ah_count = 1; ah_count < \${#ah_event[@]}; ah_count++)); do
    IFS= read -r -n 2 -t "$ah_patience" -u 9 ah_said || missed "$@"
    [[ $ah_said == + ]] || cold "$@"
    printf '%s\0' "\${ah_event[ah_count]}" >&9
  done
  IFS= read -r -n 2 -t "$ah_patience" -u 9 ah_said || missed "$@"
  [[ $ah_said == A ]] || cold "$@"

  trap 'signalled TERM 143' TERM
  trap 'signalled INT 130' INT
  trap 'signalled HUP 129' HUP
  # Not for each reading alone: before bash 5 a trap takes that back.
  IFS=''
  while :; do
    if ! read -r -t ${SILENCE_SECONDS} -u 9 ah_said; then
      # There a signal may end the reading too, and the answer is still to come.
      [[ $ah_interrupted ]] || break
      ah_interrupted=''
      continue
    fi
    ah_kind=\${ah_said%% *} ah_count=\${ah_said#* }
    case $ah_kind in
      .) ;;
      # From here on hooks run that must not be run twice.
      S) ah_again='' ;;
      O | E)
        read -r -d '' $ah_block_option "$ah_count" -t ${SILENCE_SECONDS} -u 9 ah_text || break
        if [[ $ah_kind == O ]]; then ah_out+=$ah_text; else ah_err+=$ah_text; fi
        ;;
      # Answered, and background hooks go on without us; or all is done.
      D | X)
        flush
        exit "$ah_count"
        ;;
      *) break ;;
    esac
  done
  [[ $ah_signal ]] && exit "$ah_signal"
  # Its hooks may have run, and run now a second time.
  [[ $ah_again ]] && { ah_repeat=1; cold "$@"; }
  printf 'amplifier-hooks: this is a fault of amplifier-hooks, not of yours: %s\n' \
    'the resident engine was lost before it answered' >&8
  exit 3
}

main "\${ah_fixed[@]}" "$@"
exit
`.replaceAll('\\${', '${');
