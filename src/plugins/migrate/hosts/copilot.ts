// GitHub Copilot: `.github/hooks/*.json`, its settings files, and the same of the user.
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { EventName } from '../../../events/index.js';
import { entryOf, shellWord } from '../../../text/index.js';
import { variable } from '../commands.js';
import { cannot, Draft, stringsOf, textIn, unknownEvent } from '../draft.js';
import { keptFields, matcherFor, numberIn, rewrite } from '../foreign.js';
import type { HooksFile, Host, Journey } from '../host.js';
import type { MatcherRules } from '../matchers.js';
import { hooksIn, readHooks } from '../read-hooks.js';
import type { Fields, ForeignHook, Translation } from '../report.js';

/** Each event has two names: with the second one Copilot speaks nearly as Claude Code does. */
const EVENTS: readonly (readonly [string, string, EventName | null])[] = [
  ['sessionStart', 'SessionStart', 'SessionStart'],
  ['sessionEnd', 'SessionEnd', 'SessionEnd'],
  ['userPromptSubmitted', 'UserPromptSubmit', 'UserPromptSubmit'],
  ['userPromptTransformed', 'UserPromptTransformed', null],
  ['preToolUse', 'PreToolUse', 'PreToolUse'],
  ['postToolUse', 'PostToolUse', 'PostToolUse'],
  ['postToolUseFailure', 'PostToolUseFailure', 'PostToolUseFailure'],
  ['permissionRequest', 'PermissionRequest', 'PermissionRequest'],
  ['agentStop', 'Stop', 'Stop'],
  ['subagentStart', 'SubagentStart', 'SubagentStart'],
  ['subagentStop', 'SubagentStop', 'SubagentStop'],
  ['preCompact', 'PreCompact', 'PreCompact'],
  ['notification', 'Notification', 'Notification'],
  ['errorOccurred', 'ErrorOccurred', null],
];

const TOOL_EVENTS: readonly EventName[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
];

const TOOLS: MatcherRules = {
  tools: {
    bash: ['Bash'],
    powershell: ['PowerShell'],
    view: ['Read'],
    create: ['Write'],
    edit: ['Edit', 'MultiEdit', 'NotebookEdit'],
    str_replace_editor: ['Edit'],
    apply_patch: ['Edit', 'Write'],
    grep: ['Grep'],
    rg: ['Grep'],
    glob: ['Glob'],
    web_fetch: ['WebFetch'],
    web_search: ['WebSearch'],
    ask_user: ['AskUserQuestion'],
    update_todo: ['TodoWrite'],
    task: ['Agent'],
  },
  other: (name) => name,
  list: /^[\w-]+(?:\|[\w-]+)*$/,
  anchored: true,
};

const VALUES: MatcherRules = { ...TOOLS, tools: {} };

export const copilot: Host = {
  name: 'copilot',
  title: 'GitHub Copilot',

  places({ scope, projectDir, home, env }) {
    const own = env['COPILOT_HOME'] || join(home, '.copilot');
    if (scope === 'user') return [...filesIn(join(own, 'hooks')), { file: join(own, 'settings.json') }];
    const folder = join(projectDir, '.github');
    return [
      ...filesIn(join(folder, 'hooks')),
      { file: join(folder, 'copilot', 'settings.json') },
      { file: join(folder, 'copilot', 'settings.local.json'), personal: true },
    ];
  },

  read(document, { personal = false }) {
    const { root } = document;
    const hooks = hooksIn(document, (name) => rowOf(name) !== undefined);
    if (root === null || hooks === undefined) return [];
    const all = entryOf(root, 'disableAllHooks');
    const off =
      all?.value.kind === 'scalar' && all.value.value === true
        ? `"disableAllHooks": true in line ${document.positionOf(all.at).line}`
        : null;
    return readHooks(document, hooks, { shape: 'either', off: () => off, personal });
  },

  translate(found, journey) {
    const row = rowOf(found.event);
    if (row === undefined)
      return unknownEvent(
        found.event,
        EVENTS.flatMap((row) => row.slice(0, 2)).filter((name) => name !== null),
      );
    const [own, , event] = row;
    if (event === null)
      return cannot(
        `nothing else has an event like ${found.event}`,
        own === 'errorOccurred'
          ? 'Use PostToolUseFailure for tools and StopFailure for the model.'
          : 'Leave it to Copilot.',
      );
    switch (found.hook['type'] ?? 'command') {
      case 'command':
        return command(found, event, found.event === own, journey);
      case 'http':
        return http(found, event, journey);
      case 'prompt':
        return cannot(
          'a prompt hook of Copilot types its text for the user; a prompt hook here asks a model',
          'A SessionStart hook that prints the text adds it to the conversation.',
        );
      default:
        return cannot(
          `there is no type ${JSON.stringify(found.hook['type'])}`,
          'Correct it, then migrate again.',
        );
    }
  },

  notes(found) {
    const notes = [
      'Copilot gives hooks 30 seconds unless they say otherwise; that is written into the entries.',
    ];
    if (found.some(({ event }) => event === 'userPromptSubmitted' || event === 'UserPromptSubmit'))
      notes.push(
        'Copilot drops what a hook says to a prompt; here plain text is added to the conversation, and exit code 2 blocks the prompt.',
      );
    return notes;
  },
};

const rowOf = (name: string) => EVENTS.find(([own, claudes]) => own === name || claudes === name);

/** All JSON files of a folder, in name order. */
function filesIn(folder: string): readonly HooksFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ file: join(folder, name) }));
}

