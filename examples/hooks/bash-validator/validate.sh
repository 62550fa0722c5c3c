#!/bin/sh
# PreToolUse hook for Bash: blocks commands that destroy a machine.
#
# Exit codes: 0 the command may run, 2 it is blocked, 1 this hook could not do its job (nothing is blocked).
# No "set -e" and no "set -u": jq and shells themselves fail with 2, and a broken event must never look like a block.
export LC_ALL=C

# One literal piece of a command a line. Each is looked for in the command after spell_one_way.
dangerous() {
  cat <<'LIST'
rm -rf /
dd if=
mkfs
:(){ :|:& };:
LIST
}

fail() {
  printf 'bash-validator: %s\n' "$1" >&2
  exit 1
}

if command -v jq >/dev/null 2>&1; then
  reader=jq
elif command -v node >/dev/null 2>&1; then
  reader=node
else
  fail 'nothing was checked: neither jq nor node is on the PATH. Install one of them.'
fi

# stdin: the event. stdout: its bash command, or nothing when it has none.
read_command() {
  if [ "$reader" = jq ]; then
    jq -rs '
      if length == 1 and (.[0] | type) == "object"
      then .[0] | .tool_input? | .command? | strings
      else error("expected one JSON object") end'
  else
    node -e '
      try {
        const event = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
        if (Object.prototype.toString.call(event) !== "[object Object]") throw new Error("expected one JSON object");
        const command = event.tool_input?.command;
        if (typeof command === "string") process.stdout.write(command);
      } catch (error) {
        console.error(error.message);
        process.exitCode = 1;
      }'
  fi
}

# stdin: a command. stdout: the same without quotes, backslashes and extra blanks, and below it every rm and dd
# in one spelling (rm -rf OPERANDS, dd if=… OTHERS), so that a pattern needs no variants.
spell_one_way() {
  awk '
    { text = text $0 "\n" }
    END {
      gsub(/\\\n/, "", text)
      gsub(/["\047\\]/, "", text)
      gsub(/\n/, " ; ", text)
      gsub(/[ \t\r\f\v]+/, " ", text)
      print text
      gsub(/[;|&()`<>]/, " & ", text)
      count = split(text, word, " ")
      for (i = 1; i <= count; i++) {
        if (word[i] ~ /(^|\/)rm$/) print rm(i + 1)
        if (word[i] ~ /(^|\/)dd$/) print dd(i + 1)
      }
    }
    function ends(i) { return i > count || word[i] ~ /^[;|&()`]$/ }
    function rm(i,   recursive, force, root, others) {
      for (; !ends(i); i++) {
        if (word[i] ~ /^[<>]$/) i++
        else if (word[i] == "--recursive") recursive = "r"
        else if (word[i] == "--force") force = "f"
        else if (word[i] ~ /^-[^-]/) {
          if (word[i] ~ /[rR]/) recursive = "r"
          if (word[i] ~ /f/) force = "f"
        }
        else if (word[i] ~ /^\/[\/.*]*$/) root = root " " word[i]
        else if (word[i] !~ /^-/) others = others " " word[i]
      }
      return "rm -" recursive force root others
    }
    function dd(i,   from, others) {
      for (; !ends(i); i++) {
        if (word[i] ~ /^if=/) from = from " " word[i]
        else others = others " " word[i]
      }
      return "dd" from others
    }'
}

# stdin: a command spelled one way. Succeeds when it defines a function that only starts itself twice, and calls it.
is_fork_bomb() {
  sed 's/ *\([(){}|&;]\) */\1/g; s/{;*/{/g; s/;*}/}/g; s/};*/}/g' |
    grep -q '\([^ ;|&(){}]\{1,\}\)(){\1|\1&}\1'
}

block() {
  if [ "$reader" = jq ]; then
    jq -cn --arg pattern "$1" '{
      decision: "block",
      reason: "Dangerous command blocked: \($pattern)",
      systemMessage: "⛔ Security: Blocked dangerous operation"
    }'
  else
    node -e '
      console.log(JSON.stringify({
        decision: "block",
        reason: `Dangerous command blocked: ${process.argv[1]}`,
        systemMessage: "⛔ Security: Blocked dangerous operation",
      }));' -- "$1"
  fi
  # For hosts that read only stderr beside exit code 2.
  printf 'Dangerous command blocked: %s\n' "$1" >&2
  exit 2
}

event=$(cat)
command=$(printf '%s' "$event" | read_command) || fail 'nothing was checked: the event on stdin is not a JSON object.'
[ -n "$command" ] || exit 0
spelled=$(printf '%s\n' "$command" | spell_one_way) || fail 'nothing was checked: awk does not work here.'

while IFS= read -r pattern; do
  case $spelled in
    *"$pattern"*) [ -z "$pattern" ] || block "$pattern" ;;
  esac
done <<LIST
$(dangerous)
LIST

if printf '%s\n' "$spelled" | is_fork_bomb; then
  block ':(){ :|:& };:'
fi
exit 0
