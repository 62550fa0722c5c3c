// The tool with which an agent runs commands. It exists only where the configuration allows it.
import type { Outcome, Printed, Runner, Task } from '../../nouns.js';
import { isCredential } from '../credentials.js';
import { shorten } from '../prompt/shorten.js';
import { Refusal } from './territory.js';
import { type AgentTool, inputSchema, requiredText } from './tool.js';

const LONGEST_MS = 30_000;
const MOST_CHARACTERS = 10_000;

/** Runs programs by the same means as command hooks, so that they end with the hook. */
export const commandTool = (task: Task, runner: Runner): AgentTool => ({
  name: 'run',
  description:
    'Runs a program in the directory of the session, without a shell. It has 30 s and nothing on stdin. Use it to check, not to change anything.',
  input: inputSchema(
    {
      program: { type: 'string', description: 'A program, or with "shell" a whole command line' },
      args: { type: 'array', items: { type: 'string' }, description: 'Its arguments' },
      shell: { type: 'boolean', description: 'true: "program" is a command line for the shell' },
    },
    ['program'],
  ),
  async use(input, signal) {
    const program = requiredText(input, 'program');
    const { args = [], shell = false } = input;
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string'))
      throw new Refusal('"args" must be a list of strings');
    if (typeof shell !== 'boolean') throw new Refusal('"shell" must be true or false');
    if (shell && args.length > 0) throw new Refusal('with "shell" the arguments stand in "program"');
    if ([program, ...args].some((part) => part.includes('\0')))
      throw new Refusal('a command cannot hold a NUL character');
    const run = await runner.run(commandTask(task, program, shell ? null : args, signal));
    return described(run.outcome);
  },
});

function commandTask(task: Task, command: string, args: readonly string[] | null, signal: AbortSignal): Task {
  return {
    ...task,
    hook: {
      ...task.hook,
      handler: {
        type: 'command',
        command,
        args,
        shell: null,
        background: 'no',
        rewakeMessage: null,
        rewakeSummary: null,
      },
    },
    stdin: new Uint8Array(),
    env: withoutCredentials(task.env),
    timeoutMs: LONGEST_MS,
    signal,
    recheck: null,
    onFirstLine: null,
  };
}

/** A model chooses these commands, and what they print goes to its provider. */
const withoutCredentials = (env: Task['env']): Task['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => !isCredential(name, value, 'by-pattern')));

function described(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'finished':
      return printed(`exit code ${outcome.exitCode}`, outcome);
    case 'timedOut':
      return printed(`ended after ${outcome.timeoutMs / 1000} s`, outcome);
    case 'signalled':
      return printed(`ended by ${outcome.signal}`, outcome);
    case 'launchFailed':
      throw new Refusal(`it could not be started: ${outcome.message}`);
    case 'cancelled':
    case 'refused':
      throw new Refusal(outcome.why);
    default:
      throw new Refusal('it gave nothing');
  }
}

const printed = (how: string, { stdout, stderr, truncated }: Printed): string =>
  [
    truncated ? `${how}; the end of what it printed is lost` : how,
    section('stdout', stdout),
    section('stderr', stderr),
  ]
    .filter((part) => part !== '')
    .join('\n');

const section = (name: string, content: string): string =>
  content.trim() === '' ? '' : `${name}:\n${shorten(content.trimEnd(), MOST_CHARACTERS)}`;