const TIMEOUT = 30;

function timing(hook: Fields): { readonly seconds: number; readonly timeoutAsWritten: string } {
  const stated = numberIn(hook, 'timeoutSec') ?? numberIn(hook, 'timeout');
  return {
    seconds: stated ?? TIMEOUT,
    timeoutAsWritten: stated === null ? `none (${TIMEOUT} seconds)` : `${stated} seconds`,
  };
}

function command(found: ForeignHook, event: EventName, camelCase: boolean, journey: Journey): Translation {
  const { hook } = found;
  const draft = new Draft();
  const line = lineOf(hook, draft);
  if (line === null) return cannot('it has no command', 'Correct it, then migrate again.');
  const cwd = textIn(hook, 'cwd');
  if (cwd !== null) draft.differ('field', `cwd: ${JSON.stringify(cwd)}`, 'cd in the command');
  const env = stringsOf(hook['env']);
  if (Object.keys(env).length > 0)
    draft.differ('environment', Object.keys(env).join(', '), 'export in the command');
  if (line.shell === 'powershell' && (cwd !== null || Object.keys(env).length > 0))
    return cannot(
      'its folder and variables cannot be written into a PowerShell command',
      'Set them in the script.',
    );
  const used = [
    'type',
    'bash',
    'powershell',
    'command',
    'exec',
    'args',
    'cwd',
    'env',
    'timeout',
    'timeoutSec',
    'matcher',
  ];
  const fields: Record<string, unknown> = {
    type: 'command',
    ...keptFields(hook, ['description'], used, draft),
  };
  if (line.shell !== null) fields['shell'] = line.shell;
  if (event === 'PreToolUse') {
    fields['onFailure'] = 'block';
    draft.differ('field', 'a hook that fails denies', 'onFailure: "block", also where it takes too long');
  }
  return rewrite(
    found,
    draft,
    {
      event,
      matcher: matcherIn(found, event, draft),
      command: line.text,
      variables: {},
      unset: [],
      env,
      folder: cwd === null ? null : folderWord(cwd),
      folderPath: cwd === null ? journey.projectDir : resolve(journey.projectDir, cwd),
      always: cwd !== null,
      ...timing(hook),
      fields,
      contract: {
        tool: 'GitHub Copilot',
        answers:
          /\b(?:modifiedArgs|modifiedResult|modifiedResponse|modifiedPrompt)\b|["']?\bbehavior["']?\s*:/,
        inputs: camelCase
          ? /\b(?:toolName|toolArgs|toolResult|sessionId|initialPrompt|agentName)\b/
          : /\b(?:text_result_for_llm|result_type|initial_prompt)\b/,
        inputDiffers: camelCase && event !== 'UserPromptSubmit',
      },
    },
    journey,
  );
}

interface Line {
  readonly text: string;
  readonly shell: 'powershell' | null;
}

/** The command for this side of the world; the other one is told of and left. */
function lineOf(hook: Fields, draft: Draft): Line | null {
  const exec = textIn(hook, 'exec');
  if (exec !== null) {
    const args = Array.isArray(hook['args']) ? hook['args'].filter((arg) => typeof arg === 'string') : [];
    const text = [exec, ...args].map(shellWord).join(' ');
    draft.differ('field', 'exec and args', 'one command for a shell');
    return { text, shell: null };
  }
  const [bash, powershell, both] = ['bash', 'powershell', 'command'].map((name) => textIn(hook, name));
  const unix = bash ?? both ?? null;
  if (unix !== null) {
    if (bash != null) draft.differ('field', 'bash', 'command');
    if (powershell != null) draft.differ('field', `powershell: ${JSON.stringify(powershell)}`, null);
    return { text: unix, shell: null };
  }
  if (powershell == null) return null;
  draft.differ('field', 'powershell', 'command, shell: "powershell"');
  return { text: powershell, shell: 'powershell' };
}

/** Relative folders start at the root of the repository. */
const folderWord = (cwd: string): string => {
  if (isAbsolute(cwd)) return shellWord(cwd);
  return cwd === '.' || cwd === './'
    ? `"${variable('CLAUDE_PROJECT_DIR')}"`
    : `"${variable('CLAUDE_PROJECT_DIR')}"/${shellWord(cwd.replace(/^\.\//, ''))}`;
};

function http(found: ForeignHook, event: EventName, journey: Journey): Translation {
  const { hook } = found;
  if (textIn(hook, 'url') === null) return cannot('it has no "url"', 'Correct it, then migrate again.');
  const draft = new Draft();
  draft.warn('the server gets the input of Claude Code, not that of Copilot; see that it understands it');
  const kept = keptFields(
    hook,
    ['url', 'headers', 'allowedEnvVars'],
    ['type', 'timeout', 'timeoutSec', 'matcher'],
    draft,
  );
  return rewrite(
    found,
    draft,
    {
      event,
      matcher: matcherIn(found, event, draft),
      command: null,
      variables: {},
      unset: [],
      env: {},
      folder: null,
      folderPath: journey.projectDir,
      always: false,
      ...timing(hook),
      fields: { type: 'http', ...kept },
      contract: { tool: 'GitHub Copilot', answers: /$^/, inputs: /$^/, inputDiffers: true },
    },
    journey,
  );
}

function matcherIn({ hook, group }: ForeignHook, event: EventName, draft: Draft): string | null {
  const matcher = textIn(hook, 'matcher') ?? textIn(group, 'matcher');
  return matcherFor(matcher, event, TOOL_EVENTS.includes(event) ? TOOLS : VALUES, draft);
}
