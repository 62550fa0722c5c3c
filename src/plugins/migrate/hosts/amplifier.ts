// Amplifier, on the way to Claude Code and to other agents.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NATIVE_TOOLS } from '../../../events/index.js';
import { fieldOf, textOf } from '../../../text/index.js';
import { renameVariables, variable } from '../commands.js';
import { wordIn } from '../contract.js';
import { Draft, eventNamed, malformed, textIn, unknownEvent } from '../draft.js';
import type { Host, Journey } from '../host.js';
import { type MatcherRules, translateMatcher } from '../matchers.js';
import { hooksIn, readHooks } from '../read-hooks.js';
import type { Fields, Left } from '../report.js';
import { scriptsOf } from '../scripts.js';

/** Amplifier's own tool names select here, and nothing in Claude Code. */
const RULES: MatcherRules = {
  tools: Object.fromEntries(
    [...new Set(NATIVE_TOOLS.map(({ native }) => native))].map((native) => [
      native,
      NATIVE_TOOLS.filter((tool) => tool.native === native).map(({ name }) => name),
    ]),
  ),
  other: (name) => name,
  list: /^[\w\- ,|]+$/,
  anchored: false,
};

export const amplifier: Host = {
  name: 'amplifier',
  title: 'Amplifier',

  places: (journey) => [{ file: join(hooksFolder(journey), 'hooks.json') }],

  read(document) {
    const hooks = hooksIn(document, (name) => eventNamed(name) !== null);
    const whole = document.root === null ? null : textOf(fieldOf(document.root, 'mode'));
    // There it would decide.
    const off = (hook: Fields): string | null =>
      (hook['mode'] ?? whole) === 'observe' ? 'it only observes ("mode": "observe")' : null;
    return hooks === undefined ? [] : readHooks(document, hooks, { shape: 'groups', off });
  },

  translate(found, journey) {
    const event = eventNamed(found.event);
    if (event === null) return unknownEvent(found.event);
    const wrong = malformed(found.hook);
    if (wrong !== null) return wrong;
    const draft = new Draft();
    const hook = forClaude(found.hook, draft, journey);
    const group = selecting(found.group, draft);
    const toClaude = journey.to === 'claude';
    if (toClaude && found.hook['once'] === true)
      draft.warn('Claude Code ignores "once" in settings: the hook runs every time');
    const { timeout } = found.hook;
    if (toClaude && typeof timeout === 'number' && timeout >= 1000)
      draft.warn(
        `Amplifier reads the timeout ${timeout} as milliseconds; to Claude Code it is ${timeout} seconds`,
      );
    const command = textIn(found.hook, 'command');
    if (command !== null) {
      const folders = { ...journey, cwd: journey.projectDir, projectVariables: PROJECT_VARIABLES };
      const own = wordIn(scriptsOf(command, [], folders), /\b(?:contextInjection|newContent)\b/);
      if (own !== null) draft.warn(`it answers with a field that only Amplifier knows (${own})`);
    }
    return draft.moved({ event, group, hook }, found, journey);
  },

  notes: () => [
    'A hook that states no timeout has 30 seconds in Amplifier and up to 600 in Claude Code.',
    'Claude Code runs commands with /bin/sh, Amplifier with bash where there is one.',
    'Claude Code overlooks a deny that breaks its output rules; Amplifier honours it. `amplifier-hooks validate` finds such hooks.',
  ],

  left: pluginFolders,
};

const PROJECT_VARIABLES = ['CLAUDE_PROJECT_DIR', 'AMPLIFIER_PROJECT_DIR'];

/** The hooks directory of a scope. */
export const hooksFolder = ({ scope, projectDir, home }: Journey): string =>
  join(scope === 'user' ? home : projectDir, '.amplifier', 'hooks');

/** Variables that only Amplifier sets, by what Claude Code has instead. */
function forClaude(hook: Fields, draft: Draft, { scope }: Journey): Fields {
  const command = textIn(hook, 'command');
  if (command === null) return hook;
  const names = {
    AMPLIFIER_PROJECT_DIR: variable('CLAUDE_PROJECT_DIR'),
    AMPLIFIER_HOOKS_DIR:
      scope === 'user'
        ? `${variable('HOME')}/.amplifier/hooks`
        : `${variable('CLAUDE_PROJECT_DIR')}/.amplifier/hooks`,
    AMPLIFIER_SESSION_ID: variable('CLAUDE_CODE_SESSION_ID'),
    AMPLIFIER_ENV_FILE: variable('CLAUDE_ENV_FILE'),
  };
  const { args } = hook;
  const rename = (text: unknown): unknown =>
    typeof text === 'string'
      ? Array.isArray(args)
        ? text.replace(/\$\{(\w+)\}/g, (whole, name: string) => (isKey(names, name) ? names[name] : whole))
        : renameVariables(text, names)
      : text;
  const changed = {
    ...hook,
    command: rename(command),
    ...(Array.isArray(args) ? { args: args.map(rename) } : {}),
  };
  const inWords = (fields: Fields): string =>
    [fields['command'], ...(Array.isArray(fields['args']) ? fields['args'] : [])].join(' ');
  draft.differ('command', inWords(hook), inWords(changed));
  return changed;
}

const isKey = <T extends object>(object: T, key: string): key is string & keyof T =>
  Object.hasOwn(object, key);

function selecting(group: Fields, draft: Draft): Fields {
  const matcher = textIn(group, 'matcher');
  const names = matcher === null ? [] : matcher.split(/[|,]/).map((name) => name.trim());
  if (matcher === null || !RULES.list.test(matcher) || !names.some((name) => name in RULES.tools))
    return group;
  const translated = translateMatcher(matcher, RULES);
  draft.differ('matcher', matcher, translated.matcher);
  return { ...group, matcher: translated.matcher };
}

/** Plugins in the hooks directory: Claude Code takes them as they are. */
function pluginFolders(journey: Journey): readonly Left[] {
  const folder = hooksFolder(journey);
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort()
      .map((name) => ({
        what: `plugin ${name}`,
        ...(journey.to === 'claude'
          ? {
              why: 'Claude Code loads a plugin from its folder',
              commands: [`claude --plugin-dir ${join(folder, name)}`],
            }
          : { why: 'its hooks refer to files of its own, which only a plugin has', commands: [] }),
      }));
  } catch {
    // No hooks directory, no plugins.
    return [];
  }
}
