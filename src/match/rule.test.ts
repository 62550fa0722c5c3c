import { describe, expect, it, vi } from 'vitest';
import { compileRule, ruleSelects, type ToolCall } from './rule.js';
import { readCommand } from './shell-command.js';

vi.mock('./within-time.js', () => import('./testing/unhurried.js'));

const PLACES = { cwd: '/project', projectDir: '/project', home: '/home/u', rulesRoot: '/project' };

const call = (name: string, input: unknown, more: Partial<ToolCall> = {}): ToolCall => ({
  ...PLACES,
  name,
  names: name === 'Agent' ? ['Agent', 'Task'] : [name],
  input,
  ...more,
});
const bash = (command: string) => call('Bash', { command });
const selects = (rule: string, toolCall: ToolCall): boolean =>
  ruleSelects(compileRule(rule), toolCall).selects;

const COMMANDS = [
  'git status',
  'echo hi && git log',
  'FOO=1 git status',
  'echo $(git status)',
  'cd sub; git -C . status',
  'echo "git status"',
];
const OTHERS: readonly ToolCall[] = [
  call('Write', { file_path: '/project/a.txt', content: 'x' }),
  call('Read', { file_path: '/project/a.txt' }),
  call('Edit', { file_path: '/project/a.txt', old_string: 'x', new_string: 'y' }),
  call('mcp__mock__echo', { text: 'hi' }),
];
const CALLS: readonly ToolCall[] = [...COMMANDS.map(bash), ...OTHERS];
const labels = CALLS.map((one, index) => COMMANDS[index] ?? one.name);

describe('rules over the same ten calls', () => {
  const git = COMMANDS.filter((command) => command !== 'echo "git status"');
  it.each<[string, readonly string[]]>([
    ['Bash', COMMANDS],
    ['Bash()', COMMANDS],
    ['Bash(*)', COMMANDS],
    [' Bash ', COMMANDS],
    ['Bash(:*)', COMMANDS],
    ['Bash(git *)', git],
    ['Bash(git:*)', git],
    ['Bash(echo:*)', ['echo hi && git log', 'echo $(git status)', 'echo "git status"']],
    ['Bash(rm *)', []],
    ['Bash(/^git/)', ['echo $(git status)']],
    ['Bash(git', []],
    ['Bash git)', []],
    ['bash(git *)', []],
    ['bash', []],
    ['Bash|Write', []],
    ['Bash,Write', []],
    ['Edit', ['Edit']],
    ['Edit(a.txt)', ['Edit']],
    ['Edit(b.txt)', []],
    ['Read(*.txt)', ['Read']],
    ['Write(**/a.txt)', ['Write']],
    ['Write(./a.txt)', ['Write']],
    ['Write(/a.txt)', ['Write']],
    ['Write(///project/a.txt)', ['Write']],
    ['Write(//project/a.txt)', ['Write']],
    ['Write(/project/a.txt)', ['Write']],
    ['mcp__mock', []],
    ['mcp__mock__*', []],
    ['mcp__mock__echo', ['mcp__mock__echo']],
    ['mcp__mock__echo(x)', []],
  ])('%s', (rule, expected) => {
    expect(labels.filter((_, index) => selects(rule, CALLS[index] ?? bash('')))).toEqual(expected);
  });
});

