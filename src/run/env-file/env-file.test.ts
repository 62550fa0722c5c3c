// Env files: what assignments mean, compared with what bash makes of them.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEnvFile } from './index.js';

const KNOWN = { HOME: '/home/me', PATH: '/usr/bin:/bin', NAME: 'wörld', EMPTY: '' };

describe('understood', () => {
  it.each<readonly [string, Record<string, string>]>([
    ['', {}],
    ['# only a comment\n\n', {}],
    ['export A=1', { A: '1' }],
    ['A=1', { A: '1' }],
    ['A=', { A: '' }],
    ['  export   A=1   B=2  # both', { A: '1', B: '2' }],
    ['A=1;export B=2;C=3', { A: '1', B: '2', C: '3' }],
    ['A=1 B=$A', { A: '1', B: '1' }],
    ['A=old\nexport A=new B=$A', { A: 'new', B: 'old' }],
    [`A='single $HOME "x" \\n'`, { A: 'single $HOME "x" \\n' }],
    [`A="double $NAME \${NAME} \\$NAME \\"q\\" \\\\ \\n"`, { A: 'double wörld wörld $NAME "q" \\ \\n' }],
    [`A=$'tab\\tnl\\nq\\'x\\x41\\u00e9\\101'`, { A: "tab\tnl\nq'xAéA" }],
    [`A=mixed' single'" double "$NAME\\ end`, { A: 'mixed single double wörld end' }],
    ['A="two\nlines"\nB=2', { A: 'two\nlines', B: '2' }],
    ['A=con\\\ntinued', { A: 'continued' }],
    ['PATH="$HOME/bin:$PATH"', { PATH: '/home/me/bin:/usr/bin:/bin' }],
    ['export PATH=~/bin:$PATH:~', { PATH: '/home/me/bin:/usr/bin:/bin:/home/me' }],
    [`A="~" B='~/x' C=a~ D=\\~`, { A: '~', B: '~/x', C: 'a~', D: '~' }],
    ['A=x$UNKNOWN.y', { A: 'x.y' }],
    ['A=$NAME$EMPTY$', { A: 'wörld$' }],
    ['A=1\nA+=2\nPATH+=:/x', { A: '12', PATH: '/usr/bin:/bin:/x' }],
    ['A=*.txt B=a{1,2}b C=[x] D=?', { A: '*.txt', B: 'a{1,2}b', C: '[x]', D: '?' }],
    ['A=a=b==', { A: 'a=b==' }],
    ['A=1#2 B=#3', { A: '1#2', B: '#3' }],
    ['export "A=quoted $NAME" \'B=single $NAME\'', { A: 'quoted wörld', B: 'single $NAME' }],
    ['declare -x A="1"\ntypeset -rx B=2\nreadonly C=3', { A: '1', B: '2', C: '3' }],
    ['A=1\nexport A\nexport -- B=2', { A: '1', B: '2' }],
    ['set -a\nA=1\nset +a', { A: '1' }],
    ['A=http://x/?a=1%20b', { A: 'http://x/?a=1%20b' }],
    ['__proto__=1 constructor=2', JSON.parse('{"__proto__":"1","constructor":"2"}')],
  ])('%j', (text, expected) => {
    const { variables, skipped } = parseEnvFile(text, KNOWN);
    expect({ variables, skipped }).toEqual({ variables: expected, skipped: [] });
    expect(bash(text, Object.keys(expected))).toEqual(expected);
  });

  it('carriage returns and a byte order mark are not part of a value', () => {
    expect(parseEnvFile('\uFEFFA=1\r\nB="2"\r\n')).toEqual({ variables: { A: '1', B: '2' }, skipped: [] });
  });
});

