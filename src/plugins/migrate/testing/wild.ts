// Hook configurations as people publish them: every form of matcher, timeout, placeholder, handler and extra field.
import fc from 'fast-check';
import { EVENT_NAMES } from '../../../events/index.js';

type Fields = Readonly<Record<string, unknown>>;

const ref = (name: string, rest = ''): string => `\${${name}${rest}}`;

export const MATCHERS: readonly string[] = [
  '',
  '*',
  'Bash',
  'Edit|Write',
  'Edit|MultiEdit|Write|NotebookEdit',
  'Write,Edit,MultiEdit',
  'Edit, Write',
  '.*',
  '^Bash$',
  'Notebook.*',
  'mcp__.*',
  'mcp__*',
  'mcp__gemini',
  'Write|Edit|mcp__.*__write',
  'startup|resume',
  'manual',
  '.env|.envrc|package.json',
  'tool == "Edit" || tool == "Write"',
  'tool == "Bash" && tool_input.command matches "git push"',
  'Bash(git commit:*)',
  'Bash(*)',
  'tools:Write AND file_paths:**/*.py',
  'code-reviewer',
  '^my-plugin:reviewer$',
];

export const TIMEOUTS: readonly number[] = [
  2, 3, 5, 10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 300, 600, 2000, 3000, 5000, 10_000, 15_000, 30_000,
  60_000, 120_000, 1.5,
];

export const COMMANDS: readonly string[] = [
  `node ${ref('CLAUDE_PLUGIN_ROOT')}/scripts/x.js`,
  `"${ref('CLAUDE_PROJECT_DIR')}"/.claude/hooks/guard.sh`,
  `"$CLAUDE_PROJECT_DIR/.claude/hooks/my guard.sh" --fast`,
  `bash ${ref('CLAUDE_PROJECT_DIR', ':-.')}/run.sh`,
  `${ref('PAI_DIR')}/hooks/stop.hook.ts`,
  '$HOME/.claude/hooks/log.py',
  '~/.claude/hooks/log.py',
  '.claude/hooks/check.sh',
  'uv run .claude/hooks/pre_tool_use.py',
  'npx --yes han hook run lint',
  "jq -r '.tool_input.command' >> ~/.claude/bash-log.txt",
  `node -e "let d='';process.stdin.on('data',c=>d+=c)"`,
  'bash -c \'if [[ "$CLAUDE_TOOL_FILE_PATH" == *.py ]]; then black "$CLAUDE_TOOL_FILE_PATH"; fi\'',
  'echo "{{tool_input.file_path}}"',
  '# first line\necho second',
  "echo 'it'\\''s'",
  'echo "é ✓ \u{1F600}"',
  '',
];

const maybe = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: value.map((item) => ({ [name]: item })) },
  );

const all = (...parts: readonly fc.Arbitrary<Fields>[]): fc.Arbitrary<Fields> =>
  fc.tuple(...parts).map((fields) => Object.assign({}, ...fields));

const text = fc.constantFrom('a', 'Checks things', 'ünï "quoted"', '');

const options = all(
  maybe('timeout', fc.constantFrom(...TIMEOUTS)),
  maybe('if', fc.constantFrom('Bash(git commit:*)', 'Bash(git push *--force*)', 'Write(.env*)')),
  maybe('description', text),
  maybe('statusMessage', text),
  maybe('once', fc.boolean()),
  maybe('onFailure', fc.constantFrom('continue', 'block')),
  maybe('disabled', fc.boolean()),
  maybe('environment', fc.constant({ A: 'b' })),
  maybe('outputFormat', fc.constant('json')),
  maybe('alwaysRun', fc.boolean()),
  maybe('continueOnError', fc.boolean()),
  maybe('priority', fc.integer()),
  maybe('event', fc.constant('Stop')),
);

const command = all(
  fc.constantFrom(...COMMANDS).map((line) => ({ type: 'command', command: line })),
  options,
  maybe(
    'args',
    fc.array(fc.constantFrom(`${ref('CLAUDE_PROJECT_DIR')}/x`, '--strict', ''), { maxLength: 3 }),
  ),
  maybe('async', fc.boolean()),
  fc.constantFrom({}, { asyncRewake: true, rewakeMessage: 'm', rewakeSummary: 's' }),
  maybe('shell', fc.constantFrom('bash', 'powershell')),
  maybe('commandWindows', fc.constant('x.cmd')),
);

const http = all(
  fc.constant({ type: 'http', url: 'https://hooks.example.com/x' }),
  options,
  maybe('headers', fc.constant({ Authorization: 'Bearer $TOKEN' })),
  maybe('allowedEnvVars', fc.constant(['TOKEN'])),
);

const tool = all(
  fc.constant({ type: 'mcp_tool', server: 'plugin:a:b', tool: 'scan' }),
  options,
  maybe('input', fc.constant({ path: ref('tool_input.file_path'), deep: [null, 1, { a: true }] })),
);

const model = all(
  fc.constantFrom('prompt', 'agent').map((type) => ({ type, prompt: 'Is it safe? $ARGUMENTS' })),
  options,
  maybe('model', fc.constant('haiku')),
  maybe('continueOnBlock', fc.boolean()),
);

export const hook = fc.oneof(
  { weight: 8, arbitrary: command },
  { weight: 1, arbitrary: http },
  { weight: 1, arbitrary: tool },
  { weight: 1, arbitrary: model },
);

export const group = all(
  fc.oneof(
    fc.constant({}),
    fc.constantFrom(...MATCHERS).map((matcher) => ({ matcher })),
  ),
  maybe('description', text),
  maybe('id', text),
  maybe('enabled', fc.boolean()),
  maybe('filePattern', fc.constant('**/*.py')),
  fc.array(hook, { maxLength: 4 }).map((hooks) => ({ hooks })),
);

/** A well-formed event map. */
export const eventMap = fc.dictionary(fc.constantFrom(...EVENT_NAMES), fc.array(group, { maxLength: 3 }), {
  maxKeys: 5,
});

/** What stands wrongly in published event maps: key and value. */
export const MALFORMED: readonly (readonly [string, string, unknown])[] = [
  ['an unknown event', 'preEditHook', [{ hooks: [{ type: 'command', command: 'x' }] }]],
  ['an event with an object', 'SubagentStop', { command: 'x' }],
  ['an event with tools for keys', 'PostToolUse', { Bash: 'echo' }],
  ['an event with a string', 'SessionStart', './x.sh'],
  ['a hook where a group belongs', 'Notification', [{ matcher: 'Write', type: 'prompt', prompt: 'x' }]],
  ['a group without hooks', 'PreCompact', [{ matcher: 'manual', description: 'nothing' }]],
  [
    'a matcher that is an object',
    'PreToolUse',
    [{ matcher: { type: 'always' }, hooks: [{ type: 'command', command: 'x' }] }],
  ],
  [
    'a matcher that is an array',
    'PreToolUse',
    [{ matcher: ['Read', 'Edit'], hooks: [{ type: 'command', command: 'x' }] }],
  ],
  ['an event for a type', 'PostToolUse', [{ hooks: [{ type: 'PostToolUse', command: 'x' }] }]],
  ['no type', 'Stop', [{ hooks: [{ command: 'x' }] }]],
  ['an invented type', 'Stop', [{ hooks: [{ type: 'message', message: 'x' }] }]],
  ['no command', 'Stop', [{ hooks: [{ type: 'command' }] }]],
  ['a hook that is a string', 'Stop', [{ hooks: ['echo'] }]],
  ['a group that is a string', 'Stop', ['echo']],
];
