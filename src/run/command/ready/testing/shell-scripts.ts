// Commands that look closely at how they were started. Each must be answered the same by a new shell and by one at a gate.

/** `onlyCold`: a shell that reads the gate and the first line together cannot wait with it. */
export interface ShellCase {
  readonly name: string;
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly onlyCold?: true;
  /** In a script, what it looks at without what docs/warm.md names as different there. */
  readonly inScript?: string;
  /** The same where a shell waits for the script, if that could end before it and nobody waited for the script then. */
  readonly behindShell?: string;
}

const one = (name: string, command: string, more: Partial<ShellCase> = {}): ShellCase => ({
  name,
  command,
  ...more,
});

const PARENT = '/bin/sh -c \'if [ "$PPID" = "$1" ]; then echo child; else echo self; fi\' x "$$"';

export const SHELL_CASES: readonly ShellCase[] = [
  one('$0 and parameters', 'echo "$0|$#|$*|$@|"; set -- a "b c"; echo "$0|$#|$2"; shift 3 || echo no'),
  one(
    '$$ is the leader of its group and session',
    'set -- $(ps -o pid=,pgid=,sid= -p $$); [ $1 = $2 ] && [ $2 = $3 ] && [ $1 = $$ ] && echo yes',
  ),
  one('$_ before anything', 'echo "$_"; echo a b; echo "$_"'),
  one('$_ of the host', 'echo "$_"; printenv _', { env: { _: '/some/where' } }),
  one('options', 'echo "$-"; set -o | sort'),
  one('$? and $! at the beginning', 'echo "$? [$!]"'),
  one(
    'line numbers',
    'echo $LINENO\n\necho $LINENO; nosuch-a\nnosuch-b\n(nosuch-c)\n$(nosuch-d)\n`nosuch-e`',
  ),
  one('line numbers in functions', 'f() {\n nosuch-a\n echo $LINENO\n}\nf; f\neval "nosuch-b\nnosuch-c"'),
  one('seconds since the beginning', `echo "\${SECONDS:-none}"`),
  one(
    'variables of the shell',
    'set | sed "s/=.*//" | grep -v -e "^_$" -e ^PIPESTATUS -e ^BASH_ARGC -e ^SECONDS | sort',
  ),
  one('what is exported', 'export -p | grep -v AMPLIFIER_HOOK_RUN | sort', {
    inScript: 'export -p | grep -v -e AMPLIFIER_HOOK_RUN -e " _=" | sort',
  }),
  one('environment of a child', 'env | grep -v AMPLIFIER_HOOK_RUN | sort', {
    env: { ODD: ' a\nb ', EMPTY: '' },
  }),
  one(
    'descriptors',
    'for d in 0 1 2 3 4 5 6 7 8 9 10 11 12; do if { : >&$d; } 2>/dev/null || { : <&$d; } 2>/dev/null; then echo "$d"; fi; done',
  ),
  one('descriptors of a child', 'ls /proc/self/fd | tr "\\n" " "'),
  one('functions and aliases', 'alias; type cat read echo; command -v printf; hash 2>&1 | head -3'),
  one('traps', 'trap; trap "echo bye" EXIT; trap; echo hi'),
  one('trap of EXIT with exit', 'trap "echo bye \\$?" EXIT; exit 7'),
  one('trap of a signal', 'trap "echo got" USR1; kill -USR1 $$; echo after'),
  one('a trap in a subshell', '(trap "echo sub" EXIT; echo in); echo out'),
  one('signal to itself: TERM', 'kill -TERM $$; echo never'),
  one('signal to itself: KILL', 'echo before; kill -KILL $$'),
  one('signal to itself: PIPE', 'kill -PIPE $$; echo never'),
  one('signal to its group', 'trap "echo caught; exit 9" TERM; kill -TERM 0; echo never', {
    behindShell: 'trap "echo caught; exit 9" WINCH; kill -WINCH 0; echo never',
  }),
  one('signals that are ignored', 'grep -e SigIgn -e SigBlk /proc/self/status'),
  one('set -e', 'set -e\necho a\nfalse\necho b'),
  one('set -e in a list', 'set -e; false || echo a; false && echo b; echo c; (exit 3); echo d'),
  one('set -u', 'echo a; set -u; echo "$nope"; echo b'),
  one('set -x', 'set -x; echo a; : "b c"; (echo d)'),
  one('set -v', 'set -v\necho a\n# comment\necho b'),
  one('set -n', 'echo a\nset -n\necho b'),
  one('set -f', 'set -f; echo /*'),
  one('parameter errors', `echo a; : "\${nope:?must be set}"; echo b`),
  one('a missing command', 'nosuch-command --flag'),
  one('a missing command by its path', './nosuch/command'),
  one('not executable', 'echo x > plain; ./plain; rm plain'),
  one('a folder', '/tmp'),
  one('exec of a program', `exec ${PARENT}`),
  one('exec of nothing', 'exec nosuch-command; echo never'),
  one('exec with redirections', 'exec 3>&1 >&2; echo err; echo out >&3'),
  one('who the last command is', PARENT),
  one('who the last command of a list is', `true; ${PARENT}`),
  one('who the last command after && is', `true && ${PARENT}`),
  one('who the last command after || is', `false || ${PARENT}`),
  one('who the last command of && and || is', `false || true && ${PARENT}`),
  one('who the last command of a line is', `true\ntrue && ${PARENT}\n`),
  one('who the last command of a group is', `{ ${PARENT}; }`),
  one('who the last command of a subshell is', `( ${PARENT} )`),
  one('who the last command with a redirection is', `${PARENT} </dev/null`),
  one('who the last command with an assignment is', `A=1 ${PARENT}`),
  one('who a negated command is', `! ${PARENT}`),
  one('who the end of a pipeline is', `true | ${PARENT}`),
  one('who a command in if is', `if true; then ${PARENT}; fi`),
  one('who a command before a comment is', `${PARENT} # comment`),
  one('syntax error in the first line', 'echo a; if; then', { onlyCold: true }),
  one('syntax error in the second line', 'echo a\nif; then\necho b'),
  one('syntax error at the end', 'echo a\nif true; then\necho b'),
  one('a quote without an end', 'echo a\necho "b'),
  one('a substitution without an end', 'echo a\necho $(b'),
  one('a bracket too many', 'echo a\n)'),
  one('only a comment', '# nothing'),
  one('only blanks and a comment', '\n  \n# nothing\n'),
  one('begins with lines', '\n\necho $LINENO; nosuch'),
  one('a carriage return', 'echo a\r\necho b\r'),
  one('continued lines', 'echo a \\\n  b \\\n  $LINENO'),
  one('heredoc', 'cat <<E\n$LINENO $(echo b) `echo c` $HOME\nE\ncat <<"E"\n$LINENO\nE'),
  one('heredoc with tabs', 'cat <<-E\n\ta\n\t\tb\n\tE\necho $LINENO'),
  one('heredoc without an end', 'cat <<E\na'),
  one('two heredocs in a line', 'cat <<A; cat <<B\na\nA\nb\nB'),
  one('input: all of it', 'cat'),
  one('input: a line, then the rest', 'IFS= read -r a; echo "[$a]"; cat', { stdin: 'one\n two \nthree' }),
  one('input: twice by name', 'cat /dev/stdin; cat /dev/stdin; cat /proc/self/fd/0'),
  one('input: again after all of it', 'cat >/dev/null; cat; echo end; IFS= read -r x; echo "$? [$x]"'),
  one('input: not at all', 'echo hi'),
  one('input: closed', 'exec 0<&-; cat; echo "$?"'),
  one('input: its kind', 'stat -L -c "%F %s %a" /dev/stdin; [ -t 0 ]; echo "$?"', { stdin: 'abcdef' }),
  one('input: binary', 'od -c', { stdin: Uint8Array.from({ length: 256 }, (_, at) => at) }),
  one('input: empty', 'cat; echo "$?"; read x; echo "$?"', { stdin: '' }),
  one('input: large', 'wc -c; wc -c </dev/stdin', { stdin: 'x'.repeat(3_000_000) }),
  one('input: cannot be written', 'echo x >/dev/stdin; echo "$?"'),
  one('output: its kind', 'stat -L -c %F /dev/stdout /dev/stderr'),
  one('output: by name', 'echo a >/dev/stdout; echo b >/dev/stderr; echo c >&2'),
  one('output: binary', "printf 'a\\0b\\377\\200\\n'"),
  one('output: no line at the end', 'printf a; printf b >&2'),
  one('output: large', 'head -c 300000 /dev/zero | tr "\\0" x; echo end >&2'),
  one('output: closed', 'exec 1>&-; echo a; echo "$?" >&2'),
  one('umask', 'umask; umask -S; umask 077; touch f; stat -c %a f; rm f'),
  one('ulimit', 'ulimit -a; cat /proc/self/limits'),
  one('nice', 'nice'),
  one('where it is', 'pwd; pwd -P; echo "$PWD|$OLDPWD"; cd /; pwd; cd - >/dev/null; pwd'),
  one('where it is, by the variable', 'echo "$PWD"; printenv PWD', { env: { PWD: '/somewhere/else' } }),
  one('a folder that is removed under it', 'mkdir gone; cd gone; rmdir ../gone; pwd; /bin/pwd; echo "$?"'),
  one('children in the background', 'sleep 0.01 & wait; echo "$?"; (exit 4) & wait $!; echo "$?"'),
  one('a child left behind', '(sleep 0.05; echo late) >/dev/null 2>&1 & echo now'),
  one(
    'jobs',
    'd=$(mktemp -d); mkfifo $d/end; cat $d/end & jobs | sed "s/[0-9][0-9]*//g"; : >$d/end; wait; rm -r $d',
  ),
  one('pipelines', 'echo a | cat | tr a b; false | true; echo "$?"'),
  one('a broken pipe', 'yes | head -2; echo "$?"'),
  one('subshells', '(echo $$ | grep -qx "$$"; exit 5); echo "$?"'),
  one('SHLVL', 'echo "$SHLVL"; sh -c \'echo "$SHLVL"\'; bash -c \'echo "$SHLVL"\'', { env: { SHLVL: '3' } }),
  one('IFS', 'printf "%s" "$IFS" | od -c; a="x y:z"; set -- $a; echo $#; IFS=:; set -- $a; echo $#', {
    env: { IFS: ':' },
  }),
  one('OPTIND', 'set -- -a -b v; while getopts ab: o; do echo "$o $OPTARG $OPTIND"; done'),
  one('locale', 'locale 2>&1; printf "%.2f\\n" 1.5; echo é | wc -m', { env: { LC_ALL: 'C.UTF-8' } }),
  one('a locale that is not there', 'echo a; nosuch', { env: { LC_ALL: 'xx_YY.UTF-8' } }),
  one('messages of another language', 'nosuch; cd /nosuch', { env: { LANG: 'C' } }),
  one('arithmetic', 'echo $((1 + 2 * 3)); echo $((1 / 0)); echo after'),
  one(
    'case and loops',
    'for i in 1 2 3; do case $i in 2) continue;; 3) break;; esac; echo $i; done; while :; do break; done; echo end',
  ),
  one('return outside of a function', 'return 3; echo after'),
  one('break outside of a loop', 'break; echo "$?"'),
  one('source', 'echo "echo sourced \\$0 \\$LINENO; nosuch" > s; . ./s; rm s; . ./nosuch; echo after'),
  one('readonly', 'readonly a=1; a=2; echo after'),
  one('times', 'times >/dev/null; echo "$?"'),
  one('kill of a child', 'sleep 60 & kill $!; wait $!; echo "$?"'),
  one('exit in a substitution', 'a=$(exit 3); echo "$?"; echo $(echo b; exit 4); echo "$?"'),
  one('its own command line', 'tr "\\0" " " < /proc/self/cmdline', { onlyCold: true }),
  one(
    'a name like that of the gate',
    'echo "[$AMPLIFIER_HOOK_GATE]"; set | grep -c -e AMPLIFIER_HOOK_GATE -e hook_gate',
  ),
  one('braces and quotes', `echo '{"a": "b $HOME"}' "{\\"c\\": 1}" \\{ {a,b}`),
  one('JSON by a heredoc with exit 2', 'cat <<E >&2\nno: $(cat)\nE\nexit 2'),
];

