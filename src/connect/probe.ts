// How a host would ask us about one call of its shell, by what stands in its own files.
import { spawn } from 'node:child_process';
import { findShells } from '../machine/index.js';
import { reasonOf } from '../text/index.js';
import { withinOf } from './connect.js';
import { fileHooks } from './findings.js';
import { type ConnectedHost, type HostEvent, isGate } from './host.js';
import { ourCommand } from './ours.js';
import type { Around, ConnectScope } from './places.js';
import { calledBy, ownFiles } from './whole-files.js';

/** What the host would start. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  /** As a person reads it. */
  readonly inWords: string;
  readonly stdin: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the command says about who asks, and about the event. */
  readonly host: string;
  readonly event: string | null;
}

export type Planned =
  | { readonly ok: true; readonly start: Start }
  | { readonly ok: false; readonly why: string };

/** How a host would be started to ask about a command of its shell. */
export async function planProbe(
  host: ConnectedHost,
  scope: ConnectScope,
  place: string,
  around: Around,
  command: string,
): Promise<Planned> {
  const gate = host.events.find((event) => isGate(event) && event.ours === 'PreToolUse');
  if (gate === undefined) return { ok: false, why: 'it asks nobody before a tool runs' };
  const found = await startOf(host, scope, place, around, gate);
  if (typeof found === 'string') return { ok: false, why: found };
  const stdin = `${JSON.stringify(payloadOf(host, gate, command, around.projectDir))}\n`;
  const env = { ...around.env, ...host.settings.env };
  return { ok: true, start: { ...found, stdin, cwd: around.projectDir, env } };
}

type Found = Pick<Start, 'program' | 'args' | 'inWords' | 'host' | 'event'>;

/** Why it cannot be, in words, where a text is given. */
async function startOf(
  host: ConnectedHost,
  scope: ConnectScope,
  place: string,
  around: Around,
  gate: HostEvent,
): Promise<Found | string> {
  const { form, shell } = host.settings;
  const shells = findShells(around.env['PATH'] ?? '');
  const found = shells[shell] ?? shells.sh;
  const within = withinOf(scope, around);
  if (form === 'plugin') {
    const [file] = ownFiles(host, place, within);
    const [program = '', ...args] = file?.text === undefined ? [] : calledBy(file.text ?? '');
    if (program === '') return 'the plugin does not say what it starts';
    return { program, args, inWords: [program, ...args].join(' '), host: host.name, event: null };
  }
  if (found === null) return `there is no ${shell}`;
  if (form === 'scripts') {
    const file = ownFiles(host, place, within).find(
      ({ path }) => path === `${place}/${gate.theirs}` || path === `${place}/${gate.theirs}.sh`,
    );
    if (file === undefined) return `there is no program for ${gate.theirs} in ${place}`;
    return {
      program: found,
      args: [file.path],
      inWords: `${shell} ${file.path}`,
      host: host.name,
      event: gate.theirs,
    };
  }
  const hooks = await fileHooks(host, scope, around);
  const hook = hooks?.ours.find(({ event }) => event === gate.theirs);
  if (hook === undefined) return hooks?.problem ?? `there is no hook of ours for ${gate.theirs} in ${place}`;
  const said = ourCommand(hook.command);
  return {
    program: found,
    args: ['-c', hook.command],
    inWords: `${shell} -c ${hook.command}`,
    host: said?.host ?? host.name,
    event: said?.event ?? null,
  };
}

/** A call of the host's shell, in its own form. */
function payloadOf(host: ConnectedHost, { theirs }: HostEvent, command: string, cwd: string): object {
  const [session, native] = ['amplifier-hooks-probe', host.shellTool];
  switch (host.name) {
    case 'cline':
      return {
        hookName: 'tool_call',
        taskId: session,
        sessionContext: { rootSessionId: session },
        workspaceRoots: [cwd],
        tool_call: { id: '1', name: native, input: { commands: [command] } },
        preToolUse: { toolName: native, parameters: { commands: JSON.stringify([command]) } },
      };
    case 'opencode':
      return {
        opencode_hook: theirs,
        directory: cwd,
        input: { tool: native, sessionID: session, callID: '1' },
        output: { args: { command } },
      };
    case 'vscode':
      return {
        hookEventName: theirs,
        sessionId: session,
        cwd,
        tool_name: native,
        tool_input: { command },
        tool_use_id: '1',
      };
    case 'cursor':
      return {
        hook_event_name: theirs,
        conversation_id: session,
        generation_id: '1',
        workspace_roots: [cwd],
        tool_name: native,
        tool_input: { command },
      };
    // Under the names of Claude Code's events it has the names of its tools too.
    case 'copilot':
      return {
        hook_event_name: theirs,
        session_id: session,
        timestamp: new Date().toISOString(),
        cwd,
        tool_name: 'Bash',
        tool_input: { command },
      };
    default:
      return {
        hook_event_name: theirs,
        session_id: session,
        cwd,
        tool_name: native,
        tool_input: { command },
      };
  }
}

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** Why it could not be started, or did not end; `null`: it did. */
  readonly problem: string | null;
}

/** More than starting takes on a machine that is busy. */
const PATIENCE_MS = 60_000;
const MOST = 1024 * 1024;

/** Starts it as the host does. Never rejects. */
export function runProbe({ program, args, stdin, cwd, env }: Start): Promise<Ended> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: 'pipe' });
    let [stdout, stderr] = ['', ''];
    const end = (exitCode: number | null, problem: string | null): void => {
      clearTimeout(limit);
      resolve({ exitCode, stdout, stderr, ms: performance.now() - began, problem });
    };
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      end(null, `it did not answer within ${PATIENCE_MS / 1000} seconds`);
    }, PATIENCE_MS);
    child.on('error', (error) => end(null, reasonOf(error)));
    child.on('close', (code, signal) => end(code, signal === null ? null : `it was ended by ${signal}`));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(0, MOST);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(0, MOST);
    });
    // Whoever ends without reading says why by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}
