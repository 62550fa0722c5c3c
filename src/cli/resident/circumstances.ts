// What a process has from who started it beside its environment and folder, and hands on to its hooks. It cannot travel, so who
// differs in it from the resident engine is answered by a process of its own.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findShells } from '../../machine/index.js';
import type { Request } from './request.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Variables that Node reads by itself, or the system's loader for it, before or beside what we read. */
const READ_BY_NODE =
  /^(?:NODE_.*|SSL_CERT_.*|OPENSSL_.*|UV_.*|ICU_.*|LD_.*|DYLD_.*|GLIBC_TUNABLES|TZ|TZDIR|TMPDIR|TMP|TEMP|(?:https?|all|no)_proxy|(?:HTTPS?|ALL|NO)_PROXY)$/;

/** Variables that say where things are. */
const PLACES = ['HOME', 'PATH', 'XDG_STATE_HOME'];

/** The environment that an engine is started with: nothing of it reaches a hook. */
export const environmentForNode = (env: Env): Record<string, string> => pick(env, isForNode);

const isForNode = (name: string): boolean => PLACES.includes(name) || READ_BY_NODE.test(name);

function pick(env: Env, wanted: (name: string) => boolean): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of Object.keys(env).sort()) {
    const value = env[name];
    if (value !== undefined && wanted(name)) picked[name] = value;
  }
  return picked;
}

const readByNode = (env: Env): string => JSON.stringify(pick(env, (name) => READ_BY_NODE.test(name)));

const STATUS = /^(?:Umask|Uid|Gid|Groups|Cap\w+|NoNewPrivs|Seccomp\w*|Cpus_allowed|Mems_allowed):.*$/gm;

/** Node raises this one for itself and all that it starts, as far as it may: `/proc` names how far that is behind it. */
const OPEN_FILES = /^(Max open files)\s+\S+\s+/m;
const OPEN_FILES_OF_SHELL = /^open files.*$/m;

/** `null`: the system does not say. */
function fromProc(pid: number | 'self'): string | null {
  try {
    const limits = readFileSync(`/proc/${pid}/limits`, 'latin1').replace(OPEN_FILES, '$1 ');
    const status = readFileSync(`/proc/${pid}/status`, 'latin1').match(STATUS) ?? [];
    return `${limits}${status.join('\n')}`;
  } catch {
    return null;
  }
}

function fromShell(): string | null {
  const { bash } = findShells(process.env['PATH'] ?? '');
  if (bash === null) return null;
  return comparable(execFileSync(bash, ['-p', '-c', 'ulimit -a; umask'], { encoding: 'utf8' }));
}

const comparable = (limits: string): string => limits.replace(OPEN_FILES_OF_SHELL, '').trimEnd();

/** Remembers those of this process; the function says whether a caller has the same. */
export function circumstances(): (request: Request) => boolean {
  const [here, node] = [fromProc('self'), readByNode(process.env)];
  const shell = here === null ? fromShell() : null;
  return ({ pid, limits, env }) => {
    if (readByNode(env) !== node) return false;
    return here === null ? limits !== '' && comparable(limits) === shell : fromProc(pid) === here;
  };
}
