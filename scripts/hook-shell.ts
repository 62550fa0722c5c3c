// Where the module for Amplifier differs on purpose from amplifier-module-hook-shell, which it takes the place of.
import { table } from './markdown.js';

const ROWS: readonly (readonly [topic: string, there: string, here: string, why: string])[] = [
  [
    'Case of a matcher',
    '`bash` and `BASH` select `Bash`',
    'exact, as in Claude Code; Amplifier’s own names (`bash`, `write_file`) select too',
    'A hook written for Claude Code means what it says; the names people used in Amplifier still work.',
  ],
  [
    'Matchers of UserPromptSubmit and Stop',
    'applied',
    'ignored, as in Claude Code',
    'Such a hook would never fire.',
  ],
  [
    'Order of hooks',
    'one after the other; in parallel where the group says `"parallel": true`',
    'always in parallel; effects are applied in declared order',
    'As in Claude Code, and faster; the same runs still give the same decision.',
  ],
  [
    'Several hooks with something to say',
    'the first result that is not `continue` ends the event; hooks after it do not run',
    'all run; the strongest decision counts, texts are joined',
    'A hook that only adds context must not keep a guard from running.',
  ],
  [
    'JSON beside an exit code other than 0 and 2',
    'honoured, and the exit code is not mentioned',
    'honoured, and the exit code is a failure that is shown',
    'Measured on Claude Code; a guard that says deny and then fails still denies.',
  ],
  [
    'Reason of exit code 2 with JSON on stdout',
    'stderr, or “Hook blocked operation”',
    'the reason that the JSON gives to a block or deny, else stderr; its other fields count too',
    'A hook that prints both loses neither.',
  ],
  [
    '`$ARGUMENTS` of a prompt hook',
    'lines such as “Tool: …”, the result cut at 500 characters',
    'the whole event as JSON, marked as data',
    'As in Claude Code: the model judges what really happens, and cannot take event data for instructions.',
  ],
  [
    'A prompt hook’s answer that is not a JSON verdict',
    'guessed from words such as “no” and “block”, else allowed',
    'no verdict: a failure that is shown; `onFailure: "block"` makes it a block',
    '“Nothing suspicious” begins with “no”.',
  ],
  [
    'A hook that takes too long',
    'exit code 1 with a text on stderr; what it started runs on',
    'a failure of its own kind; the whole process group is ended',
    'A hook that hangs is not a hook that failed, and must not be left behind.',
  ],
  [
    'Variables in a command',
    'replaced before the shell sees the command, also inside single quotes',
    'left to the shell; only variables such as `CLAUDE_PLUGIN_ROOT` are replaced',
    'Single quotes mean what they mean.',
  ],
  [
    '`./x` and `../x` in the hooks of a skill',
    'looked for in the folder of the skill',
    'looked for where the hook runs; `CLAUDE_PLUGIN_ROOT` is the folder of the skill',
    'As in Claude Code. A command that is not found is a failure that is shown.',
  ],
  [
    'A configuration file that is valid JSON of the wrong shape',
    'no hook runs at all',
    'the entry is set aside with file, line and column; all others run',
    'One mistake must not switch off every guard.',
  ],
];

/** The section about them. */
export const hookShellSection = (): string =>
  table(
    ['topic', 'hook-shell', 'here', 'why'],
    ROWS.map((row) => [...row]),
  );
