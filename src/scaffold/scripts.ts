// The script of a new hook in each language.
import type { Sample } from './sample.js';

export const LANGUAGES = ['sh', 'python', 'node'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Script {
  readonly ending: string;
  /** Programs without which it does nothing. */
  readonly needs: readonly string[];
  readonly text: (name: string, event: string, sample: Sample) => string;
}

export const SCRIPTS: Readonly<Record<Language, Script>> = {
  sh: { ending: 'sh', needs: ['jq'], text: shell },
  python: { ending: 'py', needs: ['python3'], text: python },
  node: { ending: 'mjs', needs: ['node'], text: node },
};

const EXIT_CODES: Readonly<Record<Sample['answer'], string>> = {
  refuse: '0 fine, 2 refused (the reason is on stderr), 1 this hook could not do its job.',
  context: '0 what is printed reaches the agent, 1 this hook could not do its job.',
  path: '0 the path is printed, 1 there is no work tree.',
  message: '0 the answer is on stdout, 1 this hook could not do its job.',
};

function shell(name: string, event: string, sample: Sample): string {
  const field = `.${sample.subject.join('.')}`;
  const fail = `fail() {
  printf '${name}: %s\\n' "$1" >&2
  exit 1
}

command -v jq >/dev/null 2>&1 || fail 'jq is not installed. Install it, or write this hook in Python or Node.'
event=$(cat)
`;
  const read = (target: string, filter: string): string =>
    `${target}=$(printf '%s' "$event" | jq -r '${filter}') || fail 'the event on stdin is not JSON.'\n`;
  const stop = sample.readsStopFlag
    ? `${read('active', '.stop_hook_active // false')}
# It already went on because of this hook: let it stop now.
[ "$active" = true ] && exit 0

`
    : '';
  const body: Readonly<Record<Sample['answer'], string>> = {
    refuse: `${stop}${read('text', `${field} // ""`)}
case $text in
  *'${sample.word}'*)
    printf '%s\\n' '${sample.text}' >&2
    exit 2
    ;;
esac
exit 0
`,
    context: `printf '%s' "$event" | jq -e . >/dev/null || fail 'the event on stdin is not JSON.'

printf '%s\\n' '${sample.text}'
`,
    path: `${read('tree', '.name // "tree"')}
folder=\${CLAUDE_PROJECT_DIR:-$PWD}/.worktrees/\${tree##*/}
mkdir -p -- "$folder" || fail "$folder cannot be made."
printf '%s\\n' "$folder"
`,
    message: `printf '%s' "$event" | jq -c '{systemMessage: "${sample.text}"}' || fail 'the event on stdin is not JSON.'
`,
  };
  return `#!/bin/sh
# ${event} hook: ${sample.purpose}.
#
# Exit codes: ${EXIT_CODES[sample.answer]}
set -u

${fail}${body[sample.answer]}`;
}

function python(name: string, event: string, sample: Sample): string {
  const [first = '', second] = sample.subject;
  const text =
    second === undefined
      ? `text = str(event.get("${first}", ""))`
      : `given = event.get("${first}")\n    text = str(given.get("${second}", "")) if isinstance(given, dict) else ""`;
  const stop = sample.readsStopFlag
    ? `    # It already went on because of this hook: let it stop now.
    if event.get("stop_hook_active"):
        return 0
`
    : '';
  const body: Readonly<Record<Sample['answer'], string>> = {
    refuse: `${stop}    ${text}
    if ${JSON.stringify(sample.word)} in text:
        print(${JSON.stringify(sample.text)}, file=sys.stderr)
        return 2
`,
    context: `    print(${JSON.stringify(sample.text)})\n`,
    path: `    tree = os.path.basename(str(event.get("name") or "tree"))
    folder = os.path.join(os.environ.get("CLAUDE_PROJECT_DIR", os.getcwd()), ".worktrees", tree)
    os.makedirs(folder, exist_ok=True)
    print(folder)
`,
    message: `    print(json.dumps({"systemMessage": ${JSON.stringify(sample.text)}}))\n`,
  };
  return `#!/usr/bin/env python3
"""${event} hook: ${sample.purpose}.

Exit codes: ${EXIT_CODES[sample.answer]}
"""

import json
${sample.answer === 'path' ? 'import os\n' : ''}import sys


def main():
    """Judges one event; returns the exit code."""
    try:
        event = json.load(sys.stdin)
    except ValueError as error:
        print(f"${name}: the event on stdin is not JSON: {error}", file=sys.stderr)
        return 1
    if not isinstance(event, dict):
        print("${name}: the event on stdin is not a JSON object", file=sys.stderr)
        return 1

${body[sample.answer]}    return 0


if __name__ == "__main__":
    sys.exit(main())
`;
}

function node(name: string, event: string, sample: Sample): string {
  const stop = sample.readsStopFlag
    ? `// It already went on because of this hook: let it stop now.
if (event.stop_hook_active === true) process.exit(0);

`
    : '';
  const body: Readonly<Record<Sample['answer'], string>> = {
    refuse: `${stop}const text = String(event?.${sample.subject.join('?.')} ?? '');
if (text.includes(${single(sample.word)})) {
  console.error(${single(sample.text)});
  process.exitCode = 2;
}
`,
    context: `console.log(${single(sample.text)});\n`,
    path: `const tree = basename(String(event.name ?? 'tree'));
const folder = join(process.env.CLAUDE_PROJECT_DIR ?? process.cwd(), '.worktrees', tree);
mkdirSync(folder, { recursive: true });
console.log(folder);
`,
    message: `console.log(JSON.stringify({ systemMessage: ${single(sample.text)} }));\n`,
  };
  return `#!/usr/bin/env node
// ${event} hook: ${sample.purpose}.
//
// Exit codes: ${EXIT_CODES[sample.answer]}
import { ${sample.answer === 'path' ? 'mkdirSync, readFileSync' : 'readFileSync'} } from 'node:fs';
${sample.answer === 'path' ? "import { basename, join } from 'node:path';\n" : ''}
let event;
try {
  event = JSON.parse(readFileSync(0, 'utf8'));
} catch (error) {
  console.error(\`${name}: the event on stdin is not JSON: \${error.message}\`);
  process.exit(1);
}

${body[sample.answer]}`;
}

const single = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
