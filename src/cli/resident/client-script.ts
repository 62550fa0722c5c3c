// The client: a bash script that asks the resident engine, and where there is none, or it does not answer at once, becomes `dispatch`.
// It must run on bash 3.2, which has neither fractions of seconds nor `read -N`, and starts no process on its quick way.
import { shellWord } from '../../text/index.js';
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
  readonly gates: readonly { readonly event: string; readonly answer: string }[];
  readonly version: string;
}

export const clientScript = ({ bash, node, command, id, words, gates, version }: ClientOf): string =>
  `#!${bash} -p
# Answers one event on stdin as \`amplifier-hooks dispatch\` does, by the resident engine where one runs.
# Made by amplifier-hooks ${version}: do not edit it, make it again with \`amplifier-hooks dispatch --client\`.
node=${shellWord(node)}
command=${shellWord(command)}
id=${id}
fixed=(${words.map(shellWord).join(' ')})
gates=(${gates.map(({ event, answer }) => `${shellWord(event)} ${shellWord(answer)}`).join(' ')})
${SCRIPT}`;

/** `\${` is bash's own. */
const SCRIPT = String.raw`
# Becomes "dispatch" with the event as it was read, and with what was not read yet.
cold() {
  local IFS=''
  { exec 9>&-; } 2>/dev/null
  trap - TERM INT HUP PIPE
  { if [[ $had_locale ]]; then LC_ALL=$locale; else unset LC_ALL; fi; } 2>/dev/null
  [[ $start ]] && set -- --start-resident "$@"
  set -- "$command" dispatch "$@"
  if [[ ! -x $node || ! -f $command ]]; then
    # It was installed anew somewhere else.
    shift
    node=$(type -P amplifier-hooks)
  fi
  if [[ $node && -t 0 ]]; then
    exec "$node" "$@" 2>&8 8>&-
  elif [[ $node ]]; then
    exec "$node" "$@" 2>&8 8>&- < <(held)
  fi
  printf 'amplifier-hooks: %s is not there any more, so no hook can be asked\n' "$command" >&8
  for ((count = 0; count < \${#gates[@]}; count += 2)); do
    if [[ "\${event[*]}" == *"\"\${gates[count]}\""* ]]; then
      printf '%s' "\${gates[count + 1]}"
      exit 0
    fi
  done
  exit 127
}

held() {
  printf '%s' "\${event[@]}"
  [[ $zero ]] && printf '\0'
  [[ $more ]] && exec cat
}

# The engine that should be there did not answer in time.
missed() {
  printf . >>"$door.missed"
  cold "$@"
}

# Reads stdin in blocks. Bash holds no NUL bytes: where some were dropped the event was none, and must not become one.
read_event() {
  local part status io before
  if [[ $block_option == -N && ! -f /dev/stdin && -r /proc/self/io ]]; then
    IFS= read -r -d '' io </proc/self/io
    before=\${io#rchar: } before=$((\${before%%$'\n'*} + \${#io}))
    while :; do
      IFS= read -r -N ${BLOCK_BYTES} part
      status=$?
      event+=("$part") bytes=$((bytes + \${#part}))
      ((status == 0)) || break
      ((\${#event[@]} < ${MOST_BLOCKS})) || { more=1; break; }
    done
    IFS= read -r -d '' io </proc/self/io
    io=\${io#rchar: } io=\${io%%$'\n'*}
    ((io - before == bytes)) || zero=1
  else
    IFS= read -r -d '' part && zero=1 more=1
    bytes=\${#part}
    while ((\${#part} > ${BLOCK_BYTES} && \${#event[@]} < ${MOST_BLOCKS})); do
      event+=("\${part:0:${BLOCK_BYTES}}") part=\${part:${BLOCK_BYTES}}
    done
    event+=("$part")
  fi
}

# The environment as this process was given it: the variables of bash itself are not all of it.
read_environment() {
  local one
  if [[ ! -r /proc/self/environ ]]; then
    while IFS= read -r -d '' one; do environment+=("$one"); done < <(/usr/bin/env -0)
  elif ((version >= 404)); then
    mapfile -t -d '' environment </proc/self/environ
  else
    while IFS= read -r -d '' one; do environment+=("$one"); done </proc/self/environ
  fi
}

# Whether the engine sees the same files, processes and network as this process.
same_place() {
  local one
  [[ -e /proc/self/ns ]] || return 0
  for one in ns/mnt ns/pid ns/net ns/user root; do
    [[ /proc/$pid/$one -ef /proc/self/$one ]] || return 1
  done
}

# Tells the engine of a signal, which answers as it must; the second one is not waited for.
signalled() {
  [[ $signal ]] && exit "$2"
  signal=$2
  printf '%s\n' "$1" >&9
}

flush() {
  [[ $out ]] && printf '%s' "$out"
  [[ $err ]] && printf '%s' "$err" >&8
  out='' err=''
}

main() {
  local event=() environment=() bytes=0 zero='' more='' start='' signal='' block_option=-N patience=0.1
  local version=$((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))
  local had_locale=\${LC_ALL+x} locale=\${LC_ALL-} limits='' all
  local state=\${XDG_STATE_HOME-} door port pid hello key said kind count text again=1 code='' out='' err=''
  shopt -s execfail
  # What bash itself says is not part of the answer.
  exec 8>&2 2>/dev/null
  LC_ALL=C
  ((version >= 401)) || block_option=-n
  ((version >= 400)) || patience=1
  trap : PIPE
  [[ -t 0 ]] && cold "$@"
  read_event
  [[ $zero || $more || \${#event[@]} -gt ${MOST_BLOCKS} ]] && cold "$@"
  if [[ $state != /* ]]; then
    [[ \${HOME-} == /* ]] || cold "$@"
    state=$HOME/.local/state
  else
    # What lies in a project is not believed.
    for text in "$PWD" "\${AMPLIFIER_PROJECT_DIR-}" "\${CLAUDE_PROJECT_DIR-}"; do
      [[ $text && $state/ == "$text"/* ]] && cold "$@"
    done
  fi
  door=$state/amplifier-hooks/resident/$id

  start=1
  [[ -f $door && -r $door ]] || cold "$@"
  [[ -O $door && -O \${door%/*} ]] || { start=''; cold "$@"; }
  [[ -s $door.missed ]] && { read -r text <"$door.missed"; ((\${#text} < ${MOST_MISSED})) || cold "$@"; }
  IFS=' ' read -r port pid hello key <"$door" || cold "$@"
  [[ $port$pid == *[!0-9]* || ! $key ]] && cold "$@"
  [[ -d /proc/self && ! -d /proc/$pid ]] && cold "$@"
  same_place || { start=''; cold "$@"; }
  exec 9<>"/dev/tcp/127.0.0.1/$port" || cold "$@"
  IFS= read -r -n 100 -t "$patience" -u 9 said || missed "$@"
  [[ $said == "$hello" ]] || cold "$@"
  start=''

  read_environment
  IFS=''
  all="\${environment[*]}"
  IFS=$' \t\n'
  ((\${#environment[@]} > 0 && \${#all} < ${MOST_ENV_BYTES})) || cold "$@"
  [[ -r /proc/self/limits ]] || limits=$(ulimit -a; umask)
  printf '%s\0' "$key $$ $# \${#environment[@]} \${#event[@]} $bytes" "$PWD" "$limits" "$@" \
    "\${environment[@]}" "\${event[0]}" >&9
  for ((count = 1; count < \${#event[@]}; count++)); do
    IFS= read -r -n 2 -t "$patience" -u 9 said || missed "$@"
    [[ $said == + ]] || cold "$@"
    printf '%s\0' "\${event[count]}" >&9
  done
  IFS= read -r -n 2 -t "$patience" -u 9 said || missed "$@"
  [[ $said == A ]] || cold "$@"

  trap 'signalled TERM 143' TERM
  trap 'signalled INT 130' INT
  trap 'signalled HUP 129' HUP
  while IFS=' ' read -r -t ${SILENCE_SECONDS} -u 9 kind count; do
    case $kind in
      .) ;;
      # From here on hooks run that must not be run twice.
      S) again='' ;;
      O | E)
        IFS= read -r -d '' $block_option "$count" -t ${SILENCE_SECONDS} -u 9 text || break
        if [[ $kind == O ]]; then out+=$text; else err+=$text; fi
        ;;
      # Only background hooks are waited for.
      D)
        flush
        code=$count
        ;;
      X)
        flush
        exit "$count"
        ;;
      *) break ;;
    esac
  done
  [[ $signal ]] && exit "$signal"
  [[ $code ]] && exit "$code"
  [[ $again ]] && cold "$@"
  printf 'amplifier-hooks: this is a fault of amplifier-hooks, not of yours: %s\n' \
    'the resident engine was lost before it answered' >&8
  exit 3
}

main "\${fixed[@]}" "$@"
exit
`.replaceAll('\\${', '${');