describe('shell rules', () => {
  it.each<[string, string, boolean]>([
    ['Bash(git *)', 'git', true],
    ['Bash(git *)', 'gitk', false],
    ['Bash(git *)', 'git-lfs pull', false],
    ['Bash(git*)', 'gitk', true],
    ['Bash(git)', 'git', true],
    ['Bash(git)', 'git status', false],
    ['Bash(git status)', 'git   status', true],
    ['Bash(git   status)', 'git status', true],
    ['Bash(git status)', 'git status --short', false],
    ['Bash(git push*)', 'git push', true],
    ['Bash(git push*)', 'git pushx', true],
    ['Bash(git push *--force*)', 'git push origin --force', true],
    ['Bash(git push *--force*)', 'git push origin', false],
    ['Bash(git push *--force*)', 'cd x && git push origin --force-with-lease main', true],
    ['Bash(git commit:*)', 'git commit -m "a b"', true],
    ['Bash(git commit:*)', 'git commit', true],
    ['Bash(git commit:*)', 'git committed', false],
    ['Bash(* --help)', 'npm --help', true],
    ['Bash(npm run test:*)', 'npm run test', true],
    ['Bash(npm run test:*)', 'npm run test -- x', true],
    ['Bash(npm run test:unit)', 'npm run test:unit', true],
    ['Bash(git log *)', 'git log > out.txt', true],
    ['Bash(git log)', 'git log > out.txt', true],
    ['Bash(* > out.txt)', 'git log > out.txt', true],
    ['Bash(FOO=1 git *)', 'FOO=1 git status', true],
    ['Bash(git *)', '"git" push', true],
    ['Bash(git *)', "g'i't push", true],
    ['Bash(git *)', '\\git push', true],
    ['Bash(git *)', 'echo git push', false],
    ['Bash(git *)', "echo '$(git push)'", false],
    ['Bash(git *)', 'echo hi # git push', false],
    ['Bash(curl * | sh)', 'curl -s x | sh', true],
    ['Bash(curl * | sh)', 'curl -s x', false],
    ['Bash(echo \\(x\\))', "echo '(x)'", true],
    ['Bash(echo \\*)', "echo '*'", true],
    ['Bash(echo \\*)', 'echo x', false],
    ['Bash(aba*aba)', 'ababa', false],
    ['Bash(aba*aba)', 'abaaba', true],
    ['Bash(a*b*c)', 'a-c-b', false],
  ])('%s, %s: %s', (rule, command, expected) => {
    expect(selects(rule, bash(command))).toBe(expected);
  });

  it.each([
    'a; git push',
    'a || git push',
    'a | git push',
    'a & git push',
    'a\ngit push',
    '(git push)',
    '{ git push; }',
    'if x; then git push; fi',
    'if git push; then x; fi',
    'for i in 1 2; do git push; done',
    'while git push; do x; done',
    'case x in a) git push;; esac',
    'f() { git push; }',
    'echo `git push`',
    'echo "$(git push)"',
    'echo "\x24{X:-$(git push)}"',
    'diff <(git push) a',
    'X=$(git push)',
    'cat <<E\n$(git push)\nE',
    '! git push',
    'time git push',
    '[[ -n $(git push) ]]',
  ])('git is found in %j', (command) => {
    expect(selects('Bash(git *)', bash(command))).toBe(true);
    expect(selects('Bash(rm *)', bash(command))).toBe(false);
  });

  it.each([
    'echo $(date)',
    'echo `date`',
    'echo $HOME',
    'echo "\x24{HOME}"',
    'cat <(x)',
    'cat <<E\n$HOME\nE',
  ])('a pattern beyond a command name also selects %j, whose words are not known', (command) => {
    expect(selects('Bash(git push *--force*)', bash(command))).toBe(true);
    expect(selects('Bash(git status)', bash(command))).toBe(true);
    expect(selects('Bash(git *)', bash(command))).toBe(false);
  });

  it.each(['$TOOL push', '$(which git) push', '{git,push}', 'gi? push', 'a; "$X" push'])(
    'a command name that is not known before it runs, as in %j, is selected',
    (command) => {
      expect(selects('Bash(git *)', bash(command))).toBe(true);
    },
  );

  it.each(['echo "open', 'if x', 'echo $(', '(', 'git status )', `${'$('.repeat(400)}`])(
    'a command that cannot be parsed is selected: %j',
    (command) => {
      expect(selects('Bash(rm *)', bash(command))).toBe(true);
    },
  );

  it('selects where the call has no command', () => {
    expect(ruleSelects(compileRule('Bash(rm *)'), call('Bash', {})).why).toContain('no "command" to judge');
    expect(selects('Bash(rm *)', call('Bash', null))).toBe(true);
    expect(selects('Bash(rm *)', bash(''))).toBe(false);
  });

  it('reads backticks inside backticks with the text they stand for', () => {
    const reading = readCommand('echo `echo \\`A=1 git push > x\\``');
    const spellings = reading.kind === 'read' ? reading.commands.map((one) => one.spellings) : [];
    expect(spellings.at(-1)).toEqual(['git push', 'A=1 git push > x']);
  });

  it('does not look into text that is run later', () => {
    expect(selects('Bash(rm *)', bash("bash -c 'rm x'"))).toBe(false);
    expect(selects('Bash(rm *)', bash('eval "rm x"'))).toBe(false);
  });

  it('ignores case for PowerShell only', () => {
    expect(selects('PowerShell(remove-item *)', call('PowerShell', { command: 'Remove-Item -Path x' }))).toBe(
      true,
    );
    expect(selects('Bash(GIT *)', bash('git status'))).toBe(false);
  });

  it('answers soon for commands made to be slow, and then selects', () => {
    for (const command of ['{a,'.repeat(100_000), '"$('.repeat(100_000), '$('.repeat(200_000)]) {
      const verdict = ruleSelects(compileRule('Bash(rm *)'), bash(command));
      expect(verdict.selects).toBe(true);
      expect(verdict.why).toMatch(/^the command cannot be analysed/);
    }
  });

  it('judges many stars in time that grows with the command only', () => {
    const rule = compileRule(`Bash(${'a*'.repeat(200)}b)`);
    expect(ruleSelects(rule, bash('a'.repeat(100_000))).selects).toBe(false);
  });
});

