// Every diagnostic code of this room: how bad, what it means, what to do. The reference page is made from this table.
import { type CodeInfo, error, info, warning } from '../text/index.js';

const SHAPE =
  'Write {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "…"}]}]}}.';

export const CONFIG_CODES = {
  // Options of the host.
  'option-invalid': error(
    'An option of the host has a value that cannot be meant.',
    'Give timeouts in seconds, greater than 0, and the default no greater than the maximum.',
  ),

  // Files and folders.
  'source-missing': error(
    'A file or folder that was named explicitly does not exist.',
    'Correct the path or create it.',
  ),
  'link-dangling': error(
    'A symbolic link points to nothing.',
    'Correct the target of the link, or remove the link.',
  ),
  'file-unreadable': error(
    'The operating system refuses to read a file or folder.',
    'Check its permissions.',
  ),
  'not-a-file': error(
    'A folder or a special file stands where a file belongs.',
    'Put a regular file there, or remove what stands there.',
  ),
  'not-a-folder': error('A file stands where a folder belongs.', 'Make it a folder, or remove it.'),
  'file-too-large': error('The file is larger than a configuration can be.', 'Make it smaller.'),
  'file-too-deep': error(
    'The file nests deeper than a configuration can.',
    'Remove the superfluous nesting.',
  ),
  'file-not-utf8': error('The file is not UTF-8 text.', 'Save it as UTF-8.'),
  'file-empty': error(
    'The file is empty, as if it had been cut off while it was written; none of its hooks is used.',
    'Restore it; where no hooks are meant, remove it or write {"hooks": {}}.',
  ),
  'file-read-once': info(
    'The same file is reached in two ways; it is read once.',
    'Name it in one place only.',
  ),
  'file-dropped': error(
    'One invalid PreToolUse or PermissionRequest entry made this profile ignore the whole file.',
    'Correct the entry that the other diagnostic of this file names.',
  ),
  'too-many-hooks': error(
    'There are more hooks than are read: of an administrator, of the user, of plugins and of a project 10,000 each.',
    'Remove what is not needed.',
  ),
  'too-many-plugins': error(
    'A hooks directory has more entries than are read.',
    'Remove what is not needed.',
  ),
  'too-many-skills': error(
    'The plugins of an administrator, of the user, or of a project have more skills than are looked at for hooks.',
    'Remove what is not needed.',
  ),
  'too-many-problems': warning(
    'There are more problems than are listed: of an administrator, of the user, of plugins and of a project 1,000 each.',
    'Correct the listed ones and check again.',
  ),

  // JSON.
  'json-syntax': error(
    'The file is not valid JSON; nothing in it is used.',
    'Correct the JSON at this place.',
  ),
  'json-comment': warning('JSON has no comments; they were skipped.', 'Remove the comments.'),
  'json-trailing-comma': warning(
    'JSON has no comma after the last element; it was skipped.',
    'Remove the comma.',
  ),
  'json-duplicate-key': warning('A key stands twice in one object.', 'Merge the two.'),
  'root-not-object': error('The file does not hold a JSON object.', SHAPE),

  // Front matter of skills and agents.
  'front-matter-invalid': warning(
    'The front matter is not valid YAML; its "hooks" were read on their own.',
    'Correct the YAML, usually by quoting the value at this place.',
  ),
  'front-matter-unreadable': error(
    'The "hooks" of the front matter are not valid YAML; none of them is used.',
    'Correct the YAML at this place; quote values that start with *, [, { or &.',
  ),
  'front-matter-unclosed': warning(
    'The front matter has no closing line; it was not read.',
    'End the front matter with a line of three dashes.',
  ),
  'agent-stop': info(
    'Stop of an agent means the end of that agent: it was read as SubagentStop.',
    'Write SubagentStop to say so.',
  ),

  // Top level of a file.
  'wrapper-missing': warning('Events stand at the top level instead of under "hooks".', SHAPE),
  'events-key': warning('The key is called "events" instead of "hooks".', 'Rename it to "hooks".'),
  'hooks-twice': warning('"hooks" stands inside "hooks".', 'Remove one of the two levels.'),
  'hooks-array': warning('"hooks" is an array instead of an object with one key for each event.', SHAPE),
  'hooks-type': error('"hooks" is neither an object nor anything that can be understood as one.', SHAPE),
  'no-hooks': info('The file defines no hook.', 'Remove it, or add a hook.'),
  'top-level-key-unknown': info(
    'A key at the top level means nothing here and is ignored.',
    'Remove it, or start its name with an underscore to mark it as a comment.',
  ),
  'contract-version-unknown': warning(
    'The file states a contract version that is not known here.',
    'State a known version, or update amplifier-hooks.',
  ),

  // Events.
  'event-unknown': error('There is no event of this name.', 'Correct the name of the event.'),
  'event-case': warning(
    'The name of the event is written differently; Claude Code ignores it.',
    'Write the name exactly as suggested.',
  ),
  'event-alias': warning(
    'The event has another name in this format; Claude Code ignores this one.',
    'Write the name exactly as suggested.',
  ),
  'event-not-array': warning('An event has an object where an array of groups belongs.', SHAPE),
  'event-string': warning('An event has a string where an array of groups belongs.', SHAPE),
  'event-type': error('An event has a value that cannot be understood as groups of hooks.', SHAPE),
  'event-empty': info('An event is listed without any hook.', 'Remove the event, or add a hook.'),
  'comment-key': info(
    'A comment stands where event names belong; it is ignored.',
    'Nothing, if it is meant so.',
  ),
  'array-entry': error('An entry of the "hooks" array does not say which event it is for.', SHAPE),

  // Groups.
  'group-flat': warning('A hook stands where a group belongs.', SHAPE),
  'group-without-hooks': error('A group has no "hooks" array, so it does nothing.', SHAPE),
  'group-type': error('Something else stands where a group of hooks belongs.', SHAPE),
  'hooks-not-array': warning('The "hooks" of a group are not an array.', SHAPE),
  'nested-array': warning('An array stands inside an array.', 'Remove one pair of brackets.'),
  'matcher-list': warning(
    'The matcher is an array of names; Claude Code refuses that.',
    'Write the names as one string, separated by |.',
  ),
  'matcher-null': warning('The matcher is null; Claude Code refuses that.', 'Leave the matcher out.'),
  'matcher-type': error(
    'The matcher is not a string.',
    'Write a tool name, several separated by |, or a regular expression.',
  ),
  'group-field-unknown': warning('A field of a group means nothing and is ignored.', 'Remove the field.'),
  'enabled-flag': warning(
    '"enabled" and "disabled" mean nothing to Claude Code.',
    'Remove the hook, or switch it off with the host’s own means.',
  ),

  'mode-ignored': warning(
    '"mode" and "budget" mean nothing to Claude Code: a hook with "mode": "observe" decides there.',
    'Put the hook in observe mode with `amplifier-hooks shadow <id>`, which counts in every profile, or remove the key.',
  ),

  // Hooks.
  'hook-string': warning(
    'A hook is a bare string; it was read as a command.',
    'Write {"type": "command", "command": "…"}.',
  ),
  'hook-type': error(
    'Something else stands where a hook belongs.',
    'Write {"type": "command", "command": "…"}.',
  ),
  'type-missing': warning(
    'A hook does not state its type.',
    'Add "type": "command" (or http, mcp_tool, prompt, agent).',
  ),
  'type-event': warning(
    'The type of a hook names an event.',
    'Use the event as the key under "hooks" and state "type": "command".',
  ),
  'type-case': warning('The type of a hook is written differently.', 'Write the type exactly as suggested.'),
  'type-unknown': error(
    'There is no hook type of this name.',
    'Use command, http, mcp_tool, prompt or agent.',
  ),
  'field-missing': error('A hook lacks a field that its type needs.', 'Add the field.'),
  'field-type': error('A field has a value of the wrong type.', 'Correct the value.'),
  'field-value': error(
    'A field has a value that is not one of those allowed.',
    'Use one of the allowed values.',
  ),
  'field-unknown': warning(
    'A field of a hook means nothing and is ignored.',
    'Remove the field, or correct its name.',
  ),
  'command-array': warning(
    'The command is an array; it was read as program and arguments.',
    'Write the program as "command" and the rest as "args".',
  ),
  'command-empty': warning(
    'The command is empty; the hook can only fail.',
    'Write a command, or remove the hook.',
  ),
  'command-invalid': error(
    'The command holds a character that no program can be given.',
    'Remove the character.',
  ),
  'url-invalid': error(
    'The URL of an http hook cannot be used.',
    'Write a full http:// or https:// address.',
  ),
  'timeout-invalid': error(
    'A timeout is not a number greater than 0.',
    'Give the timeout in seconds, or leave it out.',
  ),
  'timeout-milliseconds': warning(
    'A timeout looks like milliseconds; the unit is seconds.',
    'Give the timeout in seconds.',
  ),
  'timeout-cut': warning(
    'A timeout is longer than allowed and was cut.',
    'Ask for less, or raise the option max_timeout.',
  ),
  'handler-not-allowed': error(
    'This event cannot be served by this type of hook; the hook never runs.',
    'Use a type that the event allows.',
  ),
  'plugin-variable-outside-plugin': warning(
    'A hook that belongs to no plugin refers to the folder of its plugin; it is refused when it should run.',
    `Use \${CLAUDE_PROJECT_DIR} or a full path.`,
  ),
  'unquoted-path': warning(
    'A path with a space in it is used without double quotes, so the shell splits it.',
    'Put double quotes around the path.',
  ),

  // Plugins.
  'plugin-path-dot': warning('A path in the manifest does not start with "./".', 'Start the path with "./".'),
  'plugin-path-absolute': error(
    'A path in the manifest is absolute.',
    'Give the path relative to the plugin folder, starting with "./".',
  ),
  'plugin-path-escapes': error(
    'A path in the manifest leads out of the plugin folder.',
    'Keep the file inside the plugin folder; paths start there, not at the manifest.',
  ),
  'plugin-path-in-manifest-folder': warning(
    'A hooks file lies in .claude-plugin, where only the manifest belongs.',
    'Move it to hooks/hooks.json.',
  ),
  'plugin-file-missing': error(
    'A file named in the manifest does not exist.',
    'Correct the path or add the file.',
  ),
  'plugin-file-twice': info('The manifest names a file twice; it is read once.', 'Remove one of the two.'),
  'plugin-hooks-type': error(
    '"hooks" of the manifest is neither a path, nor an object, nor an array of these.',
    'Write "./hooks/hooks.json", or the events themselves.',
  ),
  'plugin-not-loaded': error(
    'This profile does not load a plugin with such a mistake; none of its hooks runs.',
    'Correct the mistake that the other diagnostic of this plugin names.',
  ),
  'hooks-file-misplaced': warning(
    'A hooks file lies where nobody reads it.',
    'Move it to the place the message names.',
  ),

  // Settings.
  'setting-type': warning('A setting has a value of the wrong type and is ignored.', 'Correct the value.'),
  'env-refused': warning(
    'The project’s settings set a variable that changes how programs start; no hook is given it.',
    'Set it in your own settings, or where the host is started, if hooks need it.',
  ),
  'policy-invalid': error(
    'The administrator’s "hookPolicy" says something that cannot be understood. Until it can, PreToolUse and PermissionRequest are denied.',
    'Correct it; docs/policy.md says what it may hold.',
  ),
  'policy-unreadable': error(
    'The administrator’s settings cannot be read, so nobody knows what they require. PreToolUse and PermissionRequest are denied.',
    'Have the administrator correct the file.',
  ),
  'policy-unmet': error(
    'A hook that the administrator requires is missing or cannot run. Until it can, PreToolUse and PermissionRequest are denied.',
    'Put the hook back or switch it on; `amplifier-hooks list` shows what became of it.',
  ),
  'trust-limited': error(
    'The host asks for less trust in approvals than the administrator’s policy wants; the policy counts.',
    'Remove the option, and approve what the project brings with `amplifier-hooks trust`.',
  ),
  'setting-ignored': warning('A setting does not count in this file.', 'Move it to the managed settings.'),
  'hooks-disabled': info('"disableAllHooks" switches hooks off.', 'Remove it to switch them on again.'),
  'disable-limited': info(
    '"disableAllHooks" of a project switches off the hooks of that project only.',
    'Set it in the user settings to switch off the user’s hooks too.',
  ),

  'list-only-narrows': warning(
    'A list of a project names something that the user or the administrator does not allow; lists of projects only narrow.',
    'If it is to be allowed, name it in the same list of your user settings (~/.claude/settings.json); otherwise remove it here.',
  ),
  'http-variable-withheld': warning(
    'An http hook of the project asks for variables that nobody granted the project, so its headers lack them.',
    'If the project may send them, name them in "httpHookAllowedEnvVars" of your user settings (~/.claude/settings.json), or move the hook to ~/.amplifier/hooks.',
  ),

  // MCP servers.
  'mcp-servers-type': error(
    '"mcpServers" is nothing that servers could stand in.',
    'Write {"mcpServers": {"name": {"command": "…", "args": []}}}; a manifest may also name "./file.json".',
  ),
  'mcp-wrapper-missing': warning(
    'MCP servers stand at the top level instead of under "mcpServers".',
    'Write {"mcpServers": {"name": {"command": "…", "args": []}}}.',
  ),
  'mcp-server-invalid': error(
    'The definition of an MCP server cannot be used.',
    'Give a "command" with "args" and "env", or a "type" (http or sse) with a "url" and "headers".',
  ),
  'mcp-field-ignored': warning(
    'A field of an MCP server means nothing here and is ignored.',
    'Remove the field, or correct its name.',
  ),
  'mcp-variable-missing': error(
    'The definition of an MCP server needs a variable that is not set.',
    `Set the variable, or write a default: \${NAME:-value}.`,
  ),
  'mcp-variable-withheld': warning(
    'The definition of an MCP server of the project asks for a variable that nobody granted the project.',
    'If the project may have it, name it in "httpHookAllowedEnvVars" of your user settings (~/.claude/settings.json), or define the server in ~/.amplifier/mcp.json.',
  ),
  'mcp-server-hidden': info(
    'Two MCP servers have the same name; the one from the stronger source is used.',
    'Rename one of them.',
  ),
  'mcp-server-off': info(
    'An MCP server is kept out by an option or a setting.',
    'Nothing, if it is meant so.',
  ),

  // Switches.
  'state-invalid': error(
    'The file that says which hooks are switched off or only observe, or an entry of it, cannot be understood and changes nothing.',
    'Correct it, or remove it and use `amplifier-hooks disable <id>` again.',
  ),
  'state-unknown': info(
    'A hook or plugin is switched off or shadowed that no longer exists.',
    'Forget it with `amplifier-hooks enable <id>` or `amplifier-hooks promote <id>`, unless it comes back.',
  ),
  'state-limited': info(
    'A project switches off or shadows a hook that is not its own; the hook stays as it is.',
    'Do it for yourself with `amplifier-hooks disable <id>` or `amplifier-hooks shadow <id>`, or remove the entry.',
  ),

  // Reload.
  'last-good-kept': error(
    'A file that was fine before is broken now; the last good state of all hooks stays in force.',
    'Correct the file; the change is noticed.',
  ),
  'watch-failed': warning(
    'Changes in a folder cannot be noticed.',
    'Restart the session after an edit there, or check permissions and the limit of watched files.',
  ),

  // Commands, judged on request.
  'script-missing': warning(
    'The script that a command names does not exist.',
    'Correct the path or add the script.',
  ),
  'script-not-executable': warning(
    'The script that a command runs is not executable.',
    'Run chmod +x on it, or name its interpreter in the command.',
  ),
  'script-relative': warning(
    'A plugin names its script relative to the working directory, which is not the plugin folder.',
    `Start the path with \${CLAUDE_PLUGIN_ROOT}/.`,
  ),
  'command-syntax': warning(
    'The command is not a valid shell command.',
    'Correct the command; try it with bash -n.',
  ),
} as const satisfies Record<string, CodeInfo>;

/** A diagnostic code of this room. */
export type ConfigCode = keyof typeof CONFIG_CODES;