/** What only bash knows. */
export const BASH_CASES: readonly ShellCase[] = [
  one('arguments, as bash keeps them', `echo "\${BASH_ARGC[*]}|\${BASH_ARGV[*]}"`),
  one('how it was started', 'echo "$BASH_EXECUTION_STRING"; tr "\\0" "|" < /proc/$$/cmdline'),
  one(
    'where it stands',
    `f() { echo "\${FUNCNAME[@]}|\${BASH_SOURCE[@]}|\${BASH_LINENO[@]}"; caller 0; }; f; echo "\${FUNCNAME[@]}|\${BASH_SOURCE[@]}|\${BASH_LINENO[@]}|$BASH_SUBSHELL"`,
  ),
  one('options of bash', 'shopt; echo "$SHELLOPTS|$BASHOPTS"'),
  one(
    'declared variables',
    'declare -p | grep -v -e " _=" -e PPID -e SRANDOM -e PIPESTATUS -e BASH_ARGC -e SECONDS -e AMPLIFIER_HOOK_RUN; declare -F; declare -f',
    {
      inScript:
        'declare -p | grep -v -e " _=" -e PPID -e SRANDOM -e PIPESTATUS -e BASH_ARG -e SECONDS -e AMPLIFIER_HOOK_RUN; declare -F; declare -f',
    },
  ),
  one(
    'error traps',
    'trap "echo ERR \\$LINENO \\$BASH_COMMAND" ERR; trap "echo D \\$LINENO" DEBUG; true\nfalse\nnosuch',
  ),
  one('[[ and regular expressions', `[[ abc =~ b(.) ]] && echo "\${BASH_REMATCH[@]}"; [[ -t 0 ]]; echo $?`),
  one('arrays', `a=(1 "2 3"); echo "\${#a[@]} \${a[1]}"; declare -A m=([x]=y); echo "\${m[x]}"`),
  one('process substitution', 'cat <(echo a); diff <(echo a) <(echo b); ls /proc/self/fd | wc -l'),
  one('here strings', 'cat <<< "a $LINENO"; read -r x <<< "b"; echo "$x"'),
  one('coprocesses', `coproc cat; echo a >&"\${COPROC[1]}"; exec {COPROC[1]}>&-; cat <&"\${COPROC[0]}"`),
  one('pipefail', `set -o pipefail; false | true; echo "$? \${PIPESTATUS[@]}"`),
  one('lastpipe', 'shopt -s lastpipe; echo a | read x; echo "[$x]"'),
  one('new descriptors', 'exec {fd}>/dev/null; echo "$fd"'),
  one('mapfile', `mapfile -t l; echo "\${#l[@]} \${l[0]}"`, { stdin: 'a\nb\n' }),
  one('a directory stack', 'dirs; pushd / >/dev/null; dirs | tail -c 3'),
  one('printf of the time', `printf -v t "%(%Y)T" -1; [ \${#t} = 4 ] && echo ok`),
  one('a restricted shell', 'set -r; cd /; echo $?'),
  one('history', 'history; set -H; echo "a!b"'),
  one('a syntax error in the first line', 'echo a; if; then'),
  one(
    'a function with the name of a command',
    'echo() { builtin echo "mine $*"; }; echo a; unset -f echo; echo b',
  ),
  one('time', 'TIMEFORMAT=t; time true'),
  one('select without an answer', 'select x in a b; do echo "$x"; break; done </dev/null; echo $?'),
];
