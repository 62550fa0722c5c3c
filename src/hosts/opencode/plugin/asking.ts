// Asks `amplifier-hooks` about one hook of opencode, in a process that neither its length nor its silence lets hold the host.
import { type ChildProcess, spawn } from 'node:child_process';
import { isRecord } from '../../../text/index.js';
import type { PluginAnswer, PluginPayload } from '../protocol.js';

export type Asked =
  | { readonly ok: true; readonly answer: PluginAnswer; readonly log: string }
  /** Nobody judged it. */
  | { readonly ok: false; readonly why: string };

export interface Asker {
  ask(payload: PluginPayload, limitMs: number): Promise<Asked>;
  /** Ends whoever has not answered yet. */
  close(): void;
}

/** An answer is short; what is longer is not one. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_LOG = 64 * 1024;

const NEW_LINE = 10;

/** It may end its hooks before it is killed. */
const GRACE_MS = 2000;

/**
 * Never rejects: what goes wrong is an answer too.
 *
 * @param command the program and its first arguments
 * @param further ones, behind those that say who asks
 */
export function asker(command: readonly string[], directory: string, further: readonly string[] = []): Asker {
  const unanswered = new Set<ChildProcess>();
  return {
    ask: async (payload, limitMs) => {
      const [program = '', ...words] = command;
      try {
        const text = `${JSON.stringify(payload)}\n`;
        // The project is opencode's, also where it was itself started by another agent.
        const project = process.env['AMPLIFIER_PROJECT_DIR'] || directory;
        const seconds = `${Math.max(1, Math.floor(limitMs / 1000))}`;
        const asks = ['dispatch', '--host', 'opencode', '--host-timeout', seconds, ...further];
        const child = spawn(program, [...words, ...asks], {
          cwd: directory,
          env: { ...process.env, AMPLIFIER_PROJECT_DIR: project },
        });
        unanswered.add(child);
        return await answerOf(child, program, text, limitMs).finally(() => unanswered.delete(child));
      } catch (error) {
        return { ok: false, why: `${program} cannot be asked: ${reasonOf(error)}` };
      }
    },
    close: () => {
      for (const child of unanswered) end(child);
    },
  };
}

/** Its answer is the first line that it prints, whatever it does afterwards; where it prints none, how it ends. */
function answerOf(child: ChildProcess, program: string, text: string, limitMs: number): Promise<Asked> {
  return new Promise((resolve) => {
    const [stdout, stderr] = [new Text(MOST_BYTES), new Text(MOST_LOG)];
    const settle = (asked: Asked): void => {
      clearTimeout(limit);
      resolve(asked);
    };
    const fail = (why: string): void => settle({ ok: false, why });
    const limit = setTimeout(() => {
      fail(`${program} did not answer within ${Math.round(limitMs / 1000)} seconds`);
      end(child);
    }, limitMs);
    const ended = (code: number | null, signal: string | null): void => {
      if (code === 0 && !stdout.isCut) settle(readAnswer(stdout.text(), stderr.text()));
      else fail(stderr.text().trim() || `${program} ended by ${signal ?? `exit code ${code}`}`);
    };
    child.on('error', (error) => fail(`${program} cannot be started: ${reasonOf(error)}`));
    child.on('close', ended);
    // Something that it started may hold its streams open.
    child.on('exit', (code, signal) => setTimeout(() => ended(code, signal), GRACE_MS).unref());
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout.add(chunk);
      if (chunk.at(-1) === NEW_LINE && !stdout.isCut) settle(readAnswer(stdout.text(), stderr.text()));
    });
    child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk));
    // Whoever ends without reading says why by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(text);
  });
}

/** What an answer says. */
export function readAnswer(stdout: string, log: string): Asked {
  if (stdout.trim() === '') return { ok: true, answer: {}, log };
  try {
    const answer: unknown = JSON.parse(stdout);
    return isRecord(answer)
      ? { ok: true, answer: known(answer), log }
      : { ok: false, why: 'the answer is not an object' };
  } catch (error) {
    return { ok: false, why: `the answer is not valid JSON: ${reasonOf(error)}` };
  }
}

/** Only what it says in the right kind. A deny of another kind is a deny. */
function known(answer: Record<string, unknown>): PluginAnswer {
  const text = (name: string) => {
    const value = answer[name];
    return typeof value === 'string' ? { [name]: value } : {};
  };
  const { deny, args } = answer;
  return {
    ...(deny === undefined
      ? {}
      : { deny: typeof deny === 'string' && deny !== '' ? deny : 'Blocked by hook' }),
    ...(isRecord(args) ? { args } : {}),
    ...text('output'),
    ...text('text'),
    ...text('system'),
    ...text('message'),
  };
}

function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
}

/** What a stream said, in bounds. */
class Text {
  readonly #most: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isCut(): boolean {
    return this.#bytes > this.#most;
  }

  add(chunk: Buffer): void {
    if (!this.isCut) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
