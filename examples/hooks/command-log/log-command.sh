#!/bin/sh
# PreToolUse hook for Bash: appends each command to bash-commands.log in the project, one line a command.
#
# Exit codes: 0 logged (or nothing to log), 1 not logged, with the reason on stderr. It never blocks.
set -u
# Programs and shells themselves fail with 2 at times, which would look like a block.
trap '[ $? -eq 0 ] || exit 1' EXIT
umask 077

log=${AMPLIFIER_PROJECT_DIR:-${CLAUDE_PROJECT_DIR:-$PWD}}/bash-commands.log

# What is written as *** : the value after a name that says it is secret, a bearer token, a password in a URL.
# One regular expression for both readers; <keep> is what stays.
name='(?:pass(?:word|wd|phrase)|secret|token|api[_-]?key|access[_-]?key|credential)[\w-]{0,40}'
before="$name"'\\?["'\'']?\s{0,9}[=:]\s{0,9}|--'"$name"'\s+|\bbearer\s+|authorization:\s{0,9}basic\s+|://[^\s/:@]{0,99}:'
value='\\?"[^"]*"|'\''[^'\'']*'\''|[^\s"'\''@;|&]+'
secrets="(?<keep>$before)(?:$value)"

fail() {
  printf 'command-log: %s\n' "$1" >&2
  exit 1
}

if command -v jq >/dev/null 2>&1; then
  reader=jq
elif command -v node >/dev/null 2>&1; then
  reader=node
else
  fail 'nothing was logged: neither jq nor node is on the PATH. Install one of them.'
fi

# stdin: the event. stdout: its bash command as one line (a newline is written \n, a backslash \\), or nothing.
read_record() {
  if [ "$reader" = jq ]; then
    jq -rs --arg secrets "$secrets" '
      if length == 1 and (.[0] | type) == "object"
      then .[0] | .tool_input? | .command? | strings
        | gsub($secrets; "\(.keep)***"; "i")
        | tojson | .[1:-1] | gsub("\\\\\""; "\"")
      else error("expected one JSON object") end'
  else
    node -e '
      try {
        const event = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
        if (Object.prototype.toString.call(event) !== "[object Object]") throw new Error("expected one JSON object");
        const command = event.tool_input?.command;
        if (typeof command === "string") {
          const kept = command.replace(new RegExp(process.argv[1], "gi"), "$<keep>***");
          const record = JSON.stringify(kept).slice(1, -1).replaceAll("\\\"", "\"").replaceAll("\x7f", "\\u007f");
          process.stdout.write(record);
        }
      } catch (error) {
        console.error(error.message);
        process.exitCode = 1;
      }' -- "$secrets"
  fi
}

event=$(cat)
record=$(printf '%s' "$event" | read_record) || fail 'nothing was logged: the event on stdin is not a JSON object.'
[ -n "$record" ] || exit 0

# A link would let the log be written into any file of the user, a pipe would make the agent wait.
if [ -L "$log" ] || { [ -e "$log" ] && [ ! -f "$log" ]; }; then
  fail "nothing was logged: $log is not an ordinary file. Move it away."
fi

true >>"$log" && chmod 600 "$log" || fail "nothing was logged: $log cannot be written, or its mode not set to 0600."

# cat gets the record whole and appends it in one write, so records of hooks that run at once do not mix.
cat >>"$log" <<RECORD || fail "nothing was logged: $log cannot be written."
$record
RECORD
