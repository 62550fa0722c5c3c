// `run <Event>`: fires a real event at the configured hooks and shows what they do.
import { Option } from 'commander';
import { createEngine } from '../../engine.js';
import { toHookResult } from '../../hosts/amplifier/to-hook-result.js';
import { toClaudeOutput } from '../../hosts/claude/to-claude-output.js';
import type { CommandModule } from '../command.js';
import { defineEventFlags, eventFrom } from '../event-flags.js';
import { defineLoadFlags, flag, loadOptions, textFlag } from '../flags.js';
import { EXIT, print, printJson, screenOf } from '../io.js';
import { showDecision } from '../show-decision.js';

export const run: CommandModule = {
  define(command) {
    defineEventFlags(command);
    defineLoadFlags(command);
    command
      .addOption(
        new Option('--as <host>', 'also print the answer that host gets').choices(['amplifier', 'claude']),
      )
      .option('--exit-code', 'exit 1 when the hooks deny or block')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
Examples:
  amplifier-hooks run PreToolUse --tool Bash --input '{"command":"rm -rf /"}'
  amplifier-hooks run UserPromptSubmit --prompt 'deploy it' --json
  amplifier-hooks run < event.json`,
      );
  },

  async run(call) {
    const { io, options } = call;
    const load = loadOptions(call);
    const input = await eventFrom(call, load.projectDir);
    const engine = createEngine(load);
    try {
      const decision = await engine.dispatch(input);
      const host = textFlag(options, 'as');
      if (flag(options, 'json')) {
        const { plan, runs, ...rest } = decision;
        printJson(io, {
          event: input.fields,
          plan: plan.entries(),
          runs,
          decision: rest,
          hookResult: toHookResult(decision, input.fields),
          ...(host === 'claude' ? { claudeOutput: toClaudeOutput(decision) } : {}),
        });
      } else {
        print(io, showDecision(decision, screenOf(io, load.projectDir)));
        if (host === 'amplifier') print(io, [JSON.stringify(toHookResult(decision, input.fields), null, 2)]);
        if (host === 'claude') print(io, [JSON.stringify(toClaudeOutput(decision), null, 2)]);
      }
      const refused = decision.blocked || decision.permission === 'deny';
      return refused && flag(options, 'exitCode') ? EXIT.problem : EXIT.fine;
    } finally {
      await engine.close();
    }
  },
};
