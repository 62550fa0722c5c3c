// Configurations, events and answers of hooks: no process is started for them.
import { budgetsBy } from '../../src/config/budget.js';
import { openSheet, readHooksFile, readSettingsHooks } from '../../src/config/document.js';
import { decide } from '../../src/decide/index.js';
import {
  EVENT_NAMES,
  type EventName,
  eventRow,
  parseInput,
  readInput,
  renderStdin,
} from '../../src/events/index.js';
import { fromAmplifier, toClaudeOutput, toHookResult } from '../../src/hosts/index.js';
import { profile } from '../../src/profiles.js';
import { exited, hook, inputOf, plan, run, source } from '../../src/testing/index.js';
import { parseJson } from '../../src/text/index.js';
import type { Random } from './random.js';
import { must, type Target } from './target.js';
import { damaged, json, object, value, word } from './texts.js';

const anyProfile = (random: Random) => profile(random.pick(['amplifier', 'claude-code']));
/** What asks for permission is tried most. */
const anyEvent = (random: Random): EventName =>
  random.chance(0.3)
    ? random.pick<EventName>(['PreToolUse', 'PermissionRequest'])
    : (EVENT_NAMES[random.below(EVENT_NAMES.length)] ?? 'PreToolUse');

/** What is wrong is a diagnostic; what is right is a hook. */
export const configurations: Target = {
  name: 'configurations',
  share: 0.3,
  tryOne(random) {
    const handler = () => object(random, { type: 'command', command: 'true' }, 3);
    const group = () => object(random, { matcher: word(random), hooks: random.list(3, handler) }, 3);
    const events = Object.fromEntries(
      random.list(4, () => [random.chance(0.7) ? anyEvent(random) : word(random), random.list(3, group)]),
    );
    const text = damaged(random, json(random, object(random, { hooks: events })));
    const settled = anyProfile(random);
    const rules = {
      profile: settled,
      strict: settled.configuration === 'as-observed',
      maxTimeoutMs: null,
      projectDir: '/project',
      budgetOf: budgetsBy(() => 'project'),
    };
    const read = { state: 'text', text, mark: '', link: false } as const;
    const { sheet, root } = openSheet(
      { read, json: text.trim() === '' ? null : parseJson(text) },
      source(),
      rules,
    );
    if (root === null) must(sheet.broken !== null || text.trim() === '', 'a file is lost without a word');
    else if (random.chance(0.5)) readHooksFile(sheet, root);
    else readSettingsHooks(sheet, root);
    for (const { message } of sheet.diagnostics) must(message !== '', 'a problem without words');
  },
};

const eventOf = (random: Random) =>
  object(random, {
    hook_event_name: anyEvent(random),
    session_id: 's',
    tool_name: 'Bash',
    tool_input: value(random, 3),
    prompt: word(random),
  });

/** What can be read can be told to hooks; what cannot is refused with words, and never lost where it asks for permission. */
export const events: Target = {
  name: 'events',
  share: 0.35,
  tryOne(random) {
    if (random.chance(0.2)) {
      const native = random.pick([
        'tool:pre',
        'tool:post',
        'prompt:submit',
        'tool:error',
        'session:start',
        'nothing',
      ]);
      const data = object(random, { tool_name: 'bash', tool_input: value(random, 3), session_id: 's' });
      const translated = fromAmplifier(native, data, '/project');
      if (translated !== null) check(parseInput(translated));
      return;
    }
    check(readInput(damaged(random, json(random, eventOf(random)))));
  },
};

function check(read: ReturnType<typeof readInput>): void {
  if (!read.ok) {
    must(
      read.problems.length > 0 && read.problems.every(({ message }) => message !== ''),
      'refused without a word',
    );
    const beyond = read.problems.some(({ code }) => code === 'beyond-bounds');
    must(!(beyond && read.row?.permission), 'an event that asks for permission is not denied');
  } else if (read.input.kind === 'known') {
    const { row, beyond } = read.input;
    must(beyond === null || row.permission, 'an event that asks for nothing is denied');
    JSON.parse(
      Buffer.from(renderStdin(read.input, { bothSpellings: true, timestamp: null })).toString('utf8'),
    );
  }
}

/** A decision can be told in every form, and a plain deny is never lost. */
export const outputs: Target = {
  name: 'outputs',
  share: 0.3,
  tryOne(random) {
    const name = anyEvent(random);
    const settled = anyProfile(random);
    const input = inputOf({ hook_event_name: name, ...FIELDS });
    const own = { hookEventName: name, permissionDecision: random.pick(['deny', 'allow', 'ask', 'x']) };
    const answer = object(random, { hookSpecificOutput: object(random, own), reason: word(random) });
    const stdout = random.chance(0.1) ? word(random) : damaged(random, json(random, answer));
    const hooks = [hook('fuzzed', { event: name }), hook('guard', { event: name })];
    const code = random.pick([0, 0, 0, 1, 2, 3, 127]);
    const [first, guard] = hooks;
    must(first !== undefined && guard !== undefined, 'no hooks');
    const runs = [run(first, exited(code, stdout, word(random))), run(guard, exited(2, '', 'no'))];
    const decision = decide(
      { input, plan: plan(hooks, { event: name }), runs, late: [], projectAllow: false },
      settled,
    );
    const { exit2 } = eventRow(name);
    must(exit2 !== 'deny' || decision.permission === 'deny', 'the deny of a guard is lost');
    JSON.parse(JSON.stringify(toHookResult(decision, {})));
    const { stdout: said } = toClaudeOutput(decision);
    if (said.startsWith('{') && said.endsWith('}\n')) JSON.parse(said);
  },
};

const FIELDS = {
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_response: {},
  prompt: 'hi',
  error: 'e',
  source: 'startup',
  trigger: 'auto',
  reason: 'other',
};
