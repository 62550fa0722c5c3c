import { describe, expect, it, vi } from 'vitest';
import { EVENT_NAMES, eventRow } from '../events/index.js';
import { profile } from '../profiles.js';
import { hook, input } from '../testing/index.js';
import { explainMatcher } from './explain-matcher.js';
import { ids, planner, reasonOf, SESSION, toolCall } from './testing/samples.js';

vi.mock('./within-time.js', () => import('./testing/unhurried.js'));

const TOOLS = ['Bash', 'Write', 'Read', 'Edit', 'mcp__mock__echo', 'mcp__my-srv__echo', 'Agent'];

const selected = (matcher: string | null, mode: 'search' | 'full' = 'search', names = TOOLS): string[] => {
  const plans = planner([hook('h', { matcher })], { matcherMode: mode, profile: profile('claude-code') });
  return names.filter((name) => plans.plan(toolCall(name), SESSION).runs.length === 1);
};

const ALL = TOOLS;
const MCP = ['mcp__mock__echo', 'mcp__my-srv__echo'];

describe('which tools a matcher selects', () => {
  it.each<[string | null, readonly string[]]>([
    [null, ALL],
    ['', ALL],
    ['*', ALL],
    ['.*', ALL],
    ['.+', ALL],
    ['.', ALL],
    ['Bash', ['Bash']],
    [' Bash', ['Bash']],
    ['Bash ', ['Bash']],
    ['Agent', ['Agent']],
    ['Task', ['Agent']],
    ['Task|Agent', ['Agent']],
    ['Edit,Write', ['Write', 'Edit']],
    ['Edit, Write', ['Write', 'Edit']],
    ['Write | Edit', ['Write', 'Edit']],
    ['Write|', ['Write']],
    ['Bash|', ['Bash']],
    ['|', []],
    [' ', []],
    ['bash', []],
    ['BASH', []],
    ['Ba', []],
    ['ash', []],
    ['echo', []],
    ['Bas', []],
    ['Bas-', []],
    ['Bas_', []],
    ['Bas1', []],
    ['as h', []],
    ['a,s', []],
    ['a|s', []],
    ['Edit Write', []],
    ['Edit-Write', []],
    ['MultiEdit', []],
    ['LS', []],
    ['Glob', []],
    ['NotebookEdit|Read', ['Read']],
    ['mcp__mock', []],
    ['mcp__my-srv', []],
    ['mcp__mock__echo', ['mcp__mock__echo']],
    ['mcp__*', MCP],
    ['mcp__mock__*', ['mcp__mock__echo']],
    ['Read|Bas.', ['Bash', 'Read']],
    ['Bas.', ['Bash']],
    ['^B', ['Bash']],
    ['sh$', ['Bash']],
    ['B?sh', ['Bash']],
    ['\\bBash\\b', ['Bash']],
    ['Notebook.*', []],
    ['B*', ALL],
    ['(?!Bash).*', ALL],
    ['^(?!Bash$)', ALL.filter((name) => name !== 'Bash')],
    ['Write\\|Edit', []],
    ['/Bash/', []],
    ['Bash\n', []],
    ['Bash(git *)', []],
    ['Bash(*)', []],
    ['(?i)bash', []],
    ['(', []],
    ['[', []],
    ['?', []],
    ['+', []],
  ])('%j selects %j', (matcher, names) => {
    expect(selected(matcher)).toEqual(names);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['Edit.*', ['NotebookEdit', 'Edit', 'EditX'], ['Edit', 'EditX']],
    ['Edit|Write', ['Edit', 'Write'], ['Edit', 'Write']],
    ['Write|Edit|mcp__.*', ['TodoWrite', 'NotebookEdit', 'Edit', 'EditX', 'Write'], ['Edit', 'Write']],
    ['^B', ['Bash'], []],
  ])('%j found anywhere selects %j, as a whole match %j', (matcher, search, full) => {
    const names = ['TodoWrite', 'NotebookEdit', 'Edit', 'EditX', 'Write', 'Bash'];
    expect(selected(matcher, 'search', names)).toEqual(search);
    expect(selected(matcher, 'full', names)).toEqual(full);
  });

  it('refuses a pattern that only wrapping would make valid', () => {
    expect(selected(')(', 'full')).toEqual([]);
    expect(explainMatcher(')(', eventRow('PreToolUse'), { matcherMode: 'full' }).kind).toBe('invalid');
  });

  it('takes an invalid pattern as an exact name in the amplifier profile', () => {
    const plans = planner([hook('h', { matcher: 'Bash(*)' })]);
    expect(ids(plans.plan(toolCall('Bash(*)'), SESSION))).toEqual(['h']);
    const other = plans.plan(toolCall('Bash'), SESSION);
    expect(ids(other)).toEqual([]);
    expect(reasonOf(other, 'h')).toContain(
      'matcher-invalid: the matcher "Bash(*)" is not a valid regular expression',
    );
  });
});

