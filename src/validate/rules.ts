// Every rule about commands and scripts. The reference page is made from this table.
import type { RuleInfo } from './finding.js';

type Extra = Partial<Pick<RuleInfo, 'fixable' | 'section'>>;

const make =
  (severity: RuleInfo['severity']) =>
  (meaning: string, fix: string, extra: Extra = {}): RuleInfo => ({
    severity,
    meaning,
    fix,
    fixable: false,
    section: null,
    ...extra,
  });
const [error, warning, info] = [make('error'), make('warning'), make('info')];

export const RULES = {
  // Where a script is, and whether it can start.
  'script-missing': error(
    'The script that a command runs does not exist, so the hook never does anything.',
    'Correct the path or add the script.',
    { section: 'P10.3' },
  ),
  'script-not-executable': error(
    'The script is run directly, but is not executable: the shell ends with 126, and nothing is checked.',
    'Run chmod +x on it, or name its interpreter in the command.',
    { section: 'P9.1', fixable: true },
  ),
  'script-no-shebang': warning(
    'A script that is run directly has no first line that names its interpreter, so whichever shell is at hand reads it.',
    'Start it with a line such as #!/bin/sh or #!/usr/bin/env python3.',
    { section: 'P9.2' },
  ),
  'script-crlf': error(
    'The script has Windows line ends; the system looks for an interpreter whose name ends in a carriage return.',
    'Save it with Unix line ends.',
    { section: 'P9.2' },
  ),
  'script-syntax': error(
    'The script is not valid; a shell ends with 2 on a syntax error, which counts as a block.',
    'Correct it at this place; try it with bash -n.',
    { section: 'H5.2.3' },
  ),
  'script-working-directory': warning(
    'The script is named relative to the working directory, which changes during a session.',
    `Start the path with \${CLAUDE_PROJECT_DIR}/ or, in a plugin, \${CLAUDE_PLUGIN_ROOT}/.`,
    { section: 'H4.2.4' },
  ),
  'command-syntax': error(
    'The command is not a valid shell command; a shell ends with 2, which counts as a block.',
    'Correct the command; try it with bash -n.',
    { section: 'P10.3' },
  ),
  'program-not-found': warning(
    'A program that the hook calls is not on its PATH: the hook fails, and a guard that fails lets everything pass.',
    'Install the program, give its full path, or let the script ask with command -v first.',
  ),
  'interpreter-not-found': error(
    'The interpreter of the command or of the script is not on the hook’s PATH, so the hook cannot start.',
    'Install it, or name one that is there.',
    { section: 'P9.2' },
  ),

  // Shells.
  'root-unquoted': warning(
    'The plugin root or project directory stands without double quotes; a blank in that path splits it, and the hook does not start.',
    'Put double quotes around the whole word.',
    { section: 'H4.2.2', fixable: true },
  ),
  'bash-only-in-sh': warning(
    'Code that only bash understands is read by sh, which may be dash; a syntax error there ends with 2 and blocks every call.',
    'Write "shell": "bash" in the hook or #!/usr/bin/env bash in the script, or write it for sh.',
  ),
  'login-shell': warning(
    'A login or interactive shell runs start-up files, whose output comes before the answer of the hook and whose time is lost each time.',
    'Leave -l and -i out; set what is needed in the command itself.',
  ),

  // What a hook reads.
  'variable-never-set': warning(
    'The variable is never set, so it is always empty: what a hook is told comes as JSON on stdin.',
    'Read the event from stdin, for example with jq.',
    { section: 'H3.1.2' },
  ),
  'placeholder-never-filled': warning(
    'Placeholders in braces are not filled in; the hook sees them as they are written.',
    'Read the event from stdin, for example with jq.',
    { section: 'H3.1.2' },
  ),
  'field-never-sent': warning(
    'The script reads an input field that is never sent under that name.',
    'Read the field that the message names.',
    { section: 'H3.1.1' },
  ),
  'field-of-other-event': warning(
    'The script reads an input field that this event does not have.',
    'Attach the hook to the event that has the field, or do without it.',
    { section: 'H3.1.1' },
  ),
  'stop-loop': warning(
    'A Stop hook keeps the agent going without ever reading stop_hook_active, so it may do so for ever.',
    'End with exit code 0 when stop_hook_active is true.',
    { section: 'H6.6' },
  ),

  'reads-secrets': warning(
    'The hook reads a file or a store that keeps keys, passwords or tokens.',
    'Leave it out. If the hook needs a secret, let whoever installs it hand that one over in a variable.',
    { section: 'H6.3' },
  ),
  'waits-for-ever': warning(
    'The hook waits for something that nobody does, so every event waits until its time is up.',
    'Leave it out, or limit it, for example with timeout 5.',
    { section: 'H5.3.3' },
  ),

  // What a hook answers.
  'exit-1-blocks-nothing': warning(
    'The script says that something is blocked and ends with 1, which blocks nothing.',
    'End with exit code 2 to block, with the reason on stderr.',
    { section: 'H2.2.3' },
  ),
  'json-on-stderr': warning(
    'A decision in JSON is printed on stderr, where it is not read as one.',
    'Print the JSON on stdout and end with exit code 0.',
    { section: 'H3.2.1' },
  ),
  'text-before-json': warning(
    'Text is printed on stdout before the JSON, so the whole is not read as a decision.',
    'Print nothing but the JSON on stdout; everything else belongs on stderr.',
    { section: 'H3.2.1' },
  ),
  'output-without-event-name': warning(
    'hookSpecificOutput has no hookEventName, so it does not count.',
    'Add "hookEventName" with the name of the event.',
    { section: 'H3.2.2' },
  ),
  'output-for-other-event': warning(
    'hookSpecificOutput names another event than the one the hook is attached to, so it does not count.',
    'Name the event that is in hook_event_name of the input.',
    { section: 'H3.2.2' },
  ),
  'output-field-misplaced': warning(
    'permissionDecision and updatedInput stand at the top level, or decision inside of hookSpecificOutput, where they mean nothing.',
    'permissionDecision and updatedInput belong into hookSpecificOutput, together with hookEventName; decision and reason to the top level.',
    { section: 'H3.2.2' },
  ),
  'background-decides': warning(
    'The hook is async, so nobody waits for its answer, but it tries to decide.',
    'Leave async out, or let another hook decide.',
    { section: 'H2.1.2' },
  ),
  'block-has-no-effect': info(
    'The hook ends with exit code 2 or says block on an event that nothing can be blocked on.',
    'Use an event that can be blocked, or end with 0.',
    { section: 'H2.1.2' },
  ),

  // What other types of hooks call.
  'http-not-allowed': error(
    'The address of an http hook or of the MCP server of a hook is not in every "allowedHttpHookUrls" that binds the hook, so the hook is refused each time.',
    'Add it to the list, or remove the hook.',
  ),
  'http-private-address': error(
    'The address of an http hook or of the MCP server of a hook is a private one or a metadata service; the profile amplifier refuses it unless settings of the user or the administrator name it.',
    'If the hook may call it, name its address in "allowedHttpHookUrls" of your user settings.',
  ),
  'header-invalid': error('A header of an http hook cannot be sent, so nothing is.', 'Correct the header.'),
  'header-not-sent': warning(
    'A header says how the message is framed or where it goes; that is the engine’s business, and the header is left out.',
    'Remove the header.',
  ),
  'header-variable-empty': warning(
    'A header refers to a variable that the hook may not use, so it stays empty there.',
    'Name the variable in "allowedEnvVars" of the hook and, where settings have that list, in "httpHookAllowedEnvVars".',
  ),
  'mcp-server-unknown': error(
    'There is no usable MCP server of the name that an mcp_tool hook calls, so the hook fails each time.',
    'Correct the name, or define the server in .mcp.json, ~/.amplifier/mcp.json or the plugin.',
  ),
  'verdict-has-no-effect': info(
    'A prompt or agent hook stands on an event on which a "no" changes nothing.',
    'Use an event that can be blocked, or a command that answers in JSON.',
  ),

  // Several definitions together.
  'duplicate-runs-once': info(
    'The same hook is defined in two places; it runs once, as the later one of the strongest scope says.',
    'Keep one of the two.',
  ),
  'duplicate-runs-twice': warning(
    'The same script is attached to the same event in two places, and both run.',
    'Keep one of the two.',
  ),
  'calls-this-engine': warning(
    'A hook calls `amplifier-hooks dispatch` or `run`, and stands in a file that these read: it would be asked by itself. The second call says so and has no opinion, but each event costs twice.',
    'Leave the hook out of the files that amplifier-hooks reads, or that file out of what it reads.',
  ),
  'hooks-in-unread-file': warning(
    'A file that nobody reads has hooks in it.',
    'Move them to the file that the message names.',
    { section: 'H1.1' },
  ),
  'settings-not-loaded': info(
    'A settings file of Claude Code has hooks, but such files are not loaded here.',
    'Use --claude-settings, or the option claudeSettings of the engine.',
    { section: 'H1.1' },
  ),
  'byte-order-mark': info(
    'The file begins with a byte order mark; it was skipped here, but strict readers of JSON refuse the file.',
    'Save it as UTF-8 without a byte order mark.',
    { fixable: true },
  ),
  'matcher-comma': info(
    'A comma separates the names of the matcher; releases of Claude Code before 2.1.191 never matched such a list.',
    'Separate the names with |.',
  ),
} as const satisfies Record<string, RuleInfo>;

export type RuleCode = keyof typeof RULES;

/** Codes of the configuration that `--fix` can put right. */
export const FIXABLE_CONFIG: readonly string[] = [
  'event-case',
  'events-key',
  'if-tool-case',
  'json-trailing-comma',
  'matcher-case',
  'matcher-null',
  'plugin-path-dot',
  'timeout-milliseconds',
  'type-case',
  'unquoted-path',
  'wrapper-missing',
];

/** Whether `--fix` knows what to do about a code. */
export const isFixable = (code: string): boolean =>
  FIXABLE_CONFIG.includes(code) ||
  Object.entries(RULES).some(([name, rule]) => name === code && rule.fixable);
