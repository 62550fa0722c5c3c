// Where this differs on purpose from the documents that it was written after.
import { table } from './markdown.js';

/** The documents, and how the page speaks of them. */
const DOCUMENTS = {
  module: 'the specification of the shell hooks module for Amplifier',
  amplihack: 'amplihack’s hook specifications',
  api: 'Amplifier’s hooks API',
  contract: 'the hook handler contract',
  plugins: 'the plugin hooks specification',
} as const;

type Row = readonly [
  topic: string,
  from: readonly (keyof typeof DOCUMENTS)[],
  says: string,
  here: string,
  why: string,
];

const AS_REAL = 'As Claude Code does.';

const ROWS: readonly Row[] = [
  [
    'Matchers of SessionEnd, SubagentStart and SubagentStop',
    ['plugins', 'contract'],
    'ignored: such a hook fires for all',
    'compared with `reason` and `agent_type`; absent, `""` and `"*"` are all',
    AS_REAL,
  ],
  [
    'Matchers of Notification',
    ['contract'],
    'there are none',
    'compared with `notification_type`',
    `${AS_REAL} The plugin hooks specification says so too.`,
  ],
  [
    'Matchers of PermissionRequest',
    ['plugins'],
    '`fileWrite`, `bashCommand`',
    'compared with `tool_name`: `Write`, `Bash`',
    `${AS_REAL} A hook with such a name never fires, which \`validate\` tells.`,
  ],
  [
    'How a PermissionRequest hook answers',
    ['plugins'],
    '`permissionDecision` and `updatedInput` in `hookSpecificOutput`',
    '`hookSpecificOutput.decision`: `{"behavior": "allow", "updatedInput": …}` or `{"behavior": "deny", "message": …}`. Anything else there is a failure of the hook; a deny in another form counts in `amplifier`',
    `${AS_REAL} A deny that stands in the wrong place was still meant.`,
  ],
  [
    'A prompt hook that says `ok: false` on PermissionRequest',
    ['plugins'],
    'can be used there',
    'has no effect, with a diagnostic',
    AS_REAL,
  ],
  [
    'PreCompact',
    ['contract'],
    'cannot block, and stdout is shown to the user',
    'exit code 2 and `"decision": "block"` stop the compaction; stdout is instructions for it, so it reaches the model',
    AS_REAL,
  ],
  [
    'Plain stdout of a hook that exits 0',
    ['contract', 'module'],
    'is shown to the user (“✓ Formatted …”)',
    'goes to the model on UserPromptSubmit and SessionStart ([Events](events.md)); elsewhere nobody is shown it, which `stdout-unheard` says once a session, and `run` each time',
    `${AS_REAL} To be seen by the user print \`{"systemMessage": "…"}\`.`,
  ],
  [
    '`systemMessage`',
    ['plugins'],
    'is for the model',
    'is shown to the user',
    `${AS_REAL} What is for the model is \`additionalContext\`.`,
  ],
  [
    'A failed hook (an exit code other than 0 and 2)',
    ['plugins'],
    'is shown in verbose mode only',
    'is always shown',
    'A guard that does not work must not look like one that found nothing.',
  ],
  [
    'Regular expressions in matchers',
    ['module'],
    'must match the whole name',
    'are searched for anywhere in it; a matcher of plain names is exact. [`full`](matching.md#matchers) asks for the whole name, from every host',
    `${AS_REAL} Hooks that were written for it would fire less.`,
  ],
  [
    'Merging files',
    ['module'],
    'all entries are put behind each other',
    'the same, but a handler that is defined twice for an event, in one file or several, runs once: the definition of the strongest scope, among equals the last. Plugins and skills have their own copies',
    `${AS_REAL} The scope is ours: [Profiles](#profiles).`,
  ],
  [
    'Unit of `timeout`',
    ['contract', 'plugins'],
    'milliseconds',
    'seconds; in `amplifier` 1000 or more is milliseconds, with a diagnostic. 500 is 500 seconds, cut to `max_timeout`',
    'As Claude Code does, and as published hooks mean it.',
  ],
  [
    'Timeout of a hook that states none',
    ['contract', 'plugins', 'amplihack'],
    '60 seconds; for amplihack’s tool hooks none at all',
    '30 seconds (`default_timeout`), in `claude-code` by event, mostly 600',
    'The first as the specification of the module says, the second as Claude Code does. A hook without any limit could hold a session for ever.',
  ],
  [
    '`"continue": false`',
    ['contract'],
    'a field of all events',
    'ends the turn where [Events](events.md) says so; on SessionStart, Notification, PreCompact and the others it is ignored, with a diagnostic',
    `${AS_REAL} There is no turn to end.`,
  ],
  [
    '`additionalContext`',
    ['plugins'],
    'a field of all events',
    'accepted without effect on Setup and Notification; SessionEnd, PreCompact and PermissionRequest know no such field. Each with a diagnostic',
    AS_REAL,
  ],
  [
    '`"decision": "block"` on PostToolUse, SessionStart and SessionEnd',
    ['module'],
    'a deny',
    'on PostToolUse feedback to the model; on the others no effect, with a diagnostic',
    `${AS_REAL} What happened cannot be denied.`,
  ],
  [
    'An entry without `type`',
    ['module', 'plugins'],
    'invalid',
    'a command, with a warning (`claude-code`: set aside)',
    'It is clear what is meant.',
  ],
  [
    '`description` of another type than text',
    ['module'],
    'invalid',
    'not looked at',
    'Nothing depends on it.',
  ],
  [
    'Unquoted variables in a command, as in `>> $AMPLIFIER_PROJECT_DIR/x.log`',
    ['module', 'plugins'],
    'written so',
    'works where the path has no blank; `validate` warns (`root-unquoted`)',
    'The shell takes a command as it is written; whoever changed it would have to know what was meant.',
  ],
  [
    'Where settings and plugins of Claude Code are found',
    ['contract', 'plugins'],
    'in `~/.claude/`, `.claude/` and `node_modules`',
    'only when asked for: `--claude-settings`, `--plugin`, `install`, `migrate --from claude`',
    'The specification of the module asks for a standalone system. Reading them unasked would run every hook twice where both are in use.',
  ],
  [
    'Hooks of a project',
    ['module', 'contract'],
    'run',
    'run once you approved them, as they were approved ([Trust](trust.md))',
    'A checked-out project must not run programs before somebody looked at them.',
  ],
  [
    'Commands',
    ['module'],
    '`amplifier hooks install`, `list`, …',
    '`amplifier-hooks install`, `list`, …',
    'One executable for every host.',
  ],
  [
    'Discovery service',
    ['module'],
    'a catalogue of hooks',
    '`search` looks through the [marketplaces](marketplaces.md) that you added, on this machine',
    'Nobody is told what you look for, and no one place decides what is found.',
  ],
  [
    'Sandboxing',
    ['module'],
    'may come later',
    'none; [Security](security.md#how-to-keep-a-hook-in) says how to put one around it',
    'What a hook must reach depends on what it is for: one box for all would stop some from working, and promise more than it holds.',
  ],
  [
    'Texts of errors',
    ['plugins'],
    '`hooks: Invalid input`',
    'our own: file, line, column, what is wrong, what to do ([Diagnostics](diagnostics.md))',
    'The original names neither place nor cause.',
  ],
  [
    'Installing amplihack’s hooks',
    ['amplihack'],
    '`amplihack install`',
    '`amplifier-hooks amplihack install`',
    'The command of that name is amplihack’s own.',
  ],
  [
    'Events for `amplihack-hooks` without `hook_event_name`',
    ['amplihack'],
    'invalid',
    'the event of the subcommand',
    'Hosts that call one command for each event leave the name out. A tool event that lacks its required fields is invalid all the same.',
  ],
  [
    'Reflection of `amplihack-hooks stop`',
    ['amplihack'],
    'runs at every stop',
    'runs with `AMPLIHACK_ENABLE_REFLECTION=1` only',
    'It asks a model each time the agent stops, and that costs money.',
  ],
  [
    'Commands that `amplihack-hooks pre-tool-use` lets through',
    ['amplihack'],
    'those of an allow-list',
    'all but what [its rules](amplihack.md) deny; `mkfs.ext4 /dev/sda` and `curl … | sh` pass',
    'The list is not published, and a guess at one would stop ordinary work. Add a guard of your own: [your first guard](tutorial.md).',
  ],
  [
    'Answer of `amplihack-hooks pre-compact`',
    ['amplihack'],
    'not said; the original answers with `hookSpecificOutput`',
    'a line of text with the path of the kept transcript; without a transcript the original’s object, which `amplifier` ignores and `claude-code` reports as a failure that stops nothing',
    'PreCompact hands on plain text only.',
  ],
  [
    '`register(event, handler, priority, name)`',
    ['api'],
    'positional',
    '`register(event, handler, { priority, name })`; anything else in its place is a `TypeError`',
    'TypeScript has no named arguments, and a priority that is silently ignored changes who goes first.',
  ],
  [
    'Results, approvals, displays and contexts',
    ['api'],
    'as described there',
    'see [The published kernel and the API document](kernel.md#the-published-kernel-and-the-api-document)',
    'The published kernel differs from its document.',
  ],
];

/** The section about them. */
export const documentsSection = (): string => {
  const names = Object.values(DOCUMENTS).join('; ');
  const rows = ROWS.map(([topic, from, says, here, why]) => [topic, from.join(', '), says, here, why]);
  return `This was written after five documents: ${names}. What they say holds, but for the rows above and these; \`${Object.keys(DOCUMENTS).join('`, `')}\` is the document that says otherwise.

${table(['topic', 'document', 'says', 'here', 'why'], rows)}`;
};