describe('which field each event compares', () => {
  it.each<[string, Record<string, unknown>, readonly string[], readonly string[]]>([
    ['ConfigChange', { source: 'project_settings' }, ['project_settings'], ['user_settings', 'NOMATCH']],
    ['Elicitation', { mcp_server_name: 'mock' }, ['mock'], ['other']],
    ['ElicitationResult', { mcp_server_name: 'mock' }, ['mock'], ['other']],
    ['FileChanged', { file_path: '/project/.envrc' }, ['.envrc', '.env|.envrc'], ['/project']],
    ['FileChanged', { file_path: '/project/watched.txt' }, ['watched.txt', '*'], ['.envrc', 'watched']],
    [
      'InstructionsLoaded',
      { load_reason: 'session_start', memory_type: 'Project', file_path: '/p/CLAUDE.md' },
      ['session_start', '.*'],
      ['Project', 'CLAUDE.md', 'NOMATCH'],
    ],
    [
      'Notification',
      { notification_type: 'elicitation_response' },
      ['elicitation_response'],
      ['idle_prompt'],
    ],
    ['PostCompact', { trigger: 'manual' }, ['manual', '', '.*'], ['auto', 'NOMATCH']],
    ['PreCompact', { trigger: 'manual', custom_instructions: 'keep' }, ['manual', '*'], ['auto', 'keep']],
    [
      'PostToolUseFailure',
      { tool_name: 'Bash', tool_input: {} },
      ['Bash', '', '*', '.*'],
      ['Write', 'NOMATCH'],
    ],
    ['PostToolUse', { tool_name: 'Bash', tool_input: {} }, ['Bash', '', '*', '.*'], ['Ba', 'NOMATCH']],
    [
      'PreModelSwitch',
      { from_model: 'model-a', to_model: 'model-b', source: 'command' },
      ['model-b', 'model.*'],
      ['model', 'model-a', 'command'],
    ],
    ['SessionEnd', { reason: 'other' }, ['other', '*'], ['clear', 'prompt_input_exit']],
    [
      'SessionStart',
      { source: 'startup' },
      ['startup', 'startup|resume', '.*'],
      ['Startup', 'start', 'resume'],
    ],
    ['SubagentStop', { agent_type: 'p:reviewer' }, ['^p:reviewer$', 'p:'], ['reviewer']],
    [
      'StopFailure',
      { error: 'rate_limit' },
      ['rate_limit', 'rate_limit|overloaded', 'rate.'],
      ['rate', 'rate_limit, overloaded'],
    ],
    ['CwdChanged', { new_cwd: '/project/sub' }, ['NOMATCH', 'sub', '', '*', '.*', '('], []],
    ['MessageDisplay', { delta: 'line' }, ['NOMATCH', 'x', '', '*'], []],
    ['Stop', {}, ['NOMATCH', 'done', ''], []],
    ['UserPromptSubmit', { prompt: 'hello' }, ['NOMATCH', 'hello', '*'], []],
  ])('%s with %j', (event, fields, yes, no) => {
    const row = eventRow(EVENT_NAMES.find((name) => name === event) ?? 'Stop');
    const hooks = [...yes, ...no].map((matcher) => hook(`${matcher}!`, { event: row.name, matcher }));
    const plan = planner(hooks, { profile: profile('claude-code') }).plan(input(row.name, fields), SESSION);
    expect(ids(plan)).toEqual(yes.map((matcher) => `${matcher}!`));
  });

  it('splits a list on "|" only where the alphabet is narrow', () => {
    const narrow = eventRow('StopFailure');
    expect(explainMatcher('a|b', narrow, { matcherMode: 'search' })).toMatchObject({
      kind: 'list',
      names: ['a', 'b'],
    });
    expect(explainMatcher('a,b', narrow, { matcherMode: 'search' })).toMatchObject({
      kind: 'regex',
      source: 'a,b',
    });
    expect(explainMatcher('a-b', narrow, { matcherMode: 'full' })).toMatchObject({
      kind: 'regex',
      source: '^(?:a-b)$',
    });
  });
});

describe('explainMatcher', () => {
  const explain = (matcher: string | null, event: 'PreToolUse' | 'Stop' = 'PreToolUse') =>
    explainMatcher(matcher, eventRow(event), { matcherMode: 'search' });

  it('tells the four kinds apart', () => {
    expect(explain(null)).toEqual({ kind: 'all', names: [], source: null, problem: null });
    expect(explain('Edit, Write|')).toEqual({
      kind: 'list',
      names: ['Edit', 'Write'],
      source: null,
      problem: null,
    });
    expect(explain('^Edit$')).toEqual({ kind: 'regex', names: [], source: '^Edit$', problem: null });
    expect(explain('(')).toEqual({ kind: 'invalid', names: [], source: '(', problem: 'Unterminated group' });
  });

  it('says when the event ignores it', () => {
    expect(explain('x', 'Stop')).toMatchObject({ kind: 'all', problem: 'Stop ignores matchers' });
    expect(explain('*', 'Stop')).toMatchObject({ kind: 'all', problem: null });
  });
});
