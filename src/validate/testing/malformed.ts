// Shapes of configuration that are found in public and do not do what is meant, each with the line that names the cause.
import type { Silence } from './does-not-fire.js';

const hook = (command: string, more: Record<string, unknown> = {}) => ({ type: 'command', command, ...more });
const on = (event: string, matcher: unknown, ...hooks: readonly unknown[]) => ({
  hooks: { [event]: [{ ...(matcher === null ? {} : { matcher }), hooks }] },
});
const HOOKS = 'project/.amplifier/hooks/hooks.json';
const seen = (
  cause: string,
  content: unknown,
  says: string,
  file = HOOKS,
  flags: readonly string[] = [],
): Silence => ({
  report: 'public files',
  cause,
  files: { [file]: content },
  teller: 'validate',
  flags,
  says,
});

export const MALFORMED: readonly Silence[] = [
  seen(
    '"hooks" is an array of objects',
    { hooks: [{ event: 'Stop', command: 'true' }] },
    '"hooks" is an array; each entry was read for the event it names',
  ),
  seen(
    'no "hooks" around the events',
    { Stop: [{ hooks: [hook('true')] }] },
    'Stop must stand under "hooks"',
  ),
  seen(
    'a hook where a group belongs',
    { hooks: { Stop: [{ matcher: 'Write', ...hook('true') }] } },
    'A hook of Stop stands where a group belongs',
  ),
  seen(
    'an object where an array belongs',
    { hooks: { Stop: { hooks: [hook('true')] } } },
    'Stop has an object where an array of groups belongs',
  ),
  seen(
    'a command where an array belongs',
    { hooks: { PreToolUse: '~/x.sh' } },
    'The string under PreToolUse was read as a command',
  ),
  seen(
    'a group without hooks',
    { hooks: { PreToolUse: [{ matcher: 'Bash', description: 'x' }] } },
    'A group of PreToolUse has no "hooks" array; it does nothing',
  ),
  seen(
    '"events" instead of "hooks"',
    { events: { Stop: [{ hooks: [hook('true')] }] } },
    '"events" was read as "hooks"',
  ),
  {
    ...seen(
      'an event that does not exist',
      on('PreCommandInvoke', null, hook('true')),
      'There is no event "PreCommandInvoke"; 1 hook lost',
    ),
    teller: 'list',
  },
  seen(
    'the name of the event in "type"',
    { hooks: { PostToolUse: [{ hooks: [{ type: 'PostToolUse', command: 'true' }] }] } },
    '"type" names the event PostToolUse, not a type of hook; it was read as "command"',
  ),
  seen(
    'no "type"',
    { hooks: { Stop: [{ hooks: [{ command: 'true' }] }] } },
    'The hook does not state its type; it was read as "command"',
  ),
  seen(
    'a type that does not exist',
    on('Stop', null, { type: 'message', message: 'x' }),
    'There is no hook type "message"; this hook of Stop is not used',
  ),
  seen(
    'an expression as a matcher',
    on('PreToolUse', 'tool == "Edit" || tool == "Write"', hook('true')),
    'the matcher "tool == \\"Edit\\" || tool == \\"Write\\"" looks like an expression, but it is taken as one regular expression for tool_name, and as such it matches everything',
  ),
  seen(
    'an expression that never matches',
    on('PreToolUse', 'tool == "Bash"', hook('true')),
    'the matcher "tool == \\"Bash\\"" looks like an expression, but it is taken as one regular expression for tool_name',
  ),
  seen(
    'a permission rule as a matcher',
    on('PreToolUse', 'Bash(git commit:*)', hook('true')),
    'the matcher "Bash(git commit:*)" is a permission rule; as a matcher it does not select what it says',
  ),
  seen(
    'file patterns in a matcher',
    on('PreToolUse', 'tools:Write AND file_paths:**/*.py', hook('true')),
    'the matcher "tools:Write AND file_paths:**/*.py" looks like an expression, but it is taken as one regular expression for tool_name',
  ),
  seen(
    'the name of a server as a matcher',
    on('PreToolUse', 'mcp__gemini', hook('true')),
    '"mcp__gemini" is the name of a server, not of a tool, so it selects nothing',
  ),
  seen(
    'a matcher that is an object',
    on('PreToolUse', { type: 'always' }, hook('true')),
    'The matcher must be a string, but is an object; the group is not used',
  ),
  seen(
    'one special character in a list',
    on('PreToolUse', 'Write|Edit|mcp__.*', hook('true')),
    'the matcher "Write|Edit|mcp__.*" also selects MultiEdit, NotebookEdit, TodoWrite: one special character makes the whole list a regular expression, which is found anywhere in a name',
  ),
  seen(
    'a timeout in milliseconds',
    on('Stop', null, hook('true', { timeout: 60000 })),
    'The timeout 60000 was read as 60000 milliseconds, 60 seconds',
  ),
  seen(
    '"enabled": false',
    { hooks: { Stop: [{ enabled: false, hooks: [hook('true')] }] } },
    '"enabled": false switches the hook off here, but not in Claude Code',
  ),
  seen(
    'a variable that is never set',
    on('PostToolUse', 'Write', hook('cat "$CLAUDE_TOOL_FILE_PATH"')),
    '$CLAUDE_TOOL_FILE_PATH is never set, so it is always empty',
  ),
  seen(
    'stdin expected in a variable',
    on('PostToolUse', 'Write', hook('echo "$STDIN_JSON" | cat')),
    '$STDIN_JSON is never set, so it is always empty',
  ),
  seen(
    'a placeholder in braces',
    on('PostToolUse', 'Write', hook('cat {{tool_input.file_path}}')),
    '{{tool_input.file_path}} is not filled in; the command gets it as it stands',
  ),
  seen(
    'the plugin root without quotes',
    on('Stop', null, hook('cat $CLAUDE_PROJECT_DIR/x')),
    `\${CLAUDE_PROJECT_DIR} stands without double quotes: where that path has a blank in it, the hook does not start`,
  ),
  seen(
    'code for bash in the hands of sh',
    on('PreToolUse', null, hook('a=(1 2); echo x')),
    'sh reads the command, but an array is for bash: a plain sh stops there with exit code 2, which blocks',
    HOOKS,
    ['--profile', 'claude-code'],
  ),
  seen(
    'broken quotes',
    on('Stop', null, hook('echo "x')),
    '"echo \\"x" is not a valid shell command: unterminated double quote',
  ),
  seen(
    'a hooks.json in .claude/hooks',
    on('Stop', null, hook('true')),
    '<root>/project/.claude/hooks/hooks.json is not read; move its hooks to <root>/project/.claude/settings.json or <root>/project/.amplifier/hooks/hooks.json',
    'project/.claude/hooks/hooks.json',
    ['--claude-settings'],
  ),
];
