import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankJavaScript, blankPython } from './blank.js';
import { readJavaScript } from './javascript.js';
import { readPython } from './python.js';
import type { Reading, Seen } from './seen.js';
import { readShell } from './shell.js';

/** What was seen, as short lines. */
const told = ({ seen }: Reading, ...kinds: readonly Seen['kind'][]): readonly string[] =>
  seen
    .filter(({ kind }) => kinds.includes(kind))
    .map((one) => {
      switch (one.kind) {
        case 'exit':
          return `exit ${one.passedOn ? 'passed on' : one.code}`;
        case 'print':
          return `${one.to}: ${one.text}`;
        case 'parsed':
          return `${one.by} ${one.guarded ? 'caught' : 'open'}`;
        case 'written':
          return `writes ${one.target}`;
        case 'variable':
          return `${one.name}${one.splits ? ' splits' : ''}`;
        case 'program':
        case 'asked':
        case 'field':
          return one.name;
        default:
          return one.kind;
      }
    });

describe('shell', () => {
  it.each([
    ['jq .x', ['jq open']],
    ['jq .x || exit 1', ['jq caught']],
    ['x=$(jq .x)', ['jq open']],
    ['x=$(jq .x) || exit 1', ['jq caught']],
    ['local x=$(jq .x)', ['jq caught']],
    ['if jq -e .x; then :; fi', ['jq caught']],
    ['jq .x | head -1', ['jq caught']],
    ['f() { jq .x; }\nx=$(f) || exit 1', ['jq caught']],
    ['f() { jq .x; }\nf || exit 1\nf', ['jq open']],
    ["node -e 'JSON.parse(x)'", ['JSON.parse open']],
    ["node -e 'try { JSON.parse(x) } catch {}'", ['JSON.parse caught']],
    ["python3 -c 'json.load(sys.stdin)' || exit 1", ['json.load caught']],
    ['jq -n 1', []],
  ])('%j: %j', (text, expected) => {
    expect(told(readShell(text), 'parsed')).toEqual(expected);
  });

  it.each([
    ['echo hi >&2', ['stderr: hi']],
    ['echo hi 1>&2 2>/dev/null', ['stderr: hi']],
    ['{ echo hi; } >&2', ['stderr: hi']],
    ['echo hi > /dev/stderr', ['stderr: hi']],
    ['echo hi > file', []],
    ['x=$(echo hi)', []],
    ['echo hi | cat', []],
    ['cat <<EOF\ntext\nEOF', ['stdout: text\n']],
    ['# echo hi', []],
  ])('%j prints %j', (text, expected) => {
    expect(told(readShell(text), 'print')).toEqual(expected);
  });

  it.each([
    ['echo $x', ['x splits']],
    ['echo "$x"', ['x']],
    ['y=$x', ['x']],
    ['case $x in a) ;; esac', ['x']],
    ['[[ $x ]]', ['x']],
    ['for i in $x; do :; done', ['x']],
    ['echo > $x', ['x splits']],
    [`echo "\${x:-$y}"`, ['x', 'y']],
    ['cat <<EOF\n$x\nEOF', ['x']],
    ["cat <<'EOF'\n$x\nEOF", []],
    ["echo '$x'", []],
  ])('%j reads %j', (text, expected) => {
    expect(told(readShell(text), 'variable')).toEqual(expected);
  });

  it.each([
    ['echo x > a; echo y >> "$b"; cat < c; true 2>/dev/null', ['writes a', 'writes "$b"']],
    [
      'cp a b; rm -f c; chmod 600 d; sed -i s/x/y/ e; tee f',
      ['writes b', 'writes c', 'writes d', 'writes e', 'writes f'],
    ],
  ])('%j: %j', (text, expected) => {
    expect(told(readShell(text), 'written')).toEqual(expected);
  });

  it('knows builtins, functions and wrappers from programs', () => {
    const text = 'f() { :; }\ncd x && f; timeout 5 foo; env A=1 bar; command -v baz; exec qux';
    expect(told(readShell(text), 'program')).toEqual(['timeout', 'foo', 'env', 'bar', 'qux']);
    expect(told(readShell(text), 'asked')).toEqual(['baz']);
  });

  it('knows a loop without a way out', () => {
    expect(told(readShell('while true; do sleep 1; done'), 'endless')).toEqual(['endless']);
    expect(told(readShell('while true; do sleep 1; break; done'), 'endless')).toEqual([]);
    expect(told(readShell('while read -r x; do :; done'), 'endless')).toEqual([]);
  });

  it('knows exits, and the ones that hand on another code', () => {
    expect(told(readShell('exit 0; exit 2; exit $?; exit "$x"; exit'), 'exit')).toEqual([
      'exit 0',
      'exit 2',
      'exit passed on',
      'exit null',
      'exit passed on',
    ]);
  });

  it('says what is wrong with a text that is no shell', () => {
    expect(readShell('if true').syntaxError).not.toBeNull();
  });

  it('never throws, and never moves anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const reading = readShell(text);
        expect(reading.code).toHaveLength(text.length);
        for (const { at } of reading.seen) expect(at).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('blanks comments, not what looks like one', () => {
    expect(readShell('echo a#b "# c" # d\necho $#').code).toBe('echo a#b "# c"    \necho $#');
  });
});

describe('Python', () => {
  it.each([
    ['sys.exit(2)', ['exit 2']],
    ['sys.exit()', ['exit 0']],
    ['raise SystemExit(1)', ['exit 1']],
    ['sys.exit("why")', ['exit 1']],
    ['BAD = 2\nsys.exit(BAD)', ['exit 2']],
    ['def main():\n    return 2\nsys.exit(main())', ['exit 2', 'exit null']],
    ['def other():\n    return 2\n', []],
    ['sys.exit(run.returncode)', ['exit passed on']],
    ['# sys.exit(2)\nx = "sys.exit(2)"', []],
  ])('%j: %j', (text, expected) => {
    expect(told(readPython(text), 'exit')).toEqual(expected);
  });

  it.each([
    ['json.load(sys.stdin)', ['json.load open']],
    ['try:\n    x = json.load(sys.stdin)\nexcept ValueError:\n    pass', ['json.load caught']],
    ['try:\n    if x:\n        y = json.loads(x)\nexcept ValueError:\n    pass', ['json.loads caught']],
    ['try:\n    pass\nexcept ValueError:\n    pass\njson.loads(x)', ['json.loads open']],
    ['def f():\n    return json.loads(x)', ['json.loads open']],
  ])('%j: %j', (text, expected) => {
    expect(told(readPython(text), 'parsed')).toEqual(expected);
  });

  it.each([
    ['while True:\n    pass\n', ['endless']],
    ['while True:\n    if x:\n        break\n', []],
    ['def f():\n    while True:\n        yield x\n        return\n', []],
  ])('%j: %j', (text, expected) => {
    expect(told(readPython(text), 'endless')).toEqual(expected);
  });

  it('files, programs, fields', () => {
    const text =
      'open("a", "w")\nopen("b")\nPath("c").write_text(x)\nsubprocess.run(["git", "x"])\nevent.get("tool_name")\nevent["cwd"]\n';
    expect(told(readPython(text), 'written')).toEqual(['writes "a"', 'writes Path("c").write_text(x)']);
    expect(told(readPython(text), 'program')).toEqual(['git']);
    expect(told(readPython(text), 'field')).toEqual(['tool_name', 'cwd']);
  });

  it('documentation is a comment, positions stay', () => {
    const text = '"""What it is for."""\nx = """# no comment"""  # a comment\n';
    const { code, comment } = blankPython(text);
    expect([code.length, comment]).toEqual([text.length, 'What it is for.']);
    expect(code).toContain('"""# no comment"""');
    expect(code).not.toContain('a comment');
  });
});

describe('JavaScript', () => {
  it.each([
    ['process.exit(2)', ['exit 2']],
    ['process.exitCode = 1;', ['exit 1']],
    ['process.exit(result.status)', ['exit passed on']],
    ['// process.exit(2)\nconst x = "process.exit(2)";', []],
  ])('%j: %j', (text, expected) => {
    expect(told(readJavaScript(text), 'exit')).toEqual(expected);
  });

  it.each([
    ['JSON.parse(x)', ['JSON.parse open']],
    ['try { JSON.parse(x) } catch {}', ['JSON.parse caught']],
    ['try { y() } catch {}\nJSON.parse(x)', ['JSON.parse open']],
    ['main().catch(fail);\nfunction main() { JSON.parse(x) }', ['JSON.parse caught']],
  ])('%j: %j', (text, expected) => {
    expect(told(readJavaScript(text), 'parsed')).toEqual(expected);
  });

  it('knows strings, templates and regular expressions from comments', () => {
    const text = 'const a = "// x"; const b = `/* y */`; const c = /[/"]/; // z\n';
    const { code } = blankJavaScript(text);
    expect(code).toBe('const a = "// x"; const b = `/* y */`; const c = /[/"]/;     \n');
  });

  it('files, programs, loops', () => {
    const text =
      'fs.writeFileSync("a", x); execFileSync("git", []); for (;;) { x(); } while (true) { break; }';
    expect(told(readJavaScript(text), 'written', 'program', 'endless')).toEqual([
      'writes "a"',
      'git',
      'endless',
    ]);
  });
});

it('blanking keeps every position, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const { code, bare } of [blankPython(text), blankJavaScript(text)]) {
        expect([code.length, bare.length]).toEqual([text.length, text.length]);
      }
    }),
  );
});
