// For each rule hooks that break it, and hooks that look like it and are fine.
import type { ProfileName } from '../../profiles.js';

export interface Case {
  readonly event?: string;
  /** A whole hook entry, or a command; `S` is the script of the case. */
  readonly hook?: string | Record<string, unknown>;
  readonly script?: string;
  readonly mode?: number;
  readonly profile?: ProfileName;
  readonly name?: string;
  readonly matcher?: string;
  /** Further files below the throw-away root. */
  readonly files?: Readonly<Record<string, unknown>>;
}

export const S = '"$CLAUDE_PROJECT_DIR/.claude/hooks/s"';

const SETTINGS = 'project/.claude/settings.json';
const MINE = 'home/.claude/settings.json';
const SERVERS = 'project/.mcp.json';
const HTTP = { type: 'http', url: 'https://example.com/hook' };
const MCP = { type: 'mcp_tool', server: 'guard', tool: 'check' };

/** What breaks a rule, and what looks like it and is fine. */
export interface Cases {
  readonly bad: readonly Case[];
  readonly good: readonly Case[];
}

export const TABLE: Readonly<Record<string, Cases>> = {
  'script-missing': {
    bad: [
      {},
      { hook: 'python3 /no/such/script.py' },
      { hook: '~/hooks/gone.sh' },
      { hook: { command: 'node', args: ['/no/x.js'] } },
    ],
    good: [
      { script: '#!/bin/sh\n' },
      { hook: '[ -x /no/such.sh ] && /no/such.sh' },
      { hook: 'echo /no/such' },
    ],
  },
  'script-not-executable': {
    bad: [{ script: '#!/bin/sh\n', mode: 0o644 }],
    good: [{ script: '#!/bin/sh\n', mode: 0o644, hook: 'sh S' }, { script: '#!/bin/sh\n' }],
  },
  'script-no-shebang': { bad: [{ script: 'echo hi\n' }], good: [{ script: 'echo hi\n', hook: 'bash S' }] },
  'script-crlf': {
    bad: [{ script: '#!/bin/sh\r\necho hi\r\n' }],
    good: [{ script: '#!/bin/sh\necho hi\n' }],
  },
  'script-syntax': {
    bad: [{ script: '#!/bin/sh\nif true; then\n' }],
    good: [{ script: '#!/bin/sh\nif true; then :; fi\n' }],
  },
  'script-working-directory': {
    bad: [
      { script: '#!/bin/sh\n', hook: '.claude/hooks/s' },
      { script: '#!/bin/sh\n', hook: 'sh ./.claude/hooks/s' },
      { script: '#!/bin/sh\n', hook: 'sh $PWD/.claude/hooks/s' },
    ],
    good: [{ script: '#!/bin/sh\n' }],
  },
  'command-syntax': { bad: [{ hook: 'echo "unclosed' }], good: [{ hook: 'echo "closed"' }] },
  'program-not-found': {
    bad: [
      { script: '#!/bin/sh\nno-such-jq .\n' },
      { script: '#!/usr/bin/env python3\nimport subprocess\nsubprocess.run(["no-such-linter", "x"])\n' },
      { script: '#!/usr/bin/env node\nexecFileSync("no-such-tool", []);\n' },
      { hook: 'true && no-such-tool' },
    ],
    good: [
      { script: '#!/bin/sh\nif command -v no-such-jq >/dev/null; then no-such-jq .; fi\n' },
      { script: '#!/bin/sh\nhas() { command -v "$1" >/dev/null; }\nhas no-such-jq && no-such-jq .\n' },
      { script: '#!/bin/sh\nmine() { :; }\nmine\n' },
      { script: '#!/bin/sh\n# no-such-jq\necho "no-such-jq"\n' },
    ],
  },
  'interpreter-not-found': {
    bad: [
      { hook: 'no-such-interpreter x.js' },
      { hook: { command: 'no-such-program', args: [] } },
      { script: '#!/usr/bin/env no-such-python\n' },
      { script: '#!/no/such/bash\n' },
    ],
    good: [{ script: '#!/usr/bin/env -S node --no-warnings\n' }, { hook: 'cat' }],
  },
  'root-unquoted': {
    bad: [{ script: '#!/bin/sh\n', hook: '$CLAUDE_PROJECT_DIR/.claude/hooks/s' }],
    good: [
      { script: '#!/bin/sh\n' },
      { script: '#!/bin/sh\n', hook: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/s' },
    ],
  },
  'bash-only-in-sh': {
    bad: [
      { hook: '[[ -n $X ]] && echo x', profile: 'claude-code' },
      { hook: 'a=(1 2); echo x', profile: 'claude-code' },
      { script: '#!/bin/sh\ncat <<< "$x"\n' },
    ],
    good: [
      { hook: '[[ -n $X ]] && echo x' },
      { hook: { command: '[[ -n $X ]] && echo x', shell: 'bash' }, profile: 'claude-code' },
      { script: '#!/usr/bin/env bash\ncat <<< "$x"\n' },
      { hook: 'bash -c "[[ -n x ]]"', profile: 'claude-code' },
    ],
  },
  'login-shell': {
    bad: [{ hook: 'bash -lc "echo x"' }, { hook: 'zsh -ic true' }, { script: '#!/bin/bash -l\n' }],
    good: [{ hook: 'bash -c "ls -l"' }, { hook: 'ls -li' }],
  },
  'variable-never-set': {
    bad: [
      { hook: 'echo "$CLAUDE_TOOL_FILE_PATH"' },
      { hook: 'echo "$STDIN_JSON" | jq .' },
      { script: '#!/bin/sh\necho "$TOOL_NAME"\n' },
      { script: '#!/usr/bin/env python3\nimport os\nprint(os.environ.get("CLAUDE_TOOL_NAME"))\n' },
      { script: '#!/usr/bin/env node\nconsole.log(process.env.CLAUDE_FILE_PATHS);\n' },
    ],
    good: [
      { script: '#!/bin/sh\nTOOL_NAME=$(jq -r .tool_name)\necho "$TOOL_NAME"\n' },
      { script: '#!/bin/sh\nread -r TOOL_NAME\necho "$TOOL_NAME"\n' },
      { script: "#!/bin/sh\n# $TOOL_NAME\necho '$TOOL_NAME'\n" },
      { hook: 'echo "$CLAUDE_PROJECT_DIR"' },
    ],
  },
  'placeholder-never-filled': {
    bad: [{ hook: 'prettier {{tool_input.file_path}}' }],
    good: [{ hook: "printf '{{name}}'" }],
  },
  'field-never-sent': {
    bad: [
      { script: "#!/bin/sh\njq -r '.tool_output.x'\n" },
      { script: '#!/usr/bin/env python3\nevent.get("tool_output")\n' },
      { script: '#!/usr/bin/env node\nconsole.log(event.toolInput);\n' },
      { script: "#!/bin/sh\njq -r '.tool_result'\n", profile: 'claude-code', event: 'PostToolUse' },
    ],
    good: [
      { script: "#!/bin/sh\njq -r '.tool_result'\n", event: 'PostToolUse' },
      { script: '#!/usr/bin/env python3\ndata["agent_name"] = 1\n' },
      { script: '#!/usr/bin/env node\ndata.agent_name = 1;\n' },
      { script: "#!/bin/sh\njq -r '.tool_response // .tool_output'\n", event: 'PostToolUse' },
      {
        script:
          '#!/usr/bin/env python3\n# tool_output\nopen(event["transcript_path"])\nx.get("tool_result")\n',
        profile: 'claude-code',
      },
    ],
  },
  'field-of-other-event': {
    bad: [{ script: "#!/bin/sh\njq -r '.tool_response'\n" }],
    good: [
      { script: "#!/bin/sh\njq -r '.tool_response'\n", event: 'PostToolUse' },
      { script: "#!/bin/sh\njq -r '.hook_event_name, .tool_response'\n" },
    ],
  },
  'stop-loop': {
    bad: [
      { event: 'Stop', script: '#!/bin/sh\necho go >&2\nexit 2\n' },
      { event: 'SubagentStop', script: `#!/bin/sh\necho '{"decision":"block","reason":"go"}'\n` },
    ],
    good: [
      { event: 'Stop', script: '#!/bin/sh\n[ "$(jq .stop_hook_active)" = true ] && exit 0\nexit 2\n' },
      { event: 'Stop', script: '#!/bin/sh\nexit 0\n' },
    ],
  },
  'exit-1-blocks-nothing': {
    bad: [
      { script: '#!/bin/sh\necho "Blocked: dangerous" >&2\nexit 1\n' },
      { script: '#!/usr/bin/env python3\nimport sys\nprint("not allowed")\nsys.exit(1)\n' },
      { script: '#!/usr/bin/env python3\nimport sys\nsys.exit("denied")\n' },
      { script: '#!/usr/bin/env node\nconsole.error("refused");\nprocess.exit(1);\n' },
    ],
    good: [
      { script: '#!/bin/sh\necho "Blocked" >&2\nexit 2\n' },
      { script: '#!/bin/sh\n# never blocked\necho "no jq" >&2\nexit 1\n' },
      { script: '#!/bin/sh\necho "Blocked" >&2\nexit 1\n', event: 'SessionStart' },
    ],
  },
  'json-on-stderr': {
    bad: [
      { script: `#!/bin/sh\necho '{"decision":"block"}' >&2\nexit 2\n` },
      { script: '#!/usr/bin/env python3\nprint(json.dumps({"decision": "block"}), file=sys.stderr)\n' },
      {
        script:
          '#!/usr/bin/env python3\nanswer = {"decision": "block"}\nprint(json.dumps(answer), file=sys.stderr)\n',
      },
      { script: '#!/usr/bin/env node\nconsole.error(JSON.stringify({ decision: "block" }));\n' },
      { script: '#!/bin/sh\ncat <<EOF >&2\n{"decision": "block"}\nEOF\nexit 2\n' },
    ],
    good: [
      { script: `#!/bin/sh\necho '{"decision":"block"}'\necho why >&2\nexit 2\n` },
      { script: '#!/bin/sh\necho "my decision: none" >&2\nexit 2\n' },
    ],
  },
  'text-before-json': {
    bad: [
      { script: `#!/bin/sh\necho "Checking"\necho '{"decision":"block"}'\n` },
      { script: '#!/usr/bin/env python3\nprint("hello")\nprint(json.dumps({"decision": "block"}))\n' },
      {
        script:
          '#!/usr/bin/env node\nconsole.log("hello");\nconsole.log(JSON.stringify({ decision: "block" }));\n',
      },
    ],
    good: [
      { script: `#!/bin/sh\necho "Checking" >&2\necho '{"decision":"block"}'\n` },
      { script: `#!/bin/sh\nif true; then\n  echo "text"\n  exit 0\nfi\necho '{"decision":"block"}'\n` },
      { script: `#!/bin/sh\nx=$(echo text)\necho '{"decision":"block"}'\n` },
    ],
  },
  'output-without-event-name': {
    bad: [{ script: `#!/bin/sh\necho '{"hookSpecificOutput":{"permissionDecision":"deny"}}'\n` }],
    good: [
      {
        script: `#!/bin/sh\necho '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'\n`,
      },
    ],
  },
  'output-for-other-event': {
    bad: [{ script: `#!/bin/sh\necho '{"hookSpecificOutput":{"hookEventName":"PostToolUse"}}'\n` }],
    good: [{ script: `#!/bin/sh\nprintf '{"hookSpecificOutput":{"hookEventName":"%s"}}' "$event"\n` }],
  },
  'output-field-misplaced': {
    bad: [{ script: `#!/bin/sh\necho '{"permissionDecision":"deny"}'\n` }],
    good: [{ script: `#!/bin/sh\necho '{"decision":"block"}'\n` }],
  },
  'background-decides': {
    bad: [{ script: '#!/bin/sh\nexit 2\n', hook: { command: S, async: true } }],
    good: [
      { script: '#!/bin/sh\nexit 2\n' },
      { script: '#!/bin/sh\nexit 2\n', hook: { command: S, asyncRewake: true } },
    ],
  },
  'block-has-no-effect': {
    bad: [{ script: '#!/bin/sh\nexit 2\n', event: 'SessionEnd' }],
    good: [{ script: '#!/bin/sh\nexit 2\n', event: 'UserPromptSubmit' }],
  },
  'http-not-allowed': {
    bad: [
      { hook: HTTP, files: { [SETTINGS]: { allowedHttpHookUrls: [] } } },
      { hook: HTTP, files: { [SETTINGS]: { allowedHttpHookUrls: ['https://other.example/*'] } } },
      {
        hook: MCP,
        files: {
          [MINE]: { allowedHttpHookUrls: [] },
          [SERVERS]: { mcpServers: { guard: { type: 'http', url: 'https://h.example/' } } },
        },
      },
    ],
    good: [
      { hook: HTTP },
      { hook: HTTP, files: { [SETTINGS]: { allowedHttpHookUrls: ['https://example.com/*'] } } },
    ],
  },
  'http-private-address': {
    bad: [
      { hook: { ...HTTP, url: 'http://10.0.0.1/' } },
      { hook: { ...HTTP, url: 'http://169.254.169.254/latest' } },
      { hook: { ...HTTP, url: 'http://0xa000001/' } },
      {
        hook: { ...HTTP, url: 'http://10.0.0.1/' },
        files: { [SETTINGS]: { allowedHttpHookUrls: ['http://*'] } },
      },
      {
        hook: { ...HTTP, url: 'http://10.0.0.1/' },
        files: { [SETTINGS]: { allowedHttpHookUrls: ['http://10.0.0.*/*'] } },
      },
      {
        hook: MCP,
        files: { [SERVERS]: { mcpServers: { guard: { type: 'sse', url: 'http://0.0.0.0:8080/' } } } },
      },
    ],
    good: [
      { hook: { ...HTTP, url: 'http://10.0.0.1/' }, profile: 'claude-code' },
      { hook: { ...HTTP, url: 'http://127.0.0.1:8000/' } },
      { hook: { ...HTTP, url: 'http://intranet.example/' } },
      {
        hook: { ...HTTP, url: 'http://10.0.0.1/' },
        files: { [MINE]: { allowedHttpHookUrls: ['http://10.0.0.*/*'] } },
      },
    ],
  },
  'header-invalid': {
    bad: [
      { hook: { ...HTTP, headers: { 'X Y': 'z' } } },
      { hook: { ...HTTP, headers: { 'X-Y': 'two\nlines' } } },
    ],
    good: [{ hook: { ...HTTP, headers: { 'X-Y': 'one line' } } }],
  },
  'header-not-sent': {
    bad: [{ hook: { ...HTTP, headers: { Host: 'other.example' } } }],
    good: [{ hook: { ...HTTP, headers: { Authorization: 'Bearer x' } } }],
  },
  'header-variable-empty': {
    bad: [
      { hook: { ...HTTP, headers: { Authorization: 'Bearer $TOKEN' } } },
      { hook: { ...HTTP, headers: { 'X-Y': `\${HOME}` }, allowedEnvVars: ['PATH'] } },
      {
        files: {
          [MINE]: {
            httpHookAllowedEnvVars: ['PATH'],
            hooks: {
              Stop: [{ hooks: [{ ...HTTP, headers: { 'X-Y': '$HOME' }, allowedEnvVars: ['HOME'] }] }],
            },
          },
        },
      },
    ],
    good: [
      { hook: { ...HTTP, headers: { Authorization: 'Bearer $TOKEN' }, allowedEnvVars: ['TOKEN'] } },
      { hook: { ...HTTP, headers: { 'X-Price': '5 $' } } },
    ],
  },
  'mcp-server-unknown': {
    bad: [
      { hook: MCP },
      { hook: MCP, files: { 'project/.mcp.json': { mcpServers: { gaurd: { command: 'node' } } } } },
      { hook: MCP, files: { [SERVERS]: { mcpServers: { guard: { command: `\${NOT_SET}` } } } } },
      { hook: MCP, files: { [SERVERS]: { mcpServers: { guard: { command: 'sh', args: [`\${PATH}`] } } } } },
      {
        files: {
          [MINE]: { hooks: { Stop: [{ hooks: [MCP] }] } },
          [SERVERS]: { mcpServers: { guard: { command: 'node' } } },
        },
      },
    ],
    good: [
      { hook: MCP, files: { 'project/.mcp.json': { mcpServers: { guard: { command: 'node' } } } } },
      { hook: MCP, files: { 'home/.amplifier/mcp.json': { mcpServers: { guard: { url: 'http://h' } } } } },
    ],
  },
  'calls-this-engine': {
    bad: [
      { hook: 'amplifier-hooks dispatch' },
      { hook: 'node "$HOME/bin/amplifier-hooks.cjs" --claude-settings dispatch' },
      { hook: { command: 'npx', args: ['amplifier-hooks', 'run', 'PreToolUse'] } },
    ],
    good: [{ hook: 'amplifier-hooks log' }, { hook: 'echo dispatch; amplifier-hooks --version' }],
  },
  'verdict-has-no-effect': {
    bad: [{ event: 'PermissionRequest', hook: { type: 'prompt', prompt: 'x' } }],
    good: [
      { hook: { type: 'prompt', prompt: 'without a placeholder' } },
      { event: 'Stop', hook: { type: 'agent', prompt: 'x' } },
      { event: 'SessionStart', hook: { type: 'prompt', prompt: 'x' } },
    ],
  },
};
