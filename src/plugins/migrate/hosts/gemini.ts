// Gemini CLI: `hooks` in settings.json. Groups as in Claude Code, but other events, tools, units and answers.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type EventName, FOREIGN_EVENTS } from '../../../events/index.js';
import { entryOf, fieldOf, isRecord, jsonOf, type ObjectTree } from '../../../text/index.js';
import { variable } from '../commands.js';
import type { Document } from '../document.js';
import { cannot, Draft, stringsOf, textIn, unknownEvent } from '../draft.js';
import { keptFields, matcherFor, numberIn, rewrite } from '../foreign.js';
import type { Host, Journey } from '../host.js';
import type { MatcherRules } from '../matchers.js';
import { hooksIn, readHooks } from '../read-hooks.js';
import type { Fields, Left } from '../report.js';

const EVENTS: Readonly<Record<string, EventName | null>> = {
  ...FOREIGN_EVENTS['Gemini CLI'],
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  Notification: 'Notification',
};

const TOOLS: MatcherRules = {
  tools: {
    run_shell_command: ['Bash'],
    read_file: ['Read'],
    read_many_files: ['Read'],
    write_file: ['Write'],
    replace: ['Edit'],
    glob: ['Glob'],
    grep_search: ['Grep'],
    search_file_content: ['Grep'],
    list_directory: ['Glob'],
    google_web_search: ['WebSearch'],
    web_fetch: ['WebFetch'],
    write_todos: ['TodoWrite'],
    activate_skill: ['Skill'],
    ask_user: ['AskUserQuestion'],
    exit_plan_mode: ['ExitPlanMode'],
    list_mcp_resources: ['ListMcpResourcesTool'],
    read_mcp_resource: ['ReadMcpResourceTool'],
    enter_plan_mode: [],
    get_internal_docs: [],
    save_memory: [],
    update_topic: [],
    complete_task: [],
  },
  // mcp_server_tool: where the server's name ends is not known, so that every reading is allowed.
  other: (name) =>
    /^mcp_(?!_)/.test(name)
      ? `mcp__${name.slice(4).replaceAll('_', '__?')}`
      : name.startsWith('mcp__')
        ? name
        : null,
  list: /^\w+(?:\|\w+)*$/,
  anchored: false,
};

/** Gemini CLI compares the matcher of other events as a whole. */
const VALUES: MatcherRules = {
  tools: { exit: ['other', 'prompt_input_exit'], ToolPermission: ['permission_prompt'] },
  other: (name) => name,
  list: /./,
  anchored: true,
};

