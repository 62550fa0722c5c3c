// What the watcher of a host does, for the plainest of shells. Each line it reads is `+ pid begun mark` or `- pid`; the end
// of its input is the end of the host. A group is ended only where its leader began when it was written down, and other
// processes only where they carry the mark of the run: numbers of processes are given out again.

export const WATCH_SCRIPT = `
trap '' HUP INT QUIT TERM
began() {
  if [ -r /proc/self/stat ]; then
    line=$(cat "/proc/$1/stat" 2>/dev/null)
    set -- \${line##*) }
    echo "\${20}"
  else
    ps -o lstart= -p "$1" 2>/dev/null | tr -d ' :'
  fi
}
all=' '
while IFS=' ' read -r act pid begun mark; do
  case $act in
  +)
    [ "$begun" = - ] && begun=$(began "$pid")
    [ -n "$begun" ] && all="$all$pid,$begun,$mark "
    ;;
  -)
    case $all in *" $pid,"*)
      rest=\${all#*" $pid,"}
      all="\${all%%" $pid,"*} \${rest#* }"
    esac
    ;;
  esac
done
[ "$all" = ' ' ] && exit
groups= marks=
for run in $all; do
  pid=\${run%%,*} rest=\${run#*,}
  marks="$marks -e \${rest#*,}"
  [ "$(began "$pid")" = "\${rest%%,*}" ] && groups="$groups -$pid"
done
listed() {
  ps -axwwE -o pid=,command= 2>/dev/null || ps axwwe -o pid=,command= 2>/dev/null
}
marked() {
  if [ -r /proc/self/stat ]; then
    grep -lF $marks /proc/[0-9]*/environ 2>/dev/null | tr -dc '0-9\\n'
  else
    listed | grep -F $marks | grep -vF 'grep -F' | while read -r pid rest; do echo "$pid"; done
  fi
}
found=$(marked)
[ -z "$groups$found" ] && exit
kill -TERM $groups $found 2>/dev/null
for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  sleep 0.1
  left=
  for group in $groups; do kill -0 "$group" 2>/dev/null && left="$left $group"; done
  groups=$left found=$(marked)
  [ -z "$groups$found" ] && exit
done
kill -KILL $groups $found 2>/dev/null
`;
