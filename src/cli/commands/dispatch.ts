// `dispatch`: reads an event on stdin and answers as a hook would.
import type { Call, CommandModule } from '../command.js';
import { HOSTS } from '../dispatch/hosts.js';
import { dispatchOrder, dispatchText } from '../dispatch/order.js';
import { fromStream } from '../dispatch/stdin.js';
import { EXIT, print } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { defineTrustFlags } from '../options/trust-flags.js';

export const dispatch: CommandModule = {
  define(command) {
    command.addOption(
      command.createOption('--host <host>', 'who asks, and so how it is answered').choices([...HOSTS]),
    );
    command
      .option('--event <name>', 'the event, for hosts that do not send its name')
      .option('--host-timeout <seconds>', 'how long the host waits for this command')
      .option('--fail-closed', 'deny what hooks could not be asked about (default)')
      .option('--no-fail-closed', 'leave that to the host’s own question');
    command.option('--project-allow', 'let an “allow” of the project’s hooks count');
    defineLoadFlags(command);
    defineTrustFlags(command);
    command
      .option('--client <file>', 'write a command that answers like this one, without starting Node')
      .option('--stop-resident', 'end the resident engine that clients ask')
      .addOption(
        command.createOption('--resident [idle]', 'be the resident engine, so many idle ms').hideHelp(),
      )
      .addOption(command.createOption('--behind', 'run hooks in the background of another').hideHelp())
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
             cannot block the event, or the hook used it at the end of a turn,
             exit code 2 and the reason on stderr
  amplifier  answers with one HookResult as JSON; the event may also have
             Amplifier's own form, {"event": "tool:pre", "data": {…}}
  codex, …   takes the events of that agent, and answers what it was seen to
             honour; what it cannot do is the safer side, and told once
  auto       whichever of these sent the event, by what it sent and by the
             environment; where two may have, that is a fault

Without --host it is claude, except for an event that only another agent sends.

Exit codes: 0 answered; 2 blocked; 1 the event, the command line
or a place on this machine is wrong; 3 a fault of amplifier-hooks; 129, 130 or 143 ended by HUP, INT or
TERM, with all its hooks; others as a hook that failed, where nothing else is to
say. All but 2 block nothing. Where hooks say
whether something is permitted (PreToolUse, PermissionRequest) faults are answered
with a deny (with --no-fail-closed: a question to the user, where the host has
one) and 0 instead, because hosts take other codes for an assent; so is
an event that cannot be read and may be one of these, where hooks wait for them.
Other agents are told of faults in their own form everywhere.
The project is --project. Without it it is found from $AMPLIFIER_PROJECT_DIR, or
$CLAUDE_PROJECT_DIR, or the current directory, or where that is gone the event's
cwd, upwards to the root of the repository. The command ends with its answer;
background hooks go on without it. --host-timeout is what the host gives it: what
hooks have not said shortly before is not waited for, and no assent.

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
    if (flag(options, 'behind')) return (await import('../dispatch/run-behind.js')).runBehind(call);
    const idle = options['resident'];
    if (idle !== undefined) return (await import('../resident/process.js')).runResident(io, Number(idle));
    const state = textFlag(options, 'sendTelemetry');
    if (state !== null) {
      await (await import('../work/telemetry.js')).sendTelemetry(io.env, state);
      return EXIT.fine;
    }
    const words = ['host', 'event'].flatMap((name) => {
      const word = textFlag(options, name);
      return word === null ? [] : [`--${name}`, word];
    });
    const answered = () => dispatchText(call, words, () => fromStream(io));
    if (!flag(options, 'startResident')) return answered();
    return (await import('../resident/start.js')).withResident(io, answered);
  },
};

async function makeClient(wish: string, call: Call): Promise<number> {
  // What is wrong with the options is said now, not at every event.
  dispatchOrder(call);
  const { writeClient } = await import('../resident/write-client.js');
  print(call.io, [`wrote ${await writeClient(wish, call)}`]);
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
