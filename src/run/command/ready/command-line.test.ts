// A command line is read as words only where every shell would read it so.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { simpleWords } from './command-line.js';

const ENV = { CLAUDE_PID: '7', HOME: '/home/me', DIR: '/a b', EMPTY: '', GLOB: '*', PATH: '/usr/bin:/bin' };

describe('words', () => {
  it.each([
    ['python3 x.py', ['python3', 'x.py']],
    ['  node\t./x.js  a-b ', ['node', './x.js', 'a-b']],
    [`python3 "$HOME"/x.py`, ['python3', '/home/me/x.py']],
    [`python3 "\${DIR}/x.py" 'a $HOME'`, ['python3', '/a b/x.py', 'a $HOME']],
    ['python3 $HOME/x.py', ['python3', '/home/me/x.py']],
    [`"./my script" a=b ""`, ['./my script', 'a=b', '']],
  ])('%s', (command, words) => {
    expect(simpleWords(command, ENV)).toEqual(words);
    const shell = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${command}`], {
      env: ENV,
      encoding: 'utf8',
    });
    expect(shell).toBe(`${words.join('\n')}\n`);
  });
});

it.each([
  ['', 'nothing'],
  ['A=1 python3 x.py', 'an assignment'],
  ['python3 x.py "$CLAUDE_PID"', 'a variable that differs at every event'],
  ['python3 x.py | cat', 'a pipe'],
  ['python3 x.py; true', 'a list'],
  ['python3 x.py && true', 'a condition'],
  ['python3 x.py &', 'the background'],
  ['python3 x.py > out', 'a redirection'],
  ['python3 $(which x)', 'a substitution'],
  ['python3 `which x`', 'the old substitution'],
  ['python3 *.py', 'a pattern'],
  ['python3 ~/x.py', 'a home'],
  ['python3 {a,b}.py', 'braces'],
  ['python3 x.py # comment', 'a comment'],
  ['python3 "a\\"b"', 'an escape'],
  ['python3 a\\ b', 'an escaped blank'],
  ['python3 x.py\ntrue', 'two lines'],
  ['python3 $DIR/x.py', 'a value that would be split'],
  ['python3 $GLOB', 'a value that is a pattern'],
  ['python3 $EMPTY x.py', 'a value that vanishes'],
  ['python3 $UNSET x.py', 'a variable that is not there'],
  [`python3 "\${HOME:-x}"`, 'an expansion'],
  ['python3 "$PWD/x.py"', 'a variable of the shell'],
  ['python3 "$1"', 'a parameter'],
  ["python3 'x.py", 'a quote without an end'],
  ['python3 "x.py', 'the other quote without an end'],
  ['python3 x.py\u00a0a', 'a blank that is none'],
])('%j has %s, so only a shell can tell', (command) => {
  expect(simpleWords(command, ENV)).toBeNull();
});
