#!/bin/sh
# PostToolUse hook for Edit and Write: formats the TypeScript file that was written with prettier.
#
# Exit codes: 0 formatted, or nothing to do; 1 it could not be formatted, with the reason on stderr. It never blocks.
set -u
# Programs and shells themselves fail with 2 at times, which would look like a block.
trap '[ $? -eq 0 ] || exit 1' EXIT

fail() {
  printf 'formatter: %s\n' "$1" >&2
  exit 1
}

if command -v jq >/dev/null 2>&1; then
  reader=jq
elif command -v node >/dev/null 2>&1; then
  reader=node
else
  fail 'nothing was formatted: neither jq nor node is on the PATH. Install one of them.'
fi

# stdin: the event. stdout: the absolute path of the file, or nothing. A path with control characters is none of ours.
read_path() {
  if [ "$reader" = jq ]; then
    jq -rs --arg here "$PWD" '
      if length == 1 and (.[0] | type) == "object"
      then .[0] | ((.cwd? | strings | select(startswith("/"))) // $here) as $base
        | .tool_input? | .file_path? | strings
        | select(. != "" and (explode | all(. > 31)))
        | if startswith("/") then . else "\($base)/\(.)" end
      else error("expected one JSON object") end'
  else
    node -e '
      try {
        const event = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
        if (Object.prototype.toString.call(event) !== "[object Object]") throw new Error("expected one JSON object");
        const base = String(event.cwd).startsWith("/") ? event.cwd : process.argv[1];
        const path = event.tool_input?.file_path;
        if (typeof path === "string" && path !== "" && !/[\0-\x1f]/.test(path)) {
          process.stdout.write(path.startsWith("/") ? path : `${base}/${path}`);
        }
      } catch (error) {
        console.error(error.message);
        process.exitCode = 1;
      }' -- "$PWD"
  fi
}

# What a hook prints on PostToolUse nobody is shown, unless it is an answer with a message for the user.
tell_user() {
  if [ "$reader" = jq ]; then
    jq -nc --arg message "$1" '{systemMessage: $message}'
  else
    node -e 'console.log(JSON.stringify({ systemMessage: process.argv[1] }))' -- "$1"
  fi
}

event=$(cat)
file=$(printf '%s' "$event" | read_path) || fail 'nothing was formatted: the event on stdin is not a JSON object.'
case $file in
  *.ts) ;;
  *) exit 0 ;;
esac
if [ -L "$file" ] || [ ! -f "$file" ]; then exit 0; fi

# prettier runs the configuration it finds beside a file, so only files of this project are given to it.
project=$(cd -P -- "${AMPLIFIER_PROJECT_DIR:-${CLAUDE_PROJECT_DIR:-$PWD}}" && pwd -P) ||
  fail 'nothing was formatted: the project directory cannot be entered.'
folder=$(cd -P -- "$(dirname -- "$file")" && pwd -P) || fail "nothing was formatted: the folder of $file cannot be entered."
case $folder/ in
  "${project%/}"/*) ;;
  *) exit 0 ;;
esac

if [ -x "$project/node_modules/.bin/prettier" ]; then
  prettier=$project/node_modules/.bin/prettier
elif ! prettier=$(command -v prettier); then
  tell_user 'formatter: the file was left as it is, prettier is not installed. Run: npm install --save-dev prettier'
  exit 0
fi

cd -- "$project" || fail 'nothing was formatted: the project directory cannot be entered.'
said=$("$prettier" --write "$folder/$(basename -- "$file")" 2>&1 </dev/null) || fail "prettier did not format $file: $said"
# prettier says nothing at all about a file that .prettierignore excludes.
if [ -n "$said" ]; then tell_user "✓ Formatted $file"; fi
