// `dispatch`: reads an event on stdin and answers as a hook would.
import type { CommandModule } from '../command.js';
import { dispatchText } from '../dispatch/order.js';
import { HOSTS } from '../dispatch/read-event.js';
import { fromStream } from '../dispatch/stdin.js';
import { defineLoadFlags, textFlag } from '../options/flags.js';
import { defineTrustFlags } from '../options/trust-flags.js';

export const dispatch: CommandModule = {
  define(command) {
    command.addOption(
      command
        .createOption('--host <host>', 'who asks, and so how it is answered')
        .choices([...HOSTS])
        .default('claude'),
    );
    command.option('--project-allow', 'let an “allow” of the project’s hooks count');
    defineLoadFlags(command);
    defineTrustFlags(command);
    command.addHelpText(
      'after',
      `
With one command any host gets the whole engine: it sends an event and reads the
answer of all hooks together.

  claude     answers as a hook of Claude Code does: JSON on stdout; where JSON
             cannot block the event, exit code 2 and the reason on stderr
  amplifier  answers with one HookResult as JSON; the event may also have
             Amplifier's own form, {"event": "tool:pre", "data": {…}}

Exit codes: 0 answered; 2 blocked (claude only); 1 the event or the command line
is wrong; 3 a fault of amplifier-hooks; 129, 130 or 143 ended by HUP, INT or
TERM, with all its hooks. 1 and 3 block nothing. Where hooks say
whether something is permitted (PreToolUse, PermissionRequest) both are answered
with a deny and 0 instead, because hosts take other codes for an assent; so is
an event that cannot be read and may be one of these, where hooks wait for them.
The project is --project, or $AMPLIFIER_PROJECT_DIR, or $CLAUDE_PROJECT_DIR, or
the current directory, or where that is gone the event's cwd. The answer is
printed before background hooks are done;
the command ends after them.

Examples:
  echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}' |
    amplifier-hooks dispatch
  amplifier-hooks dispatch --host amplifier < event.json`,
    );
  },

  run: (call) =>
    dispatchText(call, ['--host', textFlag(call.options, 'host') ?? ''], () => fromStream(call.io)),
};
