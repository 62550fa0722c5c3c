// `serve`: the whole engine behind JSON-RPC on stdin and stdout, for hosts in any language.
import type { CommandModule } from '../command.js';
import { complain, EXIT } from '../io.js';
import { flag } from '../options/flags.js';
import { defineTrustFlags, trustOptions } from '../options/trust-flags.js';
import { beSidecar, startSidecar } from '../sidecar/sidecar.js';

export const serve: CommandModule = {
  define(command) {
    defineTrustFlags(command);
    command.option('--no-warm', 'start every hook when it is needed, never before').addHelpText(
      'after',
      `
A host starts this once and sends it the events of all its sessions: JSON-RPC
2.0, one message a line. Hooks stay loaded, and edits are noticed. It ends when
stdin closes, and nothing that it started stays behind. docs/sidecar.md tells
how to write a host, and \`amplifier-hooks schema sidecar\` prints the schema of
every message.

Examples:
  printf '%s\\n' \\
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":[1],"host":{"name":"sh","version":"1"}}}' \\
    '{"jsonrpc":"2.0","id":2,"method":"session/open","params":{"session":"s","cwd":"."}}' |
    amplifier-hooks serve`,
    );
  },

  async run(call) {
    const { io, options } = call;
    if (io.stdin.isTTY === true)
      complain(io, [
        'Waiting for messages of a host: JSON-RPC, one a line (docs/sidecar.md). Ctrl-D ends it.',
        'To try hooks by hand: `amplifier-hooks run --help`',
      ]);
    const words = {
      ...trustOptions(call),
      required: flag(options, 'requireTrusted'),
      cold: options['warm'] === false,
    };
    if (io.stdin === process.stdin) return beSidecar(words);
    const { server, end } = startSidecar({ input: io.stdin, output: io.stdout.stream, env: io.env, words });
    await server.ended;
    await end();
    return EXIT.fine;
  },
};
