// A plugin in a throw-away folder, for tests of tests.
import { onTestFinished } from 'vitest';
import { Folder } from '../../../testing/index.js';

export class TestPlugin extends Folder {
  readonly folder = this.path('guard');

  /** A PreToolUse hook for Bash whose script is `body`. */
  constructor(body: string) {
    super();
    onTestFinished(() => this.remove());
    this.write('guard/hooks.json', {
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/guard.sh"`, timeout: 5 }],
          },
        ],
      },
    });
    this.write('guard/guard.sh', `#!/bin/sh\n${body}\n`, 0o755);
  }
}

/** A call of Bash, as one line of YAML. */
export const BASH = 'event: { hook_event_name: PreToolUse, tool_name: Bash, tool_input: { command: ls } }';
