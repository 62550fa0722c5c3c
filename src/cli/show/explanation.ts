// What would happen to an event, for a person.

import { handlerInWords } from '../../config/index.js';
import type { ExplainedHook, Explanation, MergeRule } from '../../explain/index.js';
import { shortName } from '../../hook-name.js';
import { ruleInWords } from '../../match/index.js';
import type { Hook } from '../../nouns.js';
import type { EnvironmentDifference } from '../../run/index.js';
import { plural, shown } from '../../text/index.js';
import { budgetInWords } from './budget.js';
import { type Fact, showCall } from './call.js';
import { reviewed, reviewedBeside } from './review.js';
import type { Screen } from './screen.js';
import { type Places, shortPath, shortPaths, wrap } from './screen.js';

export interface ShowOptions {
  /** The whole environment of each hook, not only what differs from the host's. */
  readonly env: boolean;
  readonly stdin: boolean;
  /** Hooks of other events one by one. */
  readonly all: boolean;
}

/** The lines about an event. */
export function showExplanation(
  explanation: Explanation,
  screen: Screen,
  places: Places,
  options: ShowOptions,
): string[] {
  const { hooks, event, target, profile } = explanation;
  const running = hooks.filter(({ runs, observes }) => runs && observes === null);
  const observing = hooks.filter(({ observes }) => observes !== null);
  const others = hooks.filter(({ rule }) => rule === 'event');
  const skipped = hooks.filter((hook) => !hook.runs && (options.all || hook.rule !== 'event'));
  const compared =
    target === null ? 'matchers are ignored' : `${target.field} is ${JSON.stringify(target.value)}`;
  return [
    ...wrap(screen, `${event}, where ${compared}, in the profile ${profile}`, 0),
    ...(explanation.shut === null
      ? []
      : [
          '',
          screen.red('Denied without asking any hook'),
          ...wrap(screen, shortPaths(explanation.shut, places), 2),
        ]),
    '',
    screen.bold(`Would run (${running.length})`),
    ...running.flatMap((hook, index) => showRunning(hook, index + 1, screen, places)),
    ...(observing.length === 0
      ? []
      : [
          '',
          screen.bold(`Would only observe (${observing.length})`),
          ...observing.flatMap((hook, index) => showRunning(hook, index + 1, screen, places)),
        ]),
    '',
    screen.bold(`Would not run (${hooks.length - running.length - observing.length})`),
    ...skipped.flatMap((hook) => showSkipped(hook, screen, places)),
    ...(options.all || others.length === 0 ? [] : wrap(screen, waiting(others), 2)),
    ...explanation.diagnostics.flatMap(({ message }) =>
      wrap(screen, `note: ${shortPaths(message, places)}`, 2),
    ),
    ...(running.length + observing.length === 0
      ? []
      : circumstances([...running, ...observing], explanation, screen, options)),
    '',
    screen.bold(`What a hook of ${event} can do`),
    ...explanation.hookRules.flatMap((rule) => showRule(rule, screen)),
    '',
    screen.bold('How it is put together'),
    ...explanation.mergeRules.flatMap((rule) => showRule(rule, screen)),
  ];
}

function showRunning(
  { hook, rule, why, observes, start }: ExplainedHook,
  place: number,
  screen: Screen,
  places: Places,
): string[] {
  const owner = hook.source.owner === null ? '' : `, ${hook.source.owner}`;
  const fact: Fact = (name, value) =>
    value === '' ? [] : reviewedBeside(screen, `     ${screen.dim(name.padEnd(8))} `, 14, value);
  const background = hook.handler.type === 'command' && hook.handler.background !== 'no';
  return [
    `  ${place}. ${screen.line(called(hook))}  ${screen.green(ruleInWords(rule))}`,
    ...wrap(screen, shortPaths(why, places), 5),
    ...(observes === null
      ? []
      : wrap(screen, `what it says counts for nothing: ${shortPaths(observes, places)}`, 5)),
    ...(start === null ? [] : showCall(start.launch, hook, { fact, screen, places })),
    ...fact('timeout', timeoutInWords(start?.timeoutMs ?? null)),
    ...fact('from', `${shortPath(hook.source.file, places)}:${hook.line} (${hook.source.scope}${owner})`),
    ...fact(
      'also',
      [
        background ? 'in the background' : '',
        hook.once ? 'once a session' : '',
        hook.onFailure === 'block' ? 'its failure blocks' : '',
        hook.budget === undefined ? '' : `budget ${budgetInWords(hook.budget)}`,
      ]
        .filter(Boolean)
        .join(', '),
    ),
  ];
}

