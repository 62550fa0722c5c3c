// How git is run: nothing of the repository is executed, nobody is asked, and only known ways are taken.
import type { Readable } from 'node:stream';
import type { PluginProblem } from '../../problem.js';
import type { Env, FetchOrder } from '../order.js';
import { collect, type Finished, runProgram } from '../run-program.js';

/** Variables with which git is led to other repositories, or made to run programs. How one logs in stays. */
const KEPT =
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|SSL_[A-Z_]+|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|PROXY_COMMAND|PROXY_SSL_[A-Z_]+|EXEC_PATH)$/;

const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.askPass=',
  'credential.interactive=never',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'fetch.writeCommitGraph=false',
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'http.lowSpeedLimit=1',
];

export interface GitOrder {
  readonly repository: string;
  readonly order: FetchOrder;
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly onLine?: (line: string) => void;
  readonly watch?: () => PluginProblem | null;
}

const MOST_OUTPUT = 64 * 1024 * 1024;

export const git = (order: GitOrder): Promise<Finished<Buffer>> => gitReading(order, collect(MOST_OUTPUT));

export function gitReading<T>(call: GitOrder, read: (stdout: Readable) => Promise<T>): Promise<Finished<T>> {
  const { repository, order, args, ...rest } = call;
  const silence = `http.lowSpeedTime=${Math.max(1, Math.ceil(order.limits.silenceMs / 1000))}`;
  const settings = [...SETTINGS, silence].flatMap((setting) => ['-c', setting]);
  return runProgram({
    ...rest,
    program: 'git',
    args: [...settings, ...args],
    cwd: repository,
    env: { ...environment(order.env), GIT_DIR: repository },
    signal: order.signal,
    deadlineMs: order.limits.deadlineMs,
    read,
  });
}

function environment(env: Env): Env {
  const passed = Object.entries(env).filter(
    ([name]) =>
      (!name.startsWith('GIT_') || KEPT.test(name)) && name !== 'SSH_ASKPASS' && name !== 'LANGUAGE',
  );
  return {
    ...Object.fromEntries(passed),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
}
