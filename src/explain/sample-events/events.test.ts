import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName } from '../../events/index.js';
import { createPlanner } from '../../match/index.js';
import type { Hook } from '../../nouns.js';
import { profile } from '../../profiles.js';
import { generation, hook, inputOf } from '../../testing/index.js';
import { sampleEvents } from './events.js';

const PLACES = { project: '/p', home: '/h', rulesRoot: '/p' };

/** Whether the planner selects the hook for one of the events made up for it. */
function isSelected(one: Hook): boolean {
  const planner = createPlanner(generation([one]), {
    profile: profile('amplifier'),
    matcherMode: 'search',
    toolAliases: () => [],
    projectDir: PLACES.project,
    home: PLACES.home,
  });
  const session = { id: 's', ran: new Set<string>(), activeSkills: new Set<string>(), stopRounds: new Map() };
  return sampleEvents(one, PLACES).some((event) => planner.plan(inputOf(event), session).runs.length === 1);
}

const hookFor = (event: EventName, matcher: string | null, condition: string | null = null): Hook =>
  hook('test', { event, matcher, condition, source: { rulesRoot: PLACES.rulesRoot } });

describe('sampleEvents', () => {
  it.each(EVENT_NAMES)('every event is valid, and selects a hook without matcher: %s', (event) => {
    expect(isSelected(hookFor(event, null))).toBe(true);
  });

  it.each<readonly [EventName, string | null, string | null]>([
    ['PreToolUse', 'Edit|Write', null],
    ['PreToolUse', '*', null],
    ['PostToolUse', 'Task', null],
    ['PreToolUse', 'mcp__memory__.*', null],
    ['PreToolUse', '^mcp__(github|gitlab)__create_\\w+$', null],
    ['PreToolUse', 'mcp__.*__write.*', null],
    ['PreToolUse', '^(?!Bash$)', null],
    ['PreToolUse', 'Notebook.*', null],
    ['PreToolUse', 'Bash', 'Bash(git *)'],
    ['PreToolUse', 'Bash', 'Bash(npm run test:*)'],
    ['PreToolUse', null, 'Edit(src/**/*.ts)'],
    ['PreToolUse', null, 'Read(//etc/**)'],
    ['PreToolUse', null, 'Read(~/.ssh/**)'],
    ['PreToolUse', null, 'Write(/docs/**)'],
    ['PreToolUse', null, 'Write(*.env)'],
    ['PreToolUse', null, 'WebFetch(domain:*.example.com)'],
    ['PreToolUse', null, 'Glob(src/**)'],
    ['PreToolUse', null, 'mcp__a__b'],
    ['SessionStart', 'resume|compact', null],
    ['SubagentStop', 'code-reviewer', null],
    ['FileChanged', '\\.env$', null],
    ['FileChanged', 'package_json|Makefile', null],
    ['Notification', 'permission.*', null],
    ['StopFailure', 'rate_limit', null],
    ['Elicitation', 'my-server', null],
  ])('%s with matcher %j and if %j is selected', (event, matcher, condition) => {
    expect(isSelected(hookFor(event, matcher, condition))).toBe(true);
  });

  it('nothing is made up for a rule that never selects', () => {
    expect(sampleEvents(hookFor('PreToolUse', null, 'Bash(git'), PLACES)).toEqual([]);
    expect(isSelected(hookFor('PreToolUse', 'Write', 'Bash(git *)'))).toBe(false);
    expect(isSelected(hookFor('Stop', null, 'Bash'))).toBe(false);
  });
});
