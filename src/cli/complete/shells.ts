// The completion scripts. They only ask `amplifier-hooks __complete`, so that they never grow old; where that fails, files are
// offered.

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const BASH = `# amplifier-hooks completion for bash
_amplifier_hooks() {
  local word found
  COMPREPLY=()
  if found=$("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); then
    compopt +o default 2>/dev/null
  fi
  while IFS=$'\\t' read -r word _; do
    [[ -n $word ]] && COMPREPLY+=("$word")
  done <<<"$found"
}
complete -o default -F _amplifier_hooks amplifier-hooks
`;

const ZSH = `#compdef amplifier-hooks
# amplifier-hooks completion for zsh
_amplifier_hooks() {
  local line found
  local -a candidates
  if ! found=$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null); then
    _files
    return
  fi
  for line in "\${(@f)found}"; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( \${#candidates} )) && _describe 'amplifier-hooks' candidates
}
compdef _amplifier_hooks amplifier-hooks
`;

const FISH = `# amplifier-hooks completion for fish
function __amplifier_hooks_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (amplifier-hooks __complete $words[2..-1] 2>/dev/null)
    if test $status -ne 0
        __fish_complete_path (commandline -ct)
    else if test (count $found) -gt 0
        printf '%s\\n' $found
    end
end
complete -c amplifier-hooks -f -a '(__amplifier_hooks_complete)'
`;

export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
