// `dispatch`: reads an event on stdin and answers as a hook would.
import type { Call, CommandModule } from '../command.js';
import { dispatchOrder, dispatchText } from '../dispatch/order.js';
import { HOSTS } from '../dispatch/read-event.js';
import { fromStream } from '../dispatch/stdin.js';
import { EXIT, print } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
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
    command
      .option('--client <file>', 'write a command that answers like this one, without starting Node')
      .option('--stop-resident', 'end the resident engine that clients ask')
      .addOption(
        command.createOption('--resident [idle]', 'be the resident engine, so many idle ms').hideHelp(),
      )
      .addOption(
        command.createOption('--send-telemetry <dir>', 'send what was left in a state directory').hideHelp(),
      )
      .addOption(command.createOption('--start-resident', 'start it after the answer').hideHelp())
      .addOption(command.createOption('--repeated', 'its hooks may have been asked before').hideHelp());
    command.addHelpText(
      'after',
      `
With one command any host gets the whole engine: it sends an event and reads the
answer of all hooks together.

  claude     answers as a hook of Claude Code does: JSON on stdout; where JSON
             cannot block the event, exit code 2 and the reason on stderr
  amplifier  answers with one HookResult as JSON; the event may also have
             Amplifier's own form, {"event": "tool:pre", "data": {…}}

Exit codes: 0 answered; 2 blocked (claude only); 1 the event, the command line
or a place on this machine is wrong; 3 a fault of amplifier-hooks; 129, 130 or 143 ended by HUP, INT or
TERM, with all its hooks. 1 and 3 block nothing. Where hooks say
whether something is permitted (PreToolUse, PermissionRequest) both are answered
with a deny and 0 instead, because hosts take other codes for an assent; so is
an event that cannot be read and may be one of these, where hooks wait for them.
The project is --project. Without it it is found from $AMPLIFIER_PROJECT_DIR, or
$CLAUDE_PROJECT_DIR, or the current directory, or where that is gone the event's
cwd, upwards to the root of the repository. The answer is printed before
background hooks are done; the command ends after them.

--client writes a bash script for hosts that call one command for each event. It
takes the same input and gives the same answer, by a resident engine that it
starts when it is first used. docs/dispatch.md says more.

Examples:
  echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}' |
    amplifier-hooks dispatch
  amplifier-hooks dispatch --host amplifier < event.json
  amplifier-hooks dispatch --client ~/.local/bin/hooks-client`,
    );
  },

  async run(call) {
    const { io, options } = call;
    const client = textFlag(options, 'client');
    if (client !== null) return makeClient(client, call);
    if (flag(options, 'stopResident')) return stop(call);
    const idle = options['resident'];
    if (idle !== undefined) return (await import('../resident/process.js')).runResident(io, Number(idle));
    const state = textFlag(options, 'sendTelemetry');
    if (state !== null) {
      await (await import('../work/telemetry.js')).sendTelemetry(io.env, state);
      return EXIT.fine;
    }
    const words = ['--host', textFlag(options, 'host') ?? ''];
    const answered = () => dispatchText(call, words, () => fromStream(io));
    if (!flag(options, 'startResident')) return answered();
    return (await import('../resident/start.js')).withResident(io, answered);
  },
};

async function makeClient(wish: string, call: Call): Promise<number> {
  // What is wrong with the options is said now, not at every event.
  dispatchOrder(call);
  const { writeClient } = await import('../resident/write-client.js');
  print(call.io, [`wrote ${writeClient(wish, call)}`]);
  return EXIT.fine;
}

async function stop({ io }: Call): Promise<number> {
  const { doorOf, ownCommand } = await import('../resident/door.js');
  const { stopResident } = await import('../resident/stop.js');
  const path = doorOf(io.env, ownCommand());
  const stopped = path === null ? null : await stopResident(path);
  if (stopped === null) print(io, ['no resident engine runs']);
  else {
    const { door, isGone } = stopped;
    const when = isGone ? 'has ended' : 'ends when its last caller is answered';
    print(io, [`the resident engine (process ${door.pid}, version ${door.version}) ${when}`]);
  }
  return EXIT.fine;
}
