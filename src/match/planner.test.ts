import { describe, expect, it, vi } from 'vitest';
import type { HookInput } from '../events/index.js';
import type { Hook, Session } from '../nouns.js';
import { profile } from '../profiles.js';
import { hook, input } from '../testing/index.js';
import { bash, ids, planner, reasonOf, SESSION, toolCall } from './testing/samples.js';

vi.mock('./within-time.js', () => import('./testing/unhurried.js'));

const plan = (hooks: readonly Hook[], event: HookInput, session: Session = SESSION) =>
  planner(hooks).plan(event, session);

describe('a plan', () => {
  it('lists every hook of the generation in declared order, with a reason a person understands', () => {
    const hooks = [
      hook('all'),
      hook('star', { matcher: '*' }),
      hook('list', { matcher: 'Edit|Bash' }),
      hook('name', { matcher: 'Bash' }),
      hook('regex', { matcher: '^B' }),
      hook('other', { matcher: 'Edit|Write' }),
      hook('case', { matcher: 'bash' }),
      hook('pattern', { matcher: '^E' }),
      hook('stop', { event: 'Stop' }),
      hook('off', { inactive: { code: 'disabled', detail: 'disableAllHooks in settings' } }),
      hook('off-elsewhere', { event: 'Stop', inactive: { code: 'untrusted', detail: 'not approved' } }),
      hook('git', { condition: 'Bash(git *)' }),
      hook('rm', { condition: 'Bash(rm *)' }),
    ];
    const made = plan(hooks, bash('git status'));
    expect(made.entries().map((entry) => entry.hook.id)).toEqual(hooks.map(({ id }) => id));
    expect(
      made
        .entries()
        .map(({ hook: { id }, runs, reason }) => `${id} ${runs} ${reason.code}: ${reason.detail}`),
    ).toEqual([
      'all true all: it has no matcher, so it runs for every PreToolUse',
      'star true all: the matcher "*" stands for everything',
      'list true name: the matcher "Edit|Bash" lists "Bash"',
      'name true name: the matcher "Bash" is the name "Bash"',
      'regex true regex: the pattern "^B" is found in "Bash"',
      'other false matcher: the matcher "Edit|Write" does not list "Bash" (tool_name)',
      'case false matcher: the matcher "bash" does not list "Bash" (tool_name); "bash" differs in case',
      'pattern false matcher: the pattern "^E" is not found in "Bash" (tool_name)',
      'stop false event: it is a Stop hook, and this is PreToolUse',
      'off false disabled: disableAllHooks in settings',
      'off-elsewhere false untrusted: not approved',
      'git true all: it has no matcher, so it runs for every PreToolUse; "if": "Bash(git *)": "git status" is one of "git *"',
      'rm false if-rule: "if": "Bash(rm *)": no command in "git status" is one of "rm *"',
    ]);
    expect(ids(made)).toEqual(['all', 'star', 'list', 'name', 'regex', 'git']);
    expect(made).toMatchObject({ generation: 'g1', event: 'PreToolUse', target: 'Bash', diagnostics: [] });
  });

  it('says which former name or host name selected a tool, and never runs a hook twice', () => {
    const hooks = [
      hook('former', { matcher: 'Task' }),
      hook('both', { matcher: 'Task|Agent' }),
      hook('regex', { matcher: '^Ta' }),
    ];
    const made = plan(hooks, toolCall('Agent'));
    expect(ids(made)).toEqual(['former', 'both', 'regex']);
    expect(reasonOf(made, 'former')).toBe(
      'alias: the matcher "Task" is the name "Task", another name of "Agent"',
    );
    expect(reasonOf(made, 'both')).toBe('name: the matcher "Task|Agent" lists "Agent"');
    expect(reasonOf(made, 'regex')).toBe(
      'regex: the pattern "^Ta" is found in "Task", another name of "Agent"',
    );

    const aliases = { toolAliases: (name: string) => (name === 'Bash' ? ['bash', 'shell'] : []) };
    const host = planner([hook('own', { matcher: 'shell' }), hook('if', { condition: 'shell' })], aliases);
    expect(reasonOf(host.plan(bash('x'), SESSION), 'own')).toBe(
      'alias: the matcher "shell" is the name "shell", another name of "Bash"',
    );
    expect(ids(host.plan(bash('x'), SESSION))).toEqual(['own', 'if']);
    expect(reasonOf(planner([hook('no', { matcher: 'Read' })], aliases).plan(bash('x'), SESSION), 'no')).toBe(
      'matcher: the matcher "Read" does not list "Bash" (tool_name, also called "bash", "shell")',
    );
    expect(ids(host.plan(toolCall('Read'), SESSION))).toEqual([]);
  });

  it('lets no other name of a tool defeat a pattern that excludes it', () => {
    const aliases = { toolAliases: (name: string) => (name === 'Bash' ? ['bash'] : []) };
    const plans = planner(
      [
        hook('B', { matcher: '^(?!Bash$)' }),
        hook('b', { matcher: '^(?!bash$)' }),
        hook('T', { matcher: '^(?!Task$).*' }),
      ],
      aliases,
    );
    expect(ids(plans.plan(bash('x'), SESSION))).toEqual(['T']);
    expect(ids(plans.plan(toolCall('Agent'), SESSION))).toEqual(['B', 'b']);
    expect(ids(plans.plan(toolCall('Read'), SESSION))).toEqual(['B', 'b', 'T']);
  });

  it('tells an ignored matcher from one that says everything', () => {
    const made = plan(
      [hook('x', { event: 'Stop', matcher: 'x' }), hook('star', { event: 'Stop', matcher: '*' })],
      input('Stop'),
    );
    expect(reasonOf(made, 'x')).toBe('matcher-ignored: Stop ignores matchers, also "x"');
    expect(reasonOf(made, 'star')).toBe('all: the matcher "*" stands for everything');
    expect(made.target).toBeNull();
  });

  it('is one shared frozen object where nothing but event and target decides', () => {
    const plans = planner([
      hook('edit', { matcher: 'Edit' }),
      hook('if', { matcher: 'Write', condition: 'Write(a)' }),
    ]);
    const empty = plans.plan(bash('a'), SESSION);
    expect(plans.plan(bash('b'), SESSION)).toBe(empty);
    expect(empty.runs).toEqual([]);
    expect(Object.isFrozen(empty) && Object.isFrozen(empty.runs)).toBe(true);
    expect(plans.plan(toolCall('Edit'), SESSION)).toBe(plans.plan(toolCall('Edit'), SESSION));
    expect(ids(plans.plan(toolCall('Write', { file_path: 'a' }), SESSION))).toEqual(['if']);
    expect(ids(plans.plan(toolCall('Write', { file_path: 'b' }), SESSION))).toEqual([]);
    expect(plans.plan(input('Stop'), SESSION)).toBe(plans.plan(input('Stop'), SESSION));
  });

  it('stays right when more targets come than are remembered', () => {
    const plans = planner([hook('bash', { matcher: 'Bash' }), hook('t7', { matcher: '^t7$' })]);
    const first = plans.plan(toolCall('first'), SESSION);
    for (let i = 0; i < 2_500; i++) plans.plan(toolCall(`t${i}`), SESSION);
    expect(plans.plan(toolCall('first'), SESSION)).not.toBe(first);
    expect(ids(plans.plan(bash('x'), SESSION))).toEqual(['bash']);
    expect(ids(plans.plan(toolCall('t7'), SESSION))).toEqual(['t7']);
    expect(ids(plans.plan(toolCall('t8'), SESSION))).toEqual([]);
  });
});