describe('skipped, and told', () => {
  it.each<readonly [string, Record<string, string>, readonly number[]]>([
    ['A=$(date)\nB=2', { B: '2' }, [1]],
    ['A=`date`\nB=2', { B: '2' }, [1]],
    ['A="never closed `"', {}, [1]],
    ['A=$((1+1)) B=2', {}, [1]],
    [`A=\${B:-x}\nB=\${#A}\nC=$1\nD=$$\nE=\${!B}`, {}, [1, 2, 3, 4, 5]],
    ['A=1 command', {}, [1]],
    ['echo A=1\nsource other.sh\nB=2', { B: '2' }, [1, 2]],
    ['if true; then\n  A=1\nfi\nB=2', { B: '2' }, [1]],
    ['f() {\n  A=1\n}\n{ B=1; }\n(C=1)\nD=1', { D: '1' }, [1, 4, 5]],
    ['cat <<EOF\nA=1\nEOF\nB=2', { B: '2' }, [1]],
    ['[ -d x ] && export A=1\nB=2 || C=3\nD=4 | E=5\nF=6 &\nG=7', { G: '7' }, [1, 2, 3, 4]],
    ['A=(1 2)\nB[0]=1\ndeclare -a C=1\nexport -n D=1\nunset PATH', {}, [1, 2, 3, 4, 5]],
    ['A=1 > file\n> file B=1', {}, [1, 2]],
    ['A=~root/x\nB=~+', {}, [1, 2]],
    ['1A=x\nA-B=x\n"A"=1\nexport 1=2', {}, [1, 2, 3, 4]],
    ['A=1\nB="never closed\nC=3', { A: '1' }, [2]],
    ['A=1\nfi\nB=2', { A: '1' }, [2, 3]],
    [`A=$'\\0'B`, { A: 'B' }, []],
    ['A=1 B=$(x)\nC=$A', { C: '' }, [1]],
  ])('%j', (text, variables, skipped) => {
    expect(parseEnvFile(text, KNOWN)).toEqual({ variables, skipped });
  });
});

const name = fc.stringMatching(/^[A-Za-z_]\w{0,8}$/);
const value = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));

it('what is quoted comes back as it was', () => {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  fc.assert(
    fc.property(
      fc.dictionary(
        name,
        value.filter((text) => !text.includes('\r\n')),
      ),
      (variables) => {
        const text = Object.entries(variables)
          .map(([key, one]) => `export ${key}=${quoted(one)}\n`)
          .join('');
        expect(parseEnvFile(text)).toEqual({ variables: { ...variables }, skipped: [] });
      },
    ),
  );
});

it('never throws, whatever the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'export ',
      'A=',
      '$',
      '${',
      '}',
      '"',
      "'",
      '`',
      '\\',
      '\n',
      ';',
      '(',
      ')',
      '<<E',
      '$(',
      "$'",
      '#',
      '~',
      '\0',
      'if ',
      'fi',
      '\uD800',
    ),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        const { variables, skipped } = parseEnvFile(text, KNOWN);
        const lines = text.split('\n').length;
        for (const line of skipped) expect(line >= 1 && line <= lines).toBe(true);
        for (const one of Object.values(variables)) expect(one).not.toContain('\0');
      },
    ),
    { numRuns: 2000 },
  );
});

it('deep nesting and length do no harm', () => {
  expect(() => parseEnvFile(`A=${'$('.repeat(20_000)}`)).not.toThrow();
  expect(() => parseEnvFile('{ '.repeat(20_000))).not.toThrow();
  const many = Array.from({ length: 5000 }, (_, n) => `export V${n}=$V${n - 1}x`).join('\n');
  expect(Object.keys(parseEnvFile(many).variables)).toHaveLength(5000);
});

/** What bash makes of it. */
function bash(text: string, names: readonly string[]): Record<string, string> {
  const print = names.map((one) => `printf '%s\\0' "\${${one}}"`).join(';');
  const script = `set -a\n${text}\n${print}`;
  const out = execFileSync('bash', ['-c', script], {
    env: { ...KNOWN, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  return Object.fromEntries(names.map((one, at) => [one, out.split('\0')[at] ?? '']));
}
