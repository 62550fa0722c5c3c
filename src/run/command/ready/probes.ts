// Before a shell or an interpreter is kept ready, a harmless program shows that it honours the gate and goes on as it does cold.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, readSync } from 'node:fs';
import { type ChannelSupply, closeAhead } from '../channels.js';
import { type Gated, opening, type Standing } from './gate.js';
import type { Interpreter } from './interpreters.js';
import { Spare } from './spare.js';

type Env = Readonly<Record<string, string>>;

/** A shell replaces itself by the last command, or starts it and waits, as the form of the command has it. */
const WHO = '/bin/sh -c \'echo "$PPID"\'';
/** What is compared between a cold shell and one at a gate. */
const SHELL_PROBES: readonly string[] = [
  WHO,
  `true; ${WHO}`,
  `true && ${WHO}`,
  `false || ${WHO}`,
  `true\ntrue && ${WHO}`,
  `{ ${WHO}; }`,
  'echo "$0 $# $- $? [$_] $LINENO [$!] [$AMPLIFIER_HOOK_GATE] [$BASH_ENV]"; no-such-program; echo "$?"; for d in 3 4 5; do if { : >&$d; } 2>/dev/null; then echo "$d"; fi; done',
  'echo "$LINENO"\necho "$LINENO"; exit 3\nfi',
  'echo one\nif; then',
];
/** A busy machine is slow; what takes this long does not come. */
const PATIENCE_MS = 10_000;
const MOST = 65_536;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to start one command of a shell: as always, and at a gate. */
export interface ShellWays {
  readonly file: string;
  readonly env: Env;
  gated(command: string): Gated;
}

export async function isFitShell({ file, env, gated }: ShellWays, channels: ChannelSupply): Promise<boolean> {
  for (const command of SHELL_PROBES) {
    const cold = await runCold(file, ['-c', command], env);
    const warm = await runGated(gated(command), env, channels, '/');
    if (cold === null || warm === null) return false;
    if (cold.code !== warm.code || cold.stdout !== warm.stdout || cold.stderr !== warm.stderr) return false;
  }
  return true;
}

/** Whether an interpreter waits at the gate before its script, and runs it after that. */
export async function isFitInterpreter(
  gated: Gated,
  env: Env,
  channels: ChannelSupply,
  cwd: string,
): Promise<boolean> {
  const ended = await runGated(gated, env, channels, cwd);
  return ended !== null && ended.code === 0 && ended.stdout === PROBE_SAYS && ended.stderr === '';
}

const PROBE_SAYS = 'as it was\n';

/** They see to it themselves that nothing of the gate is left. */
export const PROBE_SCRIPTS: Readonly<Record<Interpreter['kind'], string>> = {
  python: `import os, sys
assert not any('/proc/self/fd' in entry for entry in sys.path), sys.path
assert '/proc/self/fd' not in os.environ.get('PYTHONPATH', '')
assert __name__ == '__main__' and sys.argv == [__file__], sys.argv
assert '/proc/self/fd' not in getattr(sys.modules.get('sitecustomize'), '__file__', '')
print('as it was')
`,
  node: `if (process.env.NODE_OPTIONS || process.env.AMPLIFIER_HOOK_GATE) throw new Error('variables');
if (Object.keys(require.cache).length !== 1 || require.main !== module) throw new Error('modules');
require('fs').writeFileSync(1, 'as it was\\n');
`,
  bash: `said="$? $# $- \${BASH_ENV+x}\${AMPLIFIER_HOOK_GATE+x}$(type -t amplifier_hook_gate) $LINENO"
for d in 3 4 5; do if { : >&$d; } 2>/dev/null; then said="$said $d"; fi; done
[ "$said" = "0 0 hB  1" ] && [ "$0" = "$BASH_SOURCE" ] && echo 'as it was'
`,
};

async function runCold(file: string, args: readonly string[], env: Env): Promise<Ended | null> {
  const child = spawn(file, args, { cwd: '/', env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
  const code = await endOf(child, 'close');
  if (code === undefined) return null;
  return { code, stdout: related(out.join(''), child), stderr: related(err.join(''), child) };
}

async function runGated(gated: Gated, env: Env, channels: ChannelSupply, cwd: string): Promise<Ended | null> {
  const streams = await channels.ahead();
  if (streams === null) return null;
  let spare: Spare;
  try {
    spare = new Spare({ gated, cwd, mark: '', streams });
  } catch {
    closeAhead(streams);
    return null;
  }
  const words = opening(env);
  if (!(await arrived(spare))) return null;
  const { stdout, stderr } = spare.output;
  const before = drained(stdout) + drained(stderr);
  const ending = endOf(spare.process, 'exit');
  const called = before === '' && words !== null && spare.call(new Uint8Array(), words) !== null;
  if (!called) spare.dismiss();
  const code = await ending;
  spare.forget();
  if (!called) return null;
  const ended = {
    stdout: related(drained(stdout), spare.process),
    stderr: related(drained(stderr), spare.process),
  };
  closeSync(stdout);
  closeSync(stderr);
  return code === undefined ? null : { code, ...ended };
}

/** Whether it comes to its gate in time; where it does not, it is gone. */
export async function arrived(spare: Pick<Standing, 'ready' | 'dismiss'>): Promise<boolean> {
  const late = setTimeout(() => spare.dismiss(), PATIENCE_MS).unref();
  const isThere = await spare.ready;
  clearTimeout(late);
  return isThere;
}

/** `undefined`: it did not start, or did not end. */
async function endOf(child: ChildProcess, event: 'exit' | 'close'): Promise<number | null | undefined> {
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
  try {
    const [code]: unknown[] = await once(child, event);
    return typeof code === 'number' ? code : null;
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
  }
}

/** Numbers of processes as what they are to each other. */
const related = (text: string, { pid }: ChildProcess): string =>
  text
    .replace(new RegExp(`\\b${pid}\\b`, 'g'), 'itself')
    .replace(new RegExp(`\\b${process.pid}\\b`, 'g'), 'host');

/** What is in the pipe now. */
function drained(fd: number): string {
  const space = Buffer.alloc(MOST);
  try {
    return space.toString('utf8', 0, readSync(fd, space, 0, MOST, null));
  } catch {
    return '';
  }
}
