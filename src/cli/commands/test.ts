// `test [path…]`: runs the tests that lie beside hooks.
import { resolve } from 'node:path';
import {
  BadPath,
  findTestFiles,
  runTestFiles,
  type TestResult,
  type TestRunOptions,
  tallyTests,
  watchTests,
} from '../../conformance/hook-tests/index.js';
import { homeOf } from '../../files/index.js';
import type { Call, CommandModule } from '../command.js';
import { interruptionOf } from '../interruption.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { defineTrustFlags } from '../options/trust-flags.js';
import { screenOf } from '../show/screen.js';
import { showTests } from '../show/tests.js';
import { approveTested } from '../work/tested.js';

export const test: CommandModule = {
  define(command) {
    command
      .argument(
        '[path...]',
        'test files, or folders to look for *.hooktest.yaml and *.hooktest.json in (default: here)',
      )
      .option('--watch', 'run again whenever something changes')
      .option('--json', 'one object for programs');
    defineTrustFlags(command);
    command.addHelpText(
      'after',
      `
Examples:
  amplifier-hooks test
  amplifier-hooks test .amplifier/hooks/bash-validator --watch
  amplifier-hooks test --json | jq '.tests[] | select(.result == "failed")'`,
    );
  },

  async run(call) {
    const { io, options } = call;
    const paths = (call.args.length > 0 ? call.args : ['.']).map((path) => resolve(io.cwd, path));
    try {
      if (flag(options, 'watch')) return await watching(call, paths);
      const files = await findTestFiles(paths);
      if (files.length === 0) {
        complain(io, NO_TESTS);
        return EXIT.problem;
      }
      await approveTested(call, files);
      const results = await runTestFiles(files, surroundings(call));
      show(call, results);
      return tallyTests(results).failed > 0 ? EXIT.problem : EXIT.fine;
    } catch (error) {
      if (error instanceof BadPath) throw new UserError(error.message);
      throw error;
    }
  },
};

async function watching(call: Call, paths: readonly string[]): Promise<number> {
  const { io, options } = call;
  if (flag(options, 'json'))
    throw new UserError('--watch and --json do not go together', 'Leave one of them out.');
  await watchTests({
    paths,
    signal: interruptionOf(io),
    onRun: async (files) => {
      if (files.length === 0) complain(io, ['No hook test yet.']);
      else {
        await approveTested(call, files);
        show(call, await runTestFiles(files, surroundings(call)));
      }
      complain(io, ['Waiting for a change (interrupt to end).']);
    },
  });
  return EXIT.interrupted;
}

function show({ io, options }: Call, results: readonly TestResult[]): void {
  if (!flag(options, 'json')) {
    print(io, showTests(results, screenOf(io, io.cwd), io.cwd));
    return;
  }
  const tests = results.map(({ outcome: { kind: result, ...rest }, place, ...test }) => ({
    ...test,
    ...place,
    result,
    ...rest,
  }));
  printJson(io, { ...tallyTests(results), tests });
}

const surroundings = ({ io: { env } }: Call): TestRunOptions => ({
  path: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  home: homeOf(env).path,
});

const NO_TESTS = [
  'amplifier-hooks: no hook test was found',
  'Write one beside your plugin, such as my-hook.hooktest.yaml:',
  '',
  '  title: a harmless command passes',
  '  event: { hook_event_name: PreToolUse, tool_name: Bash, tool_input: { command: ls } }',
  '  expect: { permission: null }',
  '',
  '"amplifier-hooks init" makes a plugin with its test.',
];
