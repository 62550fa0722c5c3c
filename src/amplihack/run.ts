// One call of the executable, as a function: the same replies and the same files, in any process.
import { type Context, HookError, LIMITS, type Limits, type Reply } from './context.js';
import { postToolUse } from './handlers/post-tool-use.js';
import { denial, preToolUse } from './handlers/pre-tool-use.js';
import { type HookInput, parsePayload } from './input/parse.js';
import { findSubcommand, type HandlerName, SUBCOMMANDS, type Subcommand } from './subcommands.js';

/** Where a call happens. */
export interface Situation {
  /** The current directory of the hook. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch; the clock of the machine where absent. */
  readonly now?: () => number;
  readonly limits?: Partial<Limits>;
}

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export const USAGE = `Usage: amplihack-hooks <subcommand>

Reads one event as JSON from standard input and answers it with one line of JSON
(pre-compact with one of text).

Subcommands:
${SUBCOMMANDS.map(({ name, event }) => `  ${name.padEnd(34)}${event}`).join('\n')}

  lock [--message TEXT], unlock     keep the agent from stopping, or let it stop again
  --version, --help
`;

const complaint = (subcommand: string): string =>
  `amplihack-hooks: ${subcommand === '' ? 'no subcommand is named' : `there is no subcommand "${subcommand}"`}`;

/** Never rejects: a hook that fails says so on stderr and stands in nobody's way. */
export async function runAmplihack(
  subcommand: string,
  stdin: string | Uint8Array,
  surroundings: Situation,
): Promise<Ended> {
  const start = process.hrtime.bigint();
  const found = findSubcommand(subcommand);
  if (found === null) return { stdout: '', stderr: `${complaint(subcommand)}\n${USAGE}`, exitCode: 1 };
  const lines: string[] = [];
  const context: Context = {
    root: surroundings.root,
    env: surroundings.env,
    now: surroundings.now ?? Date.now,
    limits: { ...LIMITS, ...surroundings.limits },
    warn: (line) => void lines.push(line),
  };
  const answer = await answerOf(found.name, () => parsePayload(stdin, found.event), context);
  lines.push(telemetry(found.name, process.hrtime.bigint() - start, answer.problem));
  return {
    stdout: `${typeof answer.reply === 'string' ? answer.reply : JSON.stringify(answer.reply)}\n`,
    stderr: lines.map((line) => `${line}\n`).join(''),
    exitCode: 0,
  };
}

/** The answer to more than an event may have. A tool call that nobody looked at is not let through for being large. */
export function tooLarge({ name }: Subcommand): Ended {
  const message = 'the input is larger than an event may be and was not read';
  const reply = name === 'pre-tool-use' ? denial(`This call cannot be judged: ${message}.`) : {};
  const stderr = `${telemetry(name, 0n, { result: 'error', message })}\n`;
  return { stdout: `${JSON.stringify(reply)}\n`, stderr, exitCode: 0 };
}

export interface Problem {
  readonly result: 'error' | 'panic';
  readonly message: string;
}

/** The line that every call leaves on stderr. */
export function telemetry(name: HandlerName, nanoseconds: bigint, problem: Problem | null): string {
  return JSON.stringify({
    hook: name.replaceAll('-', '_'),
    duration_us: Number(nanoseconds / 1000n),
    result: problem?.result ?? 'ok',
    ...(problem === null ? {} : { error: problem.message }),
  });
}

interface Answer {
  /** JSON, or plain text where the event knows only that. */
  readonly reply: Reply | string;
  readonly problem: Problem | null;
}

async function answerOf(
  name: HandlerName,
  parse: () => ReturnType<typeof parsePayload>,
  context: Context,
): Promise<Answer> {
  try {
    const input = parse();
    const reply = input.event === 'unknown' ? { version: 1 } : await handle(name, input, context);
    return { reply, problem: null };
  } catch (error) {
    return { reply: {}, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof HookError) return { result: 'error', message: error.message };
  // What the system says names a path at most, and only its code is passed on.
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return { result: 'error', message: `the system refused ${String(error.syscall)}: ${String(error.code)}` };
  return {
    result: 'panic',
    message: error instanceof Error ? `unexpected ${error.name}` : 'unexpected failure',
  };
}

/** A known event of another hook is none of this one's business. Seldom used handlers are loaded when they are. */
async function handle(name: HandlerName, input: HookInput, context: Context): Promise<Reply | string> {
  switch (name) {
    case 'pre-tool-use':
      return input.event === 'PreToolUse' ? preToolUse(input, context) : {};
    case 'post-tool-use':
      return input.event === 'PostToolUse' ? postToolUse(input, context) : {};
    case 'session-start': {
      if (input.event !== 'SessionStart') return {};
      const { sessionStart } = await import('./seldom.js');
      return sessionStart(input, context);
    }
    case 'stop': {
      const { APPROVE, stop } = await import('./seldom.js');
      return input.event === 'Stop' ? stop(input, context) : APPROVE;
    }
    case 'workflow-classification-reminder': {
      if (input.event !== 'UserPromptSubmit') return {};
      const { workflowClassificationReminder } = await import('./seldom.js');
      return workflowClassificationReminder(input, context);
    }
    case 'user-prompt-submit': {
      if (input.event !== 'UserPromptSubmit') return {};
      const { userPromptSubmit } = await import('./seldom.js');
      return userPromptSubmit(input, context);
    }
    case 'pre-compact': {
      if (input.event !== 'PreCompact') return {};
      const { preCompact } = await import('./seldom.js');
      return preCompact(input, context);
    }
    case 'session-stop': {
      if (input.event !== 'SessionStop') return {};
      const { sessionStop } = await import('./seldom.js');
      return sessionStop(input, context);
    }
  }
}
