import { describe, expect, it } from 'vitest';
import { type EventName, eventRow } from '../events/index.js';
import { MATCH_CODES } from './codes.js';
import { matcherProblems } from './matcher-problems.js';
import { ruleProblems } from './rule-problems.js';

const codes = (matcher: string | null, event: EventName = 'PreToolUse', otherNames: readonly string[] = []) =>
  matcherProblems(matcher, eventRow(event), otherNames).map(({ code }) => code);
const first = (matcher: string, event: EventName = 'PreToolUse') =>
  matcherProblems(matcher, eventRow(event))[0];

describe('matcherProblems', () => {
  it.each<[string | null, EventName, readonly string[]]>([
    [null, 'PreToolUse', []],
    ['', 'PreToolUse', []],
    ['*', 'PreToolUse', []],
    ['.*', 'PreToolUse', []],
    ['^.*$', 'PreToolUse', []],
    ['Bash', 'PreToolUse', []],
    ['Edit|Write|MultiEdit', 'PostToolUse', []],
    ['Task', 'PreToolUse', []],
    ['^(?:Edit|Write)$', 'PreToolUse', []],
    ['^(?!Bash$)', 'PreToolUse', ['matcher-unanchored']],
    ['^(?!mine$)', 'PreToolUse', []],
    ['mcp__memory__.*', 'PreToolUse', []],
    ['mcp__.*', 'PreToolUse', []],
    ['mcp__memory__create', 'PreToolUse', []],
    ['*', 'Stop', []],
    ['startup|resume', 'SessionStart', []],
    ['claude-.*', 'PreModelSwitch', []],
    ['\\.ts$', 'FileChanged', []],
    // traps
    ['x', 'Stop', ['matcher-ignored']],
    ['Bash(git *)', 'PreToolUse', ['matcher-permission-rule']],
    ['Bash(git commit:*)', 'PreToolUse', ['matcher-permission-rule']],
    ['Bash(*)', 'PreToolUse', ['matcher-permission-rule']],
    ['Edit(*.ts)', 'PreToolUse', ['matcher-permission-rule']],
    ['(', 'PreToolUse', ['matcher-invalid']],
    ['(?i)bash', 'PreToolUse', ['matcher-invalid']],
    ['*.ts', 'PostToolUse', ['matcher-glob']],
    ['*.ts', 'FileChanged', ['matcher-glob']],
    ['tool == "Bash"', 'PreToolUse', ['matcher-expression']],
    ['tool == "Edit" || tool == "Write"', 'PreToolUse', ['matcher-expression']],
    ['tools:Write AND file_paths:**/*.py', 'PreToolUse', ['matcher-expression']],
    ['B*', 'PreToolUse', ['matcher-matches-everything']],
    ['(?!Bash).*', 'PreToolUse', ['matcher-matches-everything']],
    ['Bas.||Edit', 'PreToolUse', ['matcher-matches-everything']],
    ['x?', 'SessionStart', ['matcher-matches-everything']],
    ['/Bash/', 'PreToolUse', ['matcher-matches-nothing']],
    ['Bash\n', 'PreToolUse', ['matcher-matches-nothing']],
    ['my_tool.*', 'PreToolUse', ['matcher-unknown-tool']],
    ['start\\d', 'SessionStart', ['matcher-matches-nothing']],
    ['|', 'PreToolUse', ['matcher-empty']],
    ['Write|Edit|mcp__.*', 'PreToolUse', ['matcher-list-is-regex']],
    ['Edit.*', 'PreToolUse', ['matcher-unanchored']],
    ['mcp__*', 'PreToolUse', ['matcher-star']],
    ['bash', 'PreToolUse', ['matcher-case']],
    ['Edit Write', 'PreToolUse', ['matcher-blank']],
    ['mcp__memory', 'PreToolUse', ['matcher-mcp-server']],
    ['mcp__', 'PreToolUse', ['matcher-mcp-server']],
    ['Bsah|Frobnicate', 'PreToolUse', ['matcher-unknown-tool', 'matcher-unknown-tool']],
    ['start', 'SessionStart', ['matcher-unknown-value']],
    ['^(\\w+\\s?)+$', 'PreToolUse', ['matcher-unjudged']],
    ['((\\w+)+)+!$', 'SessionStart', ['matcher-unjudged']],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, 'PreToolUse', ['matcher-unjudged']],
  ])('%j on %s: %j', (matcher, event, expected) => {
    expect(codes(matcher, event)).toEqual(expected);
  });

  it('knows the names a host gives its tools', () => {
    expect(codes('bash|read_file', 'PreToolUse', ['bash', 'read_file'])).toEqual([]);
    expect(codes('^read_file$', 'PreToolUse', ['read_file'])).toEqual([]);
  });

  it('says what to write instead', () => {
    expect(first('Bash(git *)')?.hint).toBe('Write "matcher": "Bash" and, in the hook, "if": "Bash(git *)".');
    expect(first('bash')).toMatchObject({ severity: 'warning', hint: 'Did you mean "Bash"?' });
    expect(first('Bsah')).toMatchObject({ severity: 'info', hint: 'Did you mean "Bash"?' });
    expect(first('Frobnicate')?.hint).toBeNull();
    expect(first('Edit Write')?.hint).toBe('Did you mean "Edit|Write"?');
    expect(first('mcp__memory')?.hint).toBe('For all its tools write "mcp__memory__.*".');
    expect(first('mcp__*')?.hint).toBe('Write "mcp__.*".');
    expect(first('/Bash/')?.hint).toBe('Write it without slashes: "Bash".');
    expect(first('Write|Edit|mcp__.*')).toMatchObject({
      severity: 'warning',
      hint: expect.stringContaining('"^(?:Write|Edit|mcp__.*)$"'),
    });
    expect(first('Write|Edit|mcp__.*')?.message).toContain(
      'also selects MultiEdit, NotebookEdit, TodoWrite:',
    );
    expect(first('*.ts', 'FileChanged')?.hint).toBe('As a regular expression: "\\\\.ts$".');
    expect(first('startpu', 'SessionStart')?.hint).toBe('Did you mean "startup"?');
    expect(first('tool == "Edit" || tool == "Write"')?.message).toContain('matches everything');
  });
});

describe('ruleProblems', () => {
  it.each<[string | null, EventName, readonly string[]]>([
    [null, 'Stop', []],
    ['', 'Stop', []],
    ['Bash(git *)', 'PreToolUse', []],
    ['mcp__a__b', 'PreToolUse', []],
    ['Bash(git *)', 'Stop', ['if-without-tool']],
    ['Bash(git', 'PreToolUse', ['if-invalid']],
    ['bash(git *)', 'PreToolUse', ['if-invalid']],
    ['bash', 'PreToolUse', ['if-tool-case']],
    ['mcp__a', 'PreToolUse', ['if-mcp-server']],
  ])('%j on %s: %j', (rule, event, expected) => {
    expect(ruleProblems(rule, eventRow(event)).map(({ code }) => code)).toEqual(expected);
  });

  it('knows the names a host gives its tools', () => {
    expect(ruleProblems('bash', eventRow('PreToolUse'), ['bash'])).toEqual([]);
  });
});

describe('codes', () => {
  it('are explained in words', () => {
    for (const [code, { meaning, fix }] of Object.entries(MATCH_CODES)) {
      expect(code).toMatch(/^(matcher|if|definition)(-[a-z]+)+$/);
      expect(meaning.length > 10 && fix.length > 10).toBe(true);
    }
  });
});
