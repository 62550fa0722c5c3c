#!/bin/sh
# PostToolUse hook for Edit and Write: tells the agent when a JSON, YAML or TOML file it wrote does not parse.
#
# Exit codes: 0 the answer is on stdout (or there is nothing to say), 1 the file could not be checked.
set -u
# Programs and shells themselves fail with 2 at times, which would look like a block.
trap '[ $? -eq 0 ] || exit 1' EXIT

here=$(dirname -- "$0")
has() { command -v "$1" >/dev/null 2>&1; }

fail() {
  printf 'format-validator: %s\n' "$1" >&2
  exit 1
}

# stdin: the event. stdout: the absolute path of the file, or nothing. A path with control characters is none of ours.
read_path() {
  if has jq; then
    jq -rs --arg here "$PWD" '
      if length == 1 and (.[0] | type) == "object"
      then .[0] | ((.cwd? | strings | select(startswith("/"))) // $here) as $base
        | .tool_input? | .file_path? | strings
        | select(. != "" and (explode | all(. > 31)))
        | if startswith("/") then . else "\($base)/\(.)" end
      else error("expected one JSON object") end'
  elif has node; then
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
  else
    python3 -c '
import json, os, sys
try:
    event = json.loads(sys.stdin.buffer.read())
except ValueError as error:
    sys.exit(str(error))
if not isinstance(event, dict):
    sys.exit("expected one JSON object")
base = event.get("cwd")
base = base if isinstance(base, str) and base.startswith("/") else sys.argv[1]
path = event["tool_input"].get("file_path") if isinstance(event.get("tool_input"), dict) else None
if isinstance(path, str) and path and min(path) > "\x1f":
    sys.stdout.buffer.write(os.fsencode(os.path.join(base, path)))
' "$PWD"
  fi
}

has jq || has node || has python3 || fail 'nothing was checked: neither node nor python3 is on the PATH. Install one of them.'
event=$(cat)
file=$(printf '%s' "$event" | read_path) || fail 'nothing was checked: the event on stdin is not a JSON object.'

# The first line that fits says how a file is read. "jsonc" is JSON in which comments and trailing commas are allowed.
case $file in
  */node_modules/* | */.git/*) exit 0 ;;
  *.jsonc | */tsconfig*.json | */jsconfig*.json | */.vscode/*.json | */devcontainer.json | */.eslintrc.json) kind=jsonc ;;
  *.json) kind=json ;;
  *.yaml | *.yml) kind=yaml ;;
  *.toml) kind=toml ;;
  *) exit 0 ;;
esac
if [ -L "$file" ] || [ ! -f "$file" ]; then exit 0; fi

# What is said about a file goes to the agent, so only files of this project are read.
project=$(cd -P -- "${AMPLIFIER_PROJECT_DIR:-${CLAUDE_PROJECT_DIR:-$PWD}}" && pwd -P) ||
  fail 'nothing was checked: the project directory cannot be entered.'
folder=$(cd -P -- "$(dirname -- "$file")" && pwd -P) || fail "nothing was checked: the folder of $file cannot be entered."
case $folder/ in
  "${project%/}"/*) ;;
  *) exit 0 ;;
esac

# Both checkers take the same arguments, print the answer as JSON, and end with 3 when they cannot read this kind.
status=3
if has node; then
  node "$here/check.mjs" "$kind" "$file" "$project"
  status=$?
fi
if [ "$status" -eq 3 ] && has python3; then
  python3 "$here/check.py" "$kind" "$file"
  status=$?
fi
case $status in
  0) exit 0 ;;
  3) printf '{"systemMessage":"format-validator: the file was not checked, nothing here reads %s. See the README of this hook."}\n' "$kind" ;;
  *) fail "$file was not checked: the $kind checker ended with $status." ;;
esac
