// The script that a shell command is about, by its words alone: for naming a hook, not for judging it.

/** A word with its quoted parts, a redirection, or what ends a command. */
const PIECES = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;|&()<>"'\\])+|[<>]+&?|[;|&()\n]+/g;
/** Words behind which the program still comes. */
const BEFORE =
  /^(?:if|then|else|elif|while|until|do|!|\{|exec|command|nohup|nice|time|env|timeout|sudo|\d+[smh]?|\w+=.*)$/s;
/** Programs that run a script which they are given. */
const INTERPRETER =
  /^(?:(?:ba|da|z|k)?sh|node|bun|deno|tsx|ts-node|python[\d.]*|uv|uvx|npx|ruby|perl|php|pwsh|powershell)$/;
const SUB_COMMAND = /^(?:run|tsx|ts-node|bun|node|python[\d.]*)$/;
const SCRIPT = /\.(?:sh|bash|zsh|fish|py|[cm]?[jt]s|rb|pl|php|ps1|lua|bat|cmd|exe|jar)$/i;

/** What comes later names nothing. */
const LONGEST = 4000;

/** `guard.sh` of `"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh --strict`; `null`: it runs no file. */
export function calledScript(command: string): string | null {
  // A file is known by one of these.
  if (!command.includes('/') && !command.includes('.')) return null;
  // Which word is waited for.
  let next: 'program' | 'script' | 'code' | 'target' | 'end' = 'program';
  for (const [piece] of command.slice(0, LONGEST).matchAll(PIECES)) {
    const word = piece.replace(/["']/g, '');
    if (/^[;|&()\n]/.test(piece)) next = 'program';
    else if (/^[<>]/.test(piece)) next = 'target';
    else if (next === 'code') return calledScript(word);
    else if (next === 'program' && !BEFORE.test(word) && !BEFORE.test(lastPart(word))) {
      if (INTERPRETER.test(lastPart(word))) next = 'script';
      else if (isFile(word)) return lastPart(word);
      else next = 'end';
    } else if (next === 'script') {
      if (/^-[a-z]*c$|^-e$|^--eval$/i.test(word)) next = 'code';
      else if (word === '-m') next = 'end';
      else if (!word.startsWith('-') && !SUB_COMMAND.test(word)) {
        if (isFile(word)) return lastPart(word);
        next = 'end';
      }
    } else if (next === 'target') next = 'end';
  }
  return null;
}

const isFile = (word: string): boolean =>
  !/:\/\/|^\/dev\//.test(word) && (SCRIPT.test(word) || word.includes('/'));

const lastPart = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
