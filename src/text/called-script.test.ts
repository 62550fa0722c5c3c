import { expect, it } from 'vitest';
import { calledScript } from './called-script.js';

it.each([
  ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/block-env.sh', 'block-env.sh'],
  ['"$CLAUDE_PLUGIN_ROOT/hooks/my guard.py" --strict', 'my guard.py'],
  ['python3 .claude/hooks/fmt.py --x', 'fmt.py'],
  ['/usr/bin/env python3.12 -u fmt.py', 'fmt.py'],
  ['uv run --script "$CLAUDE_PROJECT_DIR"/hooks/check.py', 'check.py'],
  ['cd "$CLAUDE_PROJECT_DIR" && npx tsx hooks/index.ts', 'index.ts'],
  ['[ -f x.sh ] && FOO=1 timeout 5 ./x.sh || true', 'x.sh'],
  ['cat > /tmp/in.json; ./guard', 'guard'],
  ["bash -c 'cd sub && ./guard.sh'", 'guard.sh'],
  ['jq -r .tool_input.file_path | { read -r f; prettier --write a.js; }', null],
  ["echo '{\"a\":1}' | sed 's/  */ /g'", null],
  ['python3 -m black .', null],
  ['curl -s https://example.com/x.sh', null],
  ['', null],
])('%s: %j', (command, expected) => {
  expect(calledScript(command)).toBe(expected);
});