describe('rules for hosts and other tools', () => {
  it.each<[string, unknown, boolean]>([
    ['WebFetch(domain:example.com)', 'https://example.com/x?y', true],
    ['WebFetch(domain:Example.com)', 'http://EXAMPLE.com.:8080', true],
    ['WebFetch(domain:example.com)', 'example.com/x', true],
    ['WebFetch(domain:example.com)', 'example.com:8080/x', true],
    ['WebFetch(domain:example.com)', 'https://www.example.com', false],
    ['WebFetch(domain:*.example.com)', 'https://www.example.com', true],
    ['WebFetch(domain:example.com)', 'https://example.com.evil.org', false],
    ['WebFetch(domain:example.com)', 'https://evil.org/example.com', false],
    ['WebFetch(domain:example.com)', undefined, true],
    ['WebFetch(domain:example.com)', 'http://', true],
    ['WebFetch(example.com)', 'https://example.com', false],
    ['WebFetch', 'https://example.com', true],
  ])('%s, %j: %s', (rule, url, expected) => {
    expect(selects(rule, call('WebFetch', { url }))).toBe(expected);
  });

  it('lets a former name stand for the tool', () => {
    expect(selects('Task', call('Agent', {}))).toBe(true);
    expect(selects('Agent', call('Agent', {}))).toBe(true);
  });

  it.each<[string, string]>([
    ['Bash(git', 'its parentheses are not balanced'],
    ['Bash)', 'its parentheses are not balanced'],
    ['(git)', 'it names no tool'],
    ['Edit|Write', 'a rule names one tool; write one hook for each'],
    ['mcp__a__*', 'a rule names its tool exactly, without "*"'],
    ['Bash (git *)', 'a tool name has no blanks in it'],
    ['TodoWrite(x)', 'the tool "TodoWrite" has no argument rule; write it without parentheses'],
    ['bash(x)', 'the tool "bash" has no argument rule; did you mean "Bash"?'],
    ['WebFetch(x)', 'a rule for WebFetch reads WebFetch(domain:example.com)'],
  ])('%s can never select anything: %s', (rule, why) => {
    expect(compileRule(rule)).toEqual({ text: rule, invalid: why });
    expect(ruleSelects(compileRule(rule), bash('git status'))).toEqual({
      selects: false,
      why: `the rule ${JSON.stringify(rule)} never selects anything: ${why}`,
    });
  });

  it('says why not', () => {
    expect(ruleSelects(compileRule('bash'), bash('x')).why).toBe(
      'the rule is for the tool "bash", this is "Bash" (names are case-sensitive)',
    );
    expect(ruleSelects(compileRule('Bash(rm *)'), bash('a && b')).why).toBe(
      'no command in "a && b" is one of "rm *"',
    );
    expect(ruleSelects(compileRule('Bash(git *)'), bash('a && git x')).why).toBe('"git x" is one of "git *"');
  });
});

describe('a command that may nest too deep', () => {
  const deep = 20_000;
  it.each([
    ['substitutions', `echo ${'$('.repeat(deep)}`],
    ['backticks and parentheses', `${'(`'.repeat(deep)}`],
    ['parameters', `echo ${`$${'{a:-'}`.repeat(deep)}`],
    ['conditions', 'if true; then '.repeat(deep)],
    ['cases', 'case a in a) '.repeat(deep)],
  ])('is not parsed, and the hook runs: %s', (_, command) => {
    expect(readCommand(command)).toEqual({ kind: 'unreadable', why: 'it may nest too deep' });
    expect(selects('Bash(git *)', bash(command))).toBe(true);
  });

  it('is not one that is merely long', () => {
    // How long parsing may take is another matter, and depends on the machine.
    const tooDeep = { kind: 'unreadable', why: 'it may nest too deep' };
    expect(readCommand(`echo ${'word '.repeat(3_000)}`)).not.toEqual(tooDeep);
    expect(readCommand('echo "$(date)"; '.repeat(300))).not.toEqual(tooDeep);
  });
});
