// Reports of hooks that never did anything: a small reproduction of each, and the line that names the cause.

/** Which command says it. */
export type Teller = 'validate' | 'explain' | 'list';

export interface Silence {
  /** Where it was reported: a repository and number, or the kind of file it was seen in. */
  readonly report: string;
  readonly cause: string;
  /** Files below the throw-away root: `project/…`, `home/…`. */
  readonly files: Readonly<Record<string, unknown>>;
  readonly teller: Teller;
  /** Further words of the command line. */
  readonly flags?: readonly string[];
  /** For `explain`: the event. */
  readonly event?: { readonly name: string; readonly fields?: Readonly<Record<string, unknown>> };
  /** The line, with `<root>` for the throw-away folder. */
  readonly says: string;
}

const hook = (command: string, more: Record<string, unknown> = {}) => ({ type: 'command', command, ...more });
const on = (event: string, matcher: string | null, ...hooks: readonly unknown[]) => ({
  hooks: { [event]: [{ ...(matcher === null ? {} : { matcher }), hooks }] },
});
const CLAUDE = ['--claude-settings', '--profile', 'claude-code'];
const SETTINGS = 'project/.claude/settings.json';
const HOOKS = 'project/.amplifier/hooks/hooks.json';

export const REPORTS: readonly Silence[] = [
  {
    report: 'anthropics/claude-code#5093',
    cause: 'the hooks stand in ~/.claude.json, which is not a settings file',
    files: { 'home/.claude.json': on('PreToolUse', '.*', hook('python3 /tmp/hook_detector.py')) },
    teller: 'validate',
    flags: CLAUDE,
    says: '<root>/home/.claude.json has hooks, but is not a file that hooks are read from; they belong into <root>/home/.claude/settings.json',
  },
  {
    report: 'anthropics/claude-code#6305',
    cause: 'the command waits for variables that nobody sets (in a comment)',
    files: { [SETTINGS]: on('PreToolUse', 'MultiEdit', hook('cat "$TOOL_NAME" "$TOOL_ARGS"')) },
    teller: 'validate',
    flags: CLAUDE,
    says: '$TOOL_NAME is never set, so it is always empty',
  },
  {
    report: 'anthropics/claude-code#6305',
    cause: 'the script is named relative to the working directory (in a comment)',
    files: {
      [SETTINGS]: on('PreToolUse', 'Read|Grep', hook('node $PWD/hooks/read_hook.js')),
      'project/hooks/read_hook.js': '',
    },
    teller: 'validate',
    flags: CLAUDE,
    says: '$PWD/hooks/read_hook.js is looked for in whatever directory the session is in at that moment',
  },
  {
    report: 'anthropics/claude-code#11544',
    cause: '"hooks" is an array, so no hook of the file is read (in a comment)',
    files: {
      [SETTINGS]: {
        hooks: [{ event: 'PostToolUse', matcher: { toolName: ['Edit', 'Write'] }, command: 'bash x.sh' }],
      },
    },
    teller: 'validate',
    flags: CLAUDE,
    says: '"hooks" is an array; the whole file is ignored; 1 hook lost',
  },
  {
    report: 'anthropics/claude-code#69970',
    cause: 'releases before 2.1.191 took a list with commas as one name',
    files: { [SETTINGS]: on('PreToolUse', 'Bash,PowerShell', hook('true')) },
    teller: 'validate',
    flags: CLAUDE,
    says: 'The matcher "Bash,PowerShell" is a list with commas, which Claude Code before 2.1.191 took as one name that never matches',
  },
  {
    report: 'anthropics/claude-code#82314',
    cause: 'the host does not load settings files (a comment suspects it)',
    files: { 'home/.claude/settings.json': on('PreToolUse', 'Bash', hook('true')) },
    teller: 'validate',
    says: '<root>/home/.claude/settings.json has hooks, but settings files of Claude Code are not loaded here',
  },
  {
    report: 'google-gemini/gemini-cli#13155',
    cause: 'the type is written "Command"',
    files: { [HOOKS]: on('PostToolUse', 'write_file|replace', hook('git add .', { type: 'Command' })) },
    teller: 'validate',
    says: 'The type "Command" was read as "command"',
  },
  {
    report: 'google-gemini/gemini-cli#14932',
    cause: 'hooks are switched off by a setting',
    files: { [SETTINGS]: { disableAllHooks: true, ...on('PreToolUse', 'Bash', hook('true')) } },
    teller: 'explain',
    flags: CLAUDE,
    event: { name: 'PreToolUse' },
    says: '"disableAllHooks" is true in <root>/project/.claude/settings.json',
  },
  {
    report: 'openai/codex#25875',
    cause: 'the events stand at the top level, not under "hooks"',
    files: { [HOOKS]: { SessionStart: [{ hooks: [hook('true')] }] } },
    teller: 'validate',
    says: 'SessionStart must stand under "hooks"',
  },
  {
    report: 'github/copilot-cli#3872',
    cause: 'the name of the event is written in another case',
    files: { [HOOKS]: on('preToolUse', null, hook('true')) },
    teller: 'validate',
    says: '"preToolUse" was read as the event PreToolUse',
  },
];

/** Reports for which no cause was found that a configuration could show; only parts of them could be read. */
export const WITHOUT_CAUSE: readonly (readonly [report: string, known: string])[] = [
  ['anthropics/claude-code#3672', 'it could not be read'],
  ['anthropics/claude-code#8388', 'the configuration it shows is right here'],
  ['anthropics/claude-code#12445', 'the configuration it shows is right here; both of its events run'],
  [
    'anthropics/claude-code#36397',
    'the configuration it shows is right here; it says that the host runs only SessionStart of a plugin',
  ],
  ['anthropics/claude-code#40506', 'it could not be read'],
  [
    'anthropics/claude-code#79480',
    'the configuration it shows is right here; it suspects that the host drops "hooks" while loading',
  ],
  ['anthropics/claude-code#85430', 'it could not be read'],
  [
    'anthropics/claude-code#85904',
    'the configuration it shows is right here; it says that the host lists the hooks and does not run them',
  ],
  ['openai/codex#19780', 'the configuration it shows is right here'],
  ['google-antigravity/antigravity-cli#463', 'it could not be read'],
  ['google-antigravity/antigravity-cli#893', 'it could not be read'],
  ['microsoft/vscode#304201', 'it could not be read'],
];