/** By name and id: what is asked next wants the id. */
const called = (hook: Hook): string => `${shortName(hook)} (${hook.id})`;

const timeoutInWords = (ms: number | null): string => (ms === null ? 'none' : `${ms / 1000} s`);

function showSkipped({ hook, rule, why }: ExplainedHook, screen: Screen, places: Places): string[] {
  return [
    `  · ${screen.line(called(hook))}  ${screen.yellow(ruleInWords(rule))}`,
    ...reviewed(screen, handlerInWords(hook.handler), { indent: 5, paint: screen.dim }),
    ...wrap(screen, shortPaths(why, places), 5),
  ];
}

function waiting(others: readonly ExplainedHook[]): string {
  const events = [...new Set(others.map(({ hook }) => hook.event))];
  const counts = events.map(
    (event) => `${event} ${others.filter(({ hook }) => hook.event === event).length}`,
  );
  const hooks = plural(others.length, 'hook waits', 'hooks wait');
  return `${hooks} for other events (${counts.join(', ')}); --all shows them`;
}

/** What the hooks that run find: working directory, stdin and environment. */
function circumstances(
  running: readonly ExplainedHook[],
  { cwd, stdin }: Explanation,
  screen: Screen,
  options: ShowOptions,
): string[] {
  return [
    '',
    screen.bold('What they find'),
    '  working directory: the first of these that can be entered',
    ...cwd.map((folder) => `    ${folder}`),
    ...(options.stdin
      ? [
          '  stdin, on one line:',
          ...JSON.stringify(stdin, null, 2)
            .split('\n')
            .map((line) => `    ${line}`),
        ]
      : wrap(screen, `stdin: one line of JSON with ${Object.keys(stdin).join(', ')} (--stdin shows it)`, 2)),
    ...(options.env ? wholeEnvironments(running) : differences(running, screen)),
  ];
}

function wholeEnvironments(running: readonly ExplainedHook[]): string[] {
  return running.flatMap(({ hook, start }) => [
    `  environment of ${called(hook)}:`,
    ...Object.entries(start?.env ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `    ${name}=${value}`),
  ]);
}

/** What all of them find different from the host, then what only some of them do. */
function differences(running: readonly ExplainedHook[], screen: Screen): string[] {
  const lists = running.map(({ start }) =>
    (start?.differences ?? []).map((one) => showDifference(one, screen)),
  );
  const common = (lists[0] ?? []).filter((line) => lists.every((list) => list.includes(line)));
  const groups = new Map<string, string[]>();
  for (const [index, { hook }] of running.entries()) {
    const own = (lists[index] ?? []).filter((line) => !common.includes(line)).join('\n');
    if (own !== '') groups.set(own, [...(groups.get(own) ?? []), called(hook)]);
  }
  return [
    '  environment: the host’s, with these differences (--env shows all of it)',
    ...common,
    ...[...groups].flatMap(([lines, ids]) => [
      ...wrap(screen, `and for ${ids.join(', ')}`, 2),
      ...lines.split('\n'),
    ]),
  ];
}

const showDifference = ({ name, value, from, why }: EnvironmentDifference, screen: Screen): string =>
  from === 'withheld'
    ? `    ${shown(name)} stays as it is: ${screen.dim(shown(why))}`
    : value === null
      ? `    ${name} is removed: ${screen.dim(why)}`
      : `    ${shown(`${name}=${value}`)}`;

const RULE_WIDTH = 26;

function showRule({ what, effect }: MergeRule, screen: Screen): string[] {
  const [first = '', ...rest] = wrap(screen, effect, RULE_WIDTH + 3);
  return [`  ${what.padEnd(RULE_WIDTH)} ${first.trimStart()}`, ...rest];
}
