// `shadow <id|plugin>`: has a hook or plugin only observe, without touching the file it stands in.
import { loadGeneration, readState, STATE_SCOPE_IN_WORDS } from '../../config/index.js';
import { shortName } from '../../hook-name.js';
import { changeMode, findTarget, type ModeChange, type Target } from '../../plugins/index.js';
import type { CommandModule } from '../command.js';
import { EXIT, print, printJson } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { settledOptions } from '../options/settled.js';
import { beside, type Screen, screenOf } from '../show/screen.js';
import { homeFor } from '../work/home.js';
import { refuseAgent } from '../work/person.js';
import { defineSwitch, NOT_FOR_AGENTS, SCOPES_IN_WORDS, scopeOf } from '../work/switch-command.js';
import { hookLines, refusing, targetIn } from '../work/switching.js';

export const shadow: CommandModule = {
  define(command) {
    defineSwitch(command);
    command.addHelpText(
      'after',
      `
It runs as before and reads the same, but blocks, rewrites and says nothing, and
no event waits for it. What it would have done is recorded: report shows it, and
promote makes it real again.
${NOT_FOR_AGENTS}

${SCOPES_IN_WORDS}
A hook, a hooks.json and a plugin can say so themselves, too: "mode": "observe".

Examples:
  amplifier-hooks shadow 3fa9c1d2ab
  amplifier-hooks shadow formatter --scope user`,
    );
  },

  async run(call) {
    const { io, options, args } = call;
    const { request, projectDir } = settledOptions(call);
    const scope = scopeOf(textFlag(options, 'scope'));
    if (scope !== 'project') homeFor(io, textFlag(options, 'home') ?? undefined);
    const state = readState(request);
    const target = targetIn(findTarget(args[0] ?? '', loadGeneration(request), state), args[0] ?? '');
    const dryRun = flag(options, 'dryRun');
    if (!dryRun) refuseAgent(io);
    const change = refusing(() => changeMode('observe', { target, scope, dryRun }, state, request));
    if (flag(options, 'json'))
      printJson(io, {
        target: { kind: target.kind, name: target.name, hooks: target.hooks.map(({ id }) => id) },
        scope,
        mode: 'observe',
        changed: change.kind === 'changed',
        dryRun,
        file: change.file,
        others: change.others.map(({ hook, why }) => ({ id: hook.id, why })),
      });
    else print(io, said(target, { ...change, scope, dryRun }, screenOf(io, projectDir)));
    return change.others.length < target.hooks.length ? EXIT.fine : EXIT.problem;
  },
};

type Said = ModeChange & { readonly scope: keyof typeof STATE_SCOPE_IN_WORDS; readonly dryRun: boolean };

function said(target: Target, { kind, file, others, scope, dryRun }: Said, screen: Screen): string[] {
  const [hook] = target.hooks;
  const called = hook === undefined ? target.name : `${shortName(hook)} (${target.name})`;
  const name = target.kind === 'plugin' ? `the plugin ${target.name}` : `hook ${called}`;
  const does =
    kind === 'unchanged' ? 'already only observes' : dryRun ? 'would only observe' : 'only observes';
  const kept = new Set(others.map((one) => one.hook));
  const option = scope === 'local' ? '' : ` --scope ${scope}`;
  return [
    `${name}: ${does} ${STATE_SCOPE_IN_WORDS[scope]}`,
    ...target.hooks.filter((one) => !kept.has(one)).flatMap((one) => hookLines(one, screen)),
    ...others.flatMap(({ hook: one, why }) => [
      ...hookLines(one, screen),
      ...beside(screen, `    ${screen.yellow('stays in force:')} `, 20, screen.short(why)),
    ]),
    ...(kind === 'changed'
      ? [`${dryRun ? 'Nothing was written. The entry goes to' : 'Written to'} ${file}`]
      : []),
    ...(kind === 'changed' && !dryRun
      ? [
          'What it would have done: `amplifier-hooks report`',
          `Undo: \`amplifier-hooks promote ${target.name}${option}\``,
        ]
      : []),
  ];
}
