// `test [path…]`: runs the tests that lie beside hooks.

import { resolve } from 'node:path';
import {
  BadPath,
  findTestFiles,
  runTestFiles,
  tallyTests,
  watchTests,
} from '../../conformance/hook-tests/index.js';
import { nativeSignal } from '../../end-signal.js';
import { homeOf } from '../../files/index.js';
import { AGENT_NAMES, type AgentName } from '../../host-names.js';
import { similarName } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { interruptionOf } from '../interruption.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { testFilter } from '../options/test-filter.js';
import { defineTrustFlags } from '../options/trust-flags.js';
import { showProgress } from '../show/progress.js';
import { screenOf } from '../show/screen.js';
import { closingLine, pathOf, type TestRun, TestStream } from '../show/tests.js';
import { junitFile, junitOfTests, writeJunit } from '../work/junit-file.js';
import { approveTested } from '../work/tested.js';

export const test: CommandModule = {
  define(command) {
    command
      .argument(
        '[path...]',
        'test files, or folders to look for *.hooktest.yaml and *.hooktest.json in (default: here)',
      )
      .option('--filter <text>', 'only tests with this in their title or path; /…/ is a regular expression')
      .option('--as <agents>', 'in these agents instead, such as codex,gemini; all: in every one')
      .option('--bail', 'begin no other test after the first that fails')
      .option('--watch', 'after a change run again what it concerns')
      .option('--junit <file>', 'also write the results as JUnit XML, for continuous integration')
      .option('--json', 'one object for programs');
    defineTrustFlags(command);
    command.addHelpText(
      'after',
      `
Examples:
  amplifier-hooks test
  amplifier-hooks test --filter 'force push' --bail
  amplifier-hooks test --as codex,gemini
  amplifier-hooks test .amplifier/hooks/bash-validator --watch
  amplifier-hooks test --junit test-results/hooks.xml
  amplifier-hooks test --json | jq '.tests[] | select(.result == "failed")'`,
    );
  },

  async run(call) {
    const { io } = call;
    agentsIn(textFlag(call.options, 'as'));
    const paths = (call.args.length > 0 ? call.args : ['.']).map((path) => resolve(io.cwd, path));
    try {
      if (flag(call.options, 'watch')) return await watching(call, paths);
      return await once(call, await findTestFiles(paths));
    } catch (error) {
      if (error instanceof BadPath) throw new UserError(error.message);
      throw error;
    }
  },
};

async function once(call: Call, files: readonly string[]): Promise<number> {
  const { io, options } = call;
  if (files.length === 0) {
    complain(io, NO_TESTS);
    return EXIT.problem;
  }
  const junit = junitFile(textFlag(options, 'junit'), io.cwd);
  await approveTested(call, files);
  const run = await runTests(call, files, nativeSignal(interruptionOf(io)));
  if (junit !== null) writeJunit(junit, junitOfTests(run, io.cwd));
  if (run.interrupted) return EXIT.interrupted;
  if (run.results.length === 0) {
    const filter = JSON.stringify(textFlag(options, 'filter'));
    throw new UserError(`none of the ${run.notChosen} tests has ${filter} in its title or path`);
  }
  return tallyTests(run.results).failed > 0 ? EXIT.problem : EXIT.fine;
}

async function watching(call: Call, paths: readonly string[]): Promise<number> {
  const { io, options } = call;
  const others = ['json', 'junit'].filter((name) => options[name] !== undefined);
  if (others.length > 0)
    throw new UserError(`--watch and --${others[0]} do not go together`, 'Leave one of them out.');
  const signal = nativeSignal(interruptionOf(io));
  await watchTests({
    paths,
    signal,
    onRun: async ({ files, changed }) => {
      if (changed.length > 0) {
        if (io.stdout.isTTY && io.env['TERM'] !== 'dumb') io.stdout.clear();
        print(io, [...changes(changed, io.cwd), '']);
      }
      if (files.length === 0)
        complain(io, [changed.length > 0 ? 'No test is concerned.' : 'No hook test yet.']);
      else {
        await approveTested(call, files);
        await runTests(call, files, signal);
      }
      if (!signal.aborted) complain(io, ['Waiting for a change (interrupt to end).']);
    },
  });
  return EXIT.interrupted;
}

/** A change of a branch changes very many files. */
const MOST_CHANGES = 5;

const changes = (paths: readonly string[], cwd: string): readonly string[] => [
  ...paths.slice(0, MOST_CHANGES).map((path) => `Changed: ${pathOf(path, cwd)}`),
  ...(paths.length > MOST_CHANGES ? [`and ${paths.length - MOST_CHANGES} more`] : []),
];

/** Runs them, and shows each result as soon as it is there. */
async function runTests(
  { io, options }: Call,
  files: readonly string[],
  signal: AbortSignal,
): Promise<TestRun> {
  const json = flag(options, 'json');
  const agents = agentsIn(textFlag(options, 'as'));
  const screen = screenOf(io, io.cwd);
  const progress = showProgress(io.stderr, io.env, { elsewhere: 'nothing' });
  const stream = new TestStream(progress, json ? null : (lines) => print(io, lines), screen, io.cwd);
  const begun = performance.now();
  const results = await runTestFiles(files, {
    path: io.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    home: homeOf(io.env).path,
    ...(agents === null ? {} : { agents }),
    chosen: testFilter(textFlag(options, 'filter'), io.cwd),
    bail: flag(options, 'bail'),
    signal,
    listener: stream,
  }).finally(() => progress.end());
  const { all, chosen } = stream.counts;
  const run: TestRun = {
    results,
    durationMs: performance.now() - begun,
    notRun: chosen - results.length,
    notChosen: all - chosen,
    interrupted: signal.aborted,
  };
  if (json) printJson(io, asObject(run));
  else if (chosen > 0) print(io, ['', closingLine(run, screen)]);
  return run;
}

/** The agents that a command line names; `null`: none. */
function agentsIn(list: string | null): readonly AgentName[] | null {
  if (list === null) return null;
  if (list === 'all') return AGENT_NAMES.filter((name) => name !== 'claude');
  const words = list.split(',').map((word) => word.trim());
  return [...new Set(words)].map((word) => {
    const name = AGENT_NAMES.find((one) => one === word);
    if (name !== undefined) return name;
    const meant = similarName(word, AGENT_NAMES);
    const hint = meant === null ? `It is one of ${AGENT_NAMES.join(', ')}.` : `Did you mean ${meant}?`;
    throw new UserError(`"${word}" is not a valid agent for --as`, hint);
  });
}

function asObject({ results, durationMs, notRun, notChosen, interrupted }: TestRun): Record<string, unknown> {
  const tests = results.map(({ outcome: { kind: result, ...rest }, place, ...test }) => ({
    ...test,
    ...place,
    result,
    ...rest,
  }));
  return {
    ...tallyTests(results),
    notRun,
    notChosen,
    interrupted,
    durationMs: Math.round(durationMs),
    tests,
  };
}

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
