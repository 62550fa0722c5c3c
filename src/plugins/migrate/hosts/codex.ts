// Codex: hooks.json and `[hooks]` in config.toml. The conversation is that of Claude Code, tools and matchers are not.
import { join, resolve } from 'node:path';
import { fieldOf, isRecord, jsonOf } from '../../../text/index.js';
import { openDocument } from '../document.js';
import { cannot, Draft, eventNamed, textIn, unknownEvent } from '../draft.js';
import { keptFields, matcherFor, numberIn, rewrite } from '../foreign.js';
import type { Host, Journey } from '../host.js';
import type { MatcherRules } from '../matchers.js';
import { type HookPlace, hooksIn, readHooks } from '../read-hooks.js';
import type { Left } from '../report.js';

const EVENTS = [
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PreCompact',
  'PostCompact',
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'SubagentStart',
  'SubagentStop',
  'Stop',
];

const TOOLS: MatcherRules = {
  tools: {
    apply_patch: ['Edit', 'Write'],
    spawn_agent: ['Agent'],
    Bash: ['Bash'],
    Edit: ['Edit'],
    Write: ['Write'],
    Agent: ['Agent'],
  },
  other: (name) => name,
  list: /^[A-Za-z0-9_|]+$/,
  anchored: false,
};

export const codex: Host = {
  name: 'codex',
  title: 'Codex',

  places(journey) {
    const folder = journey.scope === 'user' ? codexHome(journey) : join(journey.projectDir, '.codex');
    return [{ file: join(folder, 'hooks.json') }, { file: join(folder, 'config.toml') }];
  },

  read(document, place, journey) {
    const hooks = hooksIn(document, (name) => EVENTS.includes(name));
    if (hooks === undefined) return [];
    const disabled = disabledKeys(journey);
    return readHooks(document, hooks, {
      shape: 'groups',
      ignore: ['state'],
      off: (_hook, at) => (disabled.has(keyOf(place.file, at)) ? 'config.toml has it disabled' : null),
    });
  },

  translate(found, journey) {
    const event = EVENTS.includes(found.event) ? eventNamed(found.event) : null;
    if (event === null) return unknownEvent(found.event, EVENTS);
    const { hook } = found;
    const { type } = hook;
    if (type !== 'command' && type !== 'mcp_tool')
      return cannot(
        `Codex itself does not run hooks of type ${JSON.stringify(type ?? null)}`,
        'Write it for the target, where it would begin to run.',
      );
    const matcher = textIn(found.group, 'matcher');
    if (matcher !== null && !isPattern(matcher))
      return cannot(
        `the matcher ${JSON.stringify(matcher)} is not a regular expression that is understood here`,
        'Write it without what only Rust knows, such as (?i), then migrate again.',
      );
    const draft = new Draft();
    const command = type === 'command' ? textIn(hook, 'command') : null;
    if (type === 'command' && (command === null || command.trim() === ''))
      return cannot('it has no command', 'Correct it, then migrate again.');
    const kept = ['type', 'timeout', 'async', 'statusMessage', 'server', 'tool', 'input'];
    return rewrite(
      found,
      draft,
      {
        event,
        matcher: matcherFor(matcher, event, TOOLS, draft),
        command,
        variables: {},
        unset: [],
        env: {},
        folder: null,
        folderPath: journey.projectDir,
        always: false,
        seconds: numberIn(hook, 'timeout'),
        timeoutAsWritten: `${numberIn(hook, 'timeout')} seconds`,
        fields: keptFields(hook, kept, ['command'], draft),
        contract: {
          tool: 'Codex',
          answers: /$^/,
          inputs: /\b(?:apply_patch|spawn_agent)\b/,
          inputDiffers: false,
        },
      },
      journey,
    );
  },

  notes: () => [
    'Codex runs commands in a login shell; here they run in bash, without your profile: programs have to be on the PATH of the host.',
    'Codex runs a hook only after you have approved it; that approval is not moved.',
    'A hook that states no timeout has 600 seconds in Codex and 30 in Amplifier (its option default_timeout changes that).',
  ],

  left: notify,
};

/** Its older way to call a program, which is no hook. */
function notify(journey: Journey): readonly Left[] {
  const file = join(codexHome(journey), 'config.toml');
  const root = journey.scope === 'user' ? openDocument(file)?.root : null;
  if (root == null || fieldOf(root, 'notify') === undefined) return [];
  const why = 'Codex calls this program with the event as its last argument; a Stop hook gets it on stdin';
  return [{ what: `notify in ${file}`, why, commands: [] }];
}

const codexHome = ({ home, env }: Journey): string => env['CODEX_HOME'] || join(home, '.codex');

/** The name under which config.toml keeps the state of a hook. */
const keyOf = (file: string, { event, group, index }: HookPlace): string =>
  `${resolve(file)}:${event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()}:${group}:${index}`;

/** State stands in the user's file only, also that of hooks of projects. */
function disabledKeys(journey: Journey): ReadonlySet<string> {
  const root = openDocument(join(codexHome(journey), 'config.toml'))?.root;
  const hooks = root == null ? undefined : fieldOf(root, 'hooks');
  const state = hooks?.kind === 'object' ? fieldOf(hooks, 'state') : undefined;
  const entries = state === undefined ? {} : jsonOf(state);
  if (!isRecord(entries)) return new Set();
  return new Set(
    Object.keys(entries).filter((key) => isRecord(entries[key]) && entries[key]['enabled'] === false),
  );
}

function isPattern(text: string): boolean {
  try {
    return text === '*' || new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
