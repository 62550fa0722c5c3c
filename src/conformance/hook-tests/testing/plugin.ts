// A plugin in a throw-away folder, for tests of tests.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export class TestPlugin {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'hook-tests-')));
  readonly folder = join(this.root, 'guard');

  /** A PreToolUse hook for Bash whose script is `body`. */
  constructor(body: string) {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    this.write(
      'guard/hooks.json',
      JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/guard.sh"`, timeout: 5 }],
            },
          ],
        },
      }),
    );
    chmodSync(this.write('guard/guard.sh', `#!/bin/sh\n${body}\n`), 0o755);
  }

  write(path: string, content: string): string {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }
}

/** A call of Bash, as one line of YAML. */
export const BASH = 'event: { hook_event_name: PreToolUse, tool_name: Bash, tool_input: { command: ls } }';