describe('skills, agents and once', () => {
  const skill = hook('skill', {
    once: true,
    source: { kind: 'skill', scope: 'skill', owner: 'pdf', skill: 'pdf' },
  });
  const agent = hook('agent', { source: { kind: 'agent', scope: 'agent', owner: 'reviewer' } });

  it('runs the hooks of a skill while it is active', () => {
    expect(reasonOf(plan([skill], bash('x')), 'skill')).toBe(
      'skill-not-active: it belongs to the skill "pdf", which is not active in this session',
    );
    expect(ids(plan([skill], bash('x'), { ...SESSION, activeSkills: new Set(['pdf']) }))).toEqual(['skill']);
  });

  it('runs the hooks of an agent for that agent', () => {
    const plans = planner([agent]);
    expect(reasonOf(plans.plan(bash('x'), SESSION), 'agent')).toBe(
      'other-agent: it belongs to the agent "reviewer", and this is the main agent',
    );
    const by = (agent_type: string) =>
      plans.plan(toolCall('Bash', { command: 'x' }, { agent_type }), SESSION);
    expect(reasonOf(by('planner'), 'agent')).toContain('and this is the agent "planner"');
    expect(ids(by('reviewer'))).toEqual(['agent']);
  });

  it('counts "once" everywhere, or only in skills, as the profile says', () => {
    const settings = hook('settings', { once: true });
    const session = { ...SESSION, ran: new Set(['settings', 'skill']), activeSkills: new Set(['pdf']) };
    const amplifier = planner([settings, skill]).plan(bash('x'), session);
    expect(ids(amplifier)).toEqual([]);
    expect(reasonOf(amplifier, 'settings')).toBe('once: it has "once" and has already run in this session');
    const claude = planner([settings, skill], { profile: profile('claude-code') });
    expect(ids(claude.plan(bash('x'), session))).toEqual(['settings']);
    expect(ids(claude.plan(bash('x'), { ...session, ran: new Set() }))).toEqual(['settings', 'skill']);
  });
});

describe('if rules', () => {
  it.each(['SessionStart', 'Stop'] as const)('never run a hook on %s, which has no tool call', (event) => {
    const made = plan(
      [hook('if', { event, condition: 'Bash(git *)' }), hook('plain', { event })],
      input(event),
    );
    expect(ids(made)).toEqual(['plain']);
    expect(reasonOf(made, 'if')).toBe(
      `if-without-tool: ${event} has no tool call that its rule "if": "Bash(git *)" could be judged by, so it never runs`,
    );
  });

  it('are no condition when empty', () => {
    expect(
      ids(plan([hook('empty', { condition: '' }), hook('blank', { condition: '  ' })], bash('x'))),
    ).toEqual(['empty', 'blank']);
    expect(ids(plan([hook('empty', { event: 'Stop', condition: '' })], input('Stop')))).toEqual(['empty']);
  });

  it('read paths from where the definition stands', () => {
    const user = hook('user', {
      condition: 'Write(/x)',
      source: { rulesRoot: '/home/u/.claude', file: '/home/u/.claude/settings.json' },
    });
    const project = hook('project', { condition: 'Write(/x)' });
    const write = (file_path: string) => toolCall('Write', { file_path });
    expect(ids(plan([user, project], write('/project/x')))).toEqual(['project']);
    expect(ids(plan([user, project], write('/home/u/.claude/x')))).toEqual(['user']);
  });
});
