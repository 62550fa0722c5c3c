// The completion scripts. They only ask `amplifier-hooks __complete`, so that they never grow old.

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const BASH = `# amplifier-hooks completion for bash
_amplifier_hooks() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _amplifier_hooks amplifier-hooks
`;

const ZSH = `#compdef amplifier-hooks
# amplifier-hooks completion for zsh
_amplifier_hooks() {
  local line
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then
    _describe 'amplifier-hooks' candidates
  else
    _files
  fi
}
compdef _amplifier_hooks amplifier-hooks
`;

const FISH = `# amplifier-hooks completion for fish
function __amplifier_hooks_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (amplifier-hooks __complete $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c amplifier-hooks -f -a '(__amplifier_hooks_complete)'
`;

export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