export const gemini: Host = {
  name: 'gemini',
  title: 'Gemini CLI',

  places: (journey) => [
    {
      file: join(journey.scope === 'user' ? homeOf(journey) : journey.projectDir, '.gemini', 'settings.json'),
    },
  ],

  read(document) {
    const { root } = document;
    const hooks = hooksIn(document, (name) => Object.hasOwn(EVENTS, name));
    if (root === null || hooks === undefined) return [];
    const off = switches(document, root);
    return readHooks(document, hooks, {
      shape: 'groups',
      ignore: ['enabled', 'disabled', 'notifications'],
      off: (hook) => off.all ?? (off.names.has(nameOf(hook)) ? 'the list of disabled hooks names it' : null),
    });
  },

  translate(found, journey) {
    if (!Object.hasOwn(EVENTS, found.event)) return unknownEvent(found.event, Object.keys(EVENTS));
    const event = EVENTS[found.event] ?? null;
    if (event === null)
      return cannot(
        `${found.event} is about the call of the model, and nothing else has such an event`,
        'Do the same on UserPromptSubmit or PreToolUse, if that serves.',
      );
    const { hook, group } = found;
    const command = textIn(hook, 'command');
    if (hook['type'] !== 'command' || command === null)
      return cannot(
        'only command hooks can be moved, and they need a command',
        'Correct it, then migrate again.',
      );
    const draft = new Draft();
    const rules = found.event === 'BeforeTool' || found.event === 'AfterTool' ? TOOLS : VALUES;
    const matcher = matcherFor(textIn(group, 'matcher'), event, rules, draft);
    keptFields(group, ['matcher'], ['sequential'], draft);
    if (group['sequential'] === true) {
      draft.differ('field', 'sequential: true', null);
      draft.warn('hooks of one event run at the same time here; none sees what another one changed');
    }
    const stated = numberIn(hook, 'timeout');
    return rewrite(
      found,
      draft,
      {
        event,
        matcher,
        command,
        variables: {
          GEMINI_PROJECT_DIR: variable('CLAUDE_PROJECT_DIR'),
          GEMINI_CWD: variable('PWD'),
          GEMINI_SESSION_ID: variable('CLAUDE_CODE_SESSION_ID'),
        },
        unset: ['GEMINI_PLANS_DIR'],
        env: stringsOf(hook['env']),
        folder: null,
        folderPath: journey.projectDir,
        always: false,
        seconds: (stated ?? DEFAULT_MS) / 1000,
        timeoutAsWritten: stated === null ? `none (${DEFAULT_MS} milliseconds)` : `${stated} milliseconds`,
        fields: {
          type: 'command',
          ...keptFields(hook, ['name', 'description'], ['type', 'command', 'timeout', 'env'], draft),
        },
        contract: {
          tool: 'Gemini CLI',
          answers: journey.to === 'claude' ? CLAUDE_OVERLOOKS : OVERLOOKED,
          inputs:
            /\b(?:run_shell_command|write_file|read_file|google_web_search|prompt_response|llmContent)\b/,
          inputDiffers: false,
        },
      },
      journey,
    );
  },

  notes(found) {
    const notes = [
      'Gemini CLI looks for the words of a matcher anywhere in the name of a tool; a list of names here is exact, so that MCP tools whose names only contain them are not selected.',
      'In Gemini CLI every exit code but 0 and 1 denies; here only 2 does. "onFailure": "block" makes every failure of a hook deny.',
    ];
    if (found.some(({ event }) => event === 'AfterTool'))
      notes.push('AfterTool also comes for tools that fail; here that is another event, PostToolUseFailure.');
    if (found.some(({ event }) => event === 'BeforeAgent' || event === 'SessionStart'))
      notes.push(
        'What a hook of BeforeAgent or SessionStart prints as plain text is shown to the user there; here it is added to the conversation.',
      );
    return notes;
  },

  left: extensions,
};

const homeOf = ({ home, env }: Journey): string => env['GEMINI_CLI_HOME'] || home;

/** Extensions bring hooks of their own. */
function extensions(journey: Journey): readonly Left[] {
  const folder = join(homeOf(journey), '.gemini', 'extensions');
  if (journey.scope !== 'user' || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'hooks', 'hooks.json')))
    .map((name) => ({
      what: `extension ${name}`,
      why: 'its hooks refer to its own files; look for a plugin that does the same',
      commands: [],
    }));
}

const DEFAULT_MS = 60_000;

const OVERLOOKED = /\b(?:tailToolCallRequest|clearContext|llm_request|llm_response|toolConfig)\b/;
/** Claude Code knows "block", not "deny". */
const CLAUDE_OVERLOOKS = new RegExp(`${OVERLOOKED.source}|decision\\W{1,6}deny\\b`);

/** The name by which the list of disabled hooks knows a hook. */
const nameOf = (hook: Fields): string => textIn(hook, 'name') ?? textIn(hook, 'command') ?? '';

interface Switches {
  /** Why all hooks are off; `null`: they are not. */
  readonly all: string | null;
  readonly names: ReadonlySet<string>;
}

/** `hooksConfig`, and the same fields in "hooks" as older versions have them. */
function switches(document: Document, root: ObjectTree): Switches {
  const names = new Set<string>();
  let all: string | null = null;
  for (const key of ['hooksConfig', 'hooks']) {
    const tree = fieldOf(root, key);
    if (tree?.kind !== 'object') continue;
    const enabled = entryOf(tree, 'enabled');
    if (enabled?.value.kind === 'scalar' && enabled.value.value === false)
      all ??= `"enabled": false in line ${document.positionOf(enabled.at).line}`;
    const value = jsonOf(tree);
    const list = isRecord(value) ? value['disabled'] : undefined;
    if (Array.isArray(list)) for (const name of list) if (typeof name === 'string') names.add(name);
  }
  return { all, names };
}
