// The table of differences between profiles: one row a contradiction between the documents and the real program.
import { type MatcherMode, PROFILE_NAMES, PROJECT_SEARCH, type ProfileName } from './profile-names.js';

export { type MatcherMode, PROFILE_NAMES, type ProfileName };

interface Row<T> {
  readonly topic: string;
  readonly amplifier: T;
  readonly 'claude-code': T;
  /** Why the two differ, for docs/divergences.md. */
  readonly why: string;
}

const row = <T>(topic: string, amplifier: T, claudeCode: T, why: string): Row<T> => ({
  topic,
  amplifier,
  'claude-code': claudeCode,
  why,
});

export const PROFILE_ROWS = {
  shell: row<'bash-or-sh' | 'sh'>(
    'Shell of a command without `args`',
    'bash-or-sh',
    'sh',
    'Many published hooks use `[[ ]]` and arrays; under dash they are syntax errors, and a syntax error exits 2, which blocks.',
  ),
  defaultTimeout: row<number | 'per-event'>(
    'Timeout of a hook that states none, in seconds',
    30,
    'per-event',
    'A person waits for the hook. The host option `default_timeout` changes it.',
  ),
  maxTimeout: row<number | null>(
    'Longest timeout a hook may ask for, in seconds',
    300,
    null,
    'A hung hook must not hold a session for hours. The host option `max_timeout` changes it; a longer wish is cut, with a diagnostic.',
  ),
  timeoutUnit: row<'seconds' | 'seconds-or-milliseconds'>(
    'Unit of `timeout`',
    'seconds-or-milliseconds',
    'seconds',
    'In published configurations values cluster at 300 and below and at 2000 and above, so 1000 or more is read as milliseconds, with a diagnostic.',
  ),
  invalidMatcher: row<'exact' | 'never'>(
    'A matcher that is not a valid regular expression',
    'exact',
    'never',
    'Exact equality can only make a guard fire more often. A diagnostic in both profiles.',
  ),
  configuration: row<'lenient' | 'as-observed'>(
    'Malformed configuration',
    'lenient',
    'as-observed',
    'One bad entry is set aside alone and what is clearly meant is understood, each with a diagnostic; the real program drops whole files in silence.',
  ),
  projectSearch: row<'up-to-repository' | 'start-folder'>(
    'Where a command line or a session that starts in a subfolder looks for the project',
    PROJECT_SEARCH.amplifier,
    PROJECT_SEARCH['claude-code'],
    'A guard of the project must not be lost because somebody started one folder below it. The nearest folder with hooks counts, up to the root of the repository; without a repository only the start folder does. The real program looks there alone. The library takes the folder that it is given.',
  ),
  bothSpellings: row<boolean>(
    'Input carries `tool_result`, `user_prompt` and (SessionStart) `trigger` beside the canonical names',
    true,
    false,
    'Hooks written for either document find their field.',
  ),
  timestamp: row<boolean>(
    'Input carries `timestamp`',
    true,
    false,
    'Amplifier hooks expect it; Claude Code does not send it.',
  ),
  envFileReach: row<'hooks-and-host' | 'host'>(
    'Who sees what a hook exports in its env file',
    'hooks-and-host',
    'host',
    'In Amplifier later hooks see it too.',
  ),
  settingsEnvReach: row<'same-or-weaker' | 'all'>(
    'Whose hooks see `env` of a settings file, and what hooks export',
    'same-or-weaker',
    'same-or-weaker',
    'The real program gives it to all hooks, and so a checked-out project could put its own `grep` before that of a guard of the user. It reaches hooks of the same scope and of weaker ones; what changes how programs start (`PATH`, `LD_PRELOAD`, `BASH_ENV` …) is not taken from a project at all. The host’s own commands still get everything that hooks export.',
  ),
  overriddenStops: row<boolean>(
    'Input of Stop and SubagentStop carries `stop_hook_overridden` once hooks wanted more rounds in a row than the cap allows',
    true,
    false,
    'A hook that blocks for ever must be able to know that it was not heard. It is the number of times in the session; the real program has no such field.',
  ),
  observing: row<'counts' | 'ignored'>(
    '`mode` and `budget` of hooks, and `mode`, `hookMode`, `budgets` and `hookBudgets` of files and plugins',
    'counts',
    'ignored',
    'The real program knows none of these keys: a hook with `mode: "observe"` decides there. Here it decides in that profile too, with a diagnostic. What `amplifier-hooks shadow` says is the user’s own word and counts in both.',
  ),
  once: row<'everywhere' | 'skills'>(
    'Where `once` counts',
    'everywhere',
    'skills',
    'The real program ignores it in settings; who writes it means it.',
  ),
  extraOutput: row<boolean>(
    'Output fields `contextInjection` and `newContent`',
    true,
    false,
    'Amplifier’s own additions to the format.',
  ),
  needlessSpecific: row<'ignored' | 'invalid'>(
    '`hookSpecificOutput` on an event that knows none',
    'ignored',
    'invalid',
    'It does no harm, and the rest of the answer counts; a diagnostic says that it has no effect.',
  ),
  systemMessage: row<'always' | 'per-event'>(
    'Events whose `systemMessage` is shown',
    'always',
    'per-event',
    'The real program discards it for some events; a message that nobody sees is silence.',
  ),
  lostDenies: row<'honoured' | 'ignored'>(
    'A deny in output that breaks the output rules (wrong event name, text around the JSON, JSON that breaks off or has a mistake in it, a misspelt field, a wrong type beside it, `decision: "deny"`)',
    'honoured',
    'ignored',
    'The hook meant to stop the action; the real program lets it pass without a word. JSON that does not end and a misspelt deciding field that are no deny are failures of the hook, so that `onFailure` counts; the real program takes the one for text and ignores the other. A diagnostic in both profiles.',
  ),
  permissionRequestExit2: row<'deny' | 'ignored'>(
    'Exit code 2 of a PermissionRequest hook',
    'deny',
    'ignored',
    'Exit code 2 means “block” everywhere else, and `allow` beside exit code 2 is not a permission.',
  ),
  repeatedHook: row<'strongest' | 'last'>(
    'Which definition of a hook counts that is defined twice for an event',
    'strongest',
    'strongest',
    'The real program takes the last, whoever wrote it, and so a checked-out project could repeat a guard of the user with `async` or a tiny `timeout`. The definition of the stronger scope counts; among equals the last.',
  ),
  projectAllow: row<'needs-grant' | 'counts'>(
    'A permission `allow` that only hooks of the project give',
    'needs-grant',
    'counts',
    'A checked-out project must not answer the question that its user would have been asked. It is no opinion, with a diagnostic, until the user grants it: option `projectAllow` of the engine, `project_allow` of the host.',
  ),
  rewrittenCalls: row<'judged-again' | 'passed-on'>(
    'A call that a hook rewrites, where hooks of stronger scopes have judged it as it was',
    'judged-again',
    'passed-on',
    'A guard of the user must see the call that is carried out, not the one that a project’s hook replaced. The stronger hooks judge the rewritten call in a second round; what they deny or would rewrite once more is denied.',
  ),
  endedGuard: row<'deny' | 'failure'>(
    'A guard of the administrator, the user or an installed plugin that a foreign signal ends before it answers',
    'deny',
    'failure',
    'Whoever can kill a guard must not pass it by that. What ends at its own time limit or with the event is a failure or nothing, as ever; so is a project’s hook.',
  ),
  trust: row<'content' | 'off'>(
    'Hooks that a project brings',
    'content',
    'off',
    'A checked-out project must not run programs before somebody looked at them: its hooks run as they were approved, and the option `trust` changes that. The real program asks once for a folder, and then runs whatever comes to lie there.',
  ),
  brokenManagedSettings: row<'deny' | 'ignored'>(
    'Managed settings that are there and cannot be read or parsed',
    'deny',
    'ignored',
    'Nobody knows what the administrator requires, so what asks for permission is denied until the file can be read. The real program goes on without them. A file that holds the word `hookPolicy` is not ignored in either profile.',
  ),
  projectDisablesUserHooks: row<boolean>(
    '`disableAllHooks` in project or local settings switches off the user’s hooks too',
    false,
    true,
    'A checked-out project must not switch off the guards of the person who opens it.',
  ),
  promptBlockEndsOthers: row<boolean>(
    'A UserPromptSubmit block ends the other hooks of the event that still run',
    false,
    true,
    'Hooks that do their own work (logging, bookkeeping) are not cut off half-way. Behind `dispatch`, whose host waits for all of them, they have one second.',
  ),
  modelData: row<'fenced' | 'inline'>(
    'Event data in the request of a prompt or agent hook',
    'fenced',
    'inline',
    'What tools and web pages wrote must not pose as the words of the hook’s author; the real program puts the JSON into the sentence.',
  ),
  httpPrivateAddresses: row<'refused' | 'allowed'>(
    'http hooks and MCP servers at private, link-local and other addresses that are neither public nor this machine',
    'refused',
    'allowed',
    'A hook must not become a way into the network behind the host. An address that `allowedHttpHookUrls` of the user or the administrator names is called; the real program has only that list.',
  ),
  httpLists: row<'each-narrows' | 'joined'>(
    '`allowedHttpHookUrls` and `httpHookAllowedEnvVars` in several settings files',
    'each-narrows',
    'joined',
    'A hook keeps to every list of its own voice and of stronger ones (administrator, user, project); joined lists would let a checked-out project add to what the person who opens it allows.',
  ),
  backgroundTimeout: row<'enforced' | 'none'>(
    'Timeout of an `async` hook',
    'enforced',
    'none',
    'A forgotten background process must end some day.',
  ),
  scrubbing: row<'by-pattern' | 'listed'>(
    'What `CLAUDE_CODE_SUBPROCESS_ENV_SCRUB` takes from the environment of hooks',
    'by-pattern',
    'listed',
    'New services bring new names; whatever is called or looks like a credential goes. The real program knows a list of names.',
  ),
  remoteVariable: row<'always' | 'remote-only'>(
    '`CLAUDE_CODE_REMOTE` when not running remotely',
    'always',
    'remote-only',
    'Documents promise `true` or `false`; the real program leaves it unset.',
  ),
} as const satisfies Record<string, Row<unknown>>;

type Rows = typeof PROFILE_ROWS;

/** One profile: a value for every row. */
export type Profile = { readonly name: ProfileName } & {
  readonly [K in keyof Rows]: Rows[K]['amplifier'];
};

const column = (name: ProfileName): Profile => {
  const values = Object.entries(PROFILE_ROWS).map(([key, entry]) => [key, entry[name]]);
  return Object.freeze({ name, ...Object.fromEntries(values) });
};

const made = new Map<ProfileName, Profile>();

/** A profile by its name. */
export function profile(name: ProfileName): Profile {
  const known = made.get(name) ?? column(name);
  made.set(name, known);
  return known;
}
