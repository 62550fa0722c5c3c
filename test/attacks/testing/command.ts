// The real command and the real sidecar, in a project of somebody else.
import { afterEach, beforeEach, expect } from 'vitest';
import { CommandProject } from '../../../src/cli/testing/command.js';
import { type Played, type PlayOptions, play } from '../../../src/cli/testing/play.js';
import { settle } from '../../../src/engine/index.js';
import { Client, type Line } from '../../../src/hosts/sidecar/testing/client.js';
import { withExecutables } from '../../../src/testing/executables.js';
import type { Ended } from '../../../src/testing/index.js';
import { isRecord } from '../../../src/text/index.js';
import { approve, survey } from '../../../src/trust/index.js';

/** What must never leave the machine. */
export const KEY = 'sk-attack-0815';

type Fields = Readonly<Record<string, unknown>>;

/** Nothing, where it is no record. */
const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** A project of somebody else, and the person who opened it. */
export class Opened extends CommandProject {
  readonly #sidecars: Sidecar[] = [];

  constructor(command: string) {
    super(command, { ANTHROPIC_API_KEY: KEY });
  }

  /** Settings of the user who opens the project. */
  mine(content: Fields): void {
    this.write('home/.claude/settings.json', content);
  }

  /** Settings of the project. */
  theirs(content: Fields): void {
    this.write('project/.claude/settings.json', content);
  }

  /** What the person did before: `amplifier-hooks trust`, and yes. */
  approved(): void {
    const { request, stateDir } = settle({ projectDir: this.dir, env: this.env, claudeSettings: true });
    const found = survey(request, stateDir);
    expect(approve(found, found.entries, new Date())).toEqual([]);
  }

  /** What the person does at a terminal, which a process of a test has none of: played in this process, by this tree. */
  person(argv: readonly string[], more: Partial<PlayOptions> = {}): Promise<Played> {
    const stdin = { text: '', terminal: true };
    return play(argv, { cwd: this.dir, env: this.env, strange: true, stdin, ...more });
  }

  dispatch(fields: Fields, ...flags: readonly string[]): Promise<Ended> {
    return this.run(['dispatch', ...flags], JSON.stringify({ session_id: 's', cwd: this.dir, ...fields }));
  }

  /** The answer to an event as the host reads it; what people are told, beside it. */
  async answer(fields: Fields, ...flags: readonly string[]): Promise<Answer> {
    return new Answer(await this.dispatch(fields, ...flags));
  }

  /** What a command prints with `--json`. */
  async record(...argv: readonly string[]): Promise<Fields> {
    return recordOf(JSON.parse((await this.run([...argv, '--json'])).stdout));
  }

  /** A sidecar for a host that speaks as Claude Code does, with one session open; `config` and all else as in `initialize`. */
  async serve(more: Fields = {}): Promise<Sidecar> {
    const child = this.start(['serve']);
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const sidecar = new Sidecar(new Client(child.stdin, child.stdout), this.dir, closed);
    this.#sidecars.push(sidecar);
    await sidecar.client.initialize({ format: 'claude', ...more });
    sidecar.opened = await sidecar.client.get('session/open', { session: 's', cwd: this.dir });
    return sidecar;
  }

  override async remove(): Promise<void> {
    await Promise.all(this.#sidecars.map((sidecar) => sidecar.end()));
    await super.remove();
  }
}

/** Before each test of a file somebody opens a project of somebody else, where the command is this one; by default that of this tree. */
export function withOpened(take: (project: Opened) => void, { command } = withExecutables('command')): void {
  let opened: Opened;
  beforeEach(() => {
    opened = new Opened(command);
    take(opened);
  });
  afterEach(() => opened.remove());
}

/** How one event was answered, by `dispatch` or by a sidecar of format `claude`. */
export class Answer {
  readonly ended: Pick<Ended, 'stdout' | 'stderr'>;
  /** All that the host and its user could read. */
  readonly told: string;
  readonly json: Fields;

  constructor(ended: Pick<Ended, 'stdout' | 'stderr'>) {
    this.ended = ended;
    this.told = `${ended.stdout}\n${ended.stderr}`;
    this.json = ended.stdout === '' ? {} : recordOf(JSON.parse(ended.stdout));
  }

  /** What the host was told about this very event. */
  get specific(): Fields {
    return recordOf(this.json['hookSpecificOutput']);
  }

  get permission(): unknown {
    return this.specific['permissionDecision'] ?? null;
  }

  get reason(): string {
    return String(this.specific['permissionDecisionReason'] ?? '');
  }
}

export class Sidecar {
  /** The answer to `session/open`. */
  opened: unknown;
  readonly client: Client;
  readonly #cwd: string;
  readonly #closed: Promise<void>;

  constructor(client: Client, cwd: string, closed: Promise<void>) {
    this.client = client;
    this.#cwd = cwd;
    this.#closed = closed;
  }

  /** The whole result of an event. */
  async event(fields: Fields): Promise<Line> {
    const input = { session_id: 's', cwd: this.#cwd, ...fields };
    return recordOf(await this.client.get('event', { session: 's', input }));
  }

  async answer(fields: Fields): Promise<Answer> {
    const { stdout = '', stderr = '' } = recordOf((await this.event(fields))['result']);
    return new Answer({ stdout: String(stdout), stderr: String(stderr) });
  }

  async end(): Promise<void> {
    this.client.end();
    await this.#closed;
  }
}

export const LS = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
export const SESSION_START = { hook_event_name: 'SessionStart', source: 'startup' };

/** What settings say of hooks that are asked about every call. */
export const hooksOf = (...hooks: readonly Fields[]) => ({ hooks: { PreToolUse: [{ hooks }] } });
