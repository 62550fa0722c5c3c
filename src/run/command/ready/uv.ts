// `uv run` with a script: uv looks for an interpreter, starts it and waits for it. Where it has nothing to install, all that is done
// before the script is read can be done before the event; uv itself stands at the gate together with its interpreter.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { kindOf } from '../files.js';
import { realOf } from './surroundings.js';

type Env = Readonly<Record<string, string>>;

/** Flags that neither install anything nor name another interpreter. */
const FLAG = /^(?:--no-project|--no-sync|--script|-s|--quiet|-q|--offline)$/;
const PYTHON = /^python(?:3(?:\.\d+)?)?$/;
/** The beginning of what a script says about what it needs (PEP 723). */
const METADATA = /^# \/\/\/ script\s*$/m;
/** Variables of uv change what it does, and those of Python must be ones that its gate knows. */
const CHANGES_UV = /^(?:UV_.*|VIRTUAL_ENV|CONDA_.*)$/;

/** Where its cache is while it waits: it holds a lock there, and who clears the real one must not wait for it. */
export const UV_CACHE = 'UV_CACHE_DIR';

export interface UvRun {
  /** What runs another script with the same interpreter, from each of these folders. */
  readonly flags: readonly string[];
  readonly from: readonly string[];
  readonly script: string;
  /** What uv looks at before it decides for an interpreter. */
  readonly looksAt: readonly string[];
}

/** What `uv run` comes down to, or why only uv can tell. */
export function uvRun(args: readonly string[], cwd: string, env: Env): UvRun | { readonly not: string } {
  const name = Object.keys(env).find((one) => CHANGES_UV.test(one));
  if (name !== undefined) return { not: `${name} is set, which changes what uv does` };
  const [, ...words] = args;
  const at = words.findIndex((word) => !FLAG.test(word));
  const flags = words.slice(0, Math.max(at, 0));
  const rest = words.slice(flags.length);
  const named = PYTHON.test(rest[0] ?? '') ? rest.slice(0, 1) : [];
  const script = rest[named.length];
  if (script === undefined || script.startsWith('-') || !script.endsWith('.py'))
    return { not: 'uv is not asked to run a script alone' };
  const full = resolve(cwd, script);
  if (kindOf(full) !== 'file') return { not: 'the script is not there' };
  if (named.length === 0 && METADATA.test(readFileSync(full, 'utf8')))
    return { not: 'the script says what it needs, and uv may have to install that' };
  // Which of them it goes by depends on its version, and on whether it is told the interpreter.
  const from = [...new Set([cwd, dirname(full), dirname(realOf(full) ?? full)])];
  const project = flags.includes('--no-project')
    ? undefined
    : from.flatMap((folder) => projectOf(folder) ?? []).find((folder) => !isLeftAlone(folder, flags));
  if (project !== undefined) return { not: `uv may have to prepare the project in ${project}` };
  return {
    flags: ['run', ...flags.filter((flag) => !/^(?:--script|-s)$/.test(flag)), named[0] ?? 'python3'],
    from,
    script: full,
    looksAt: looksAt([...new Set(from.flatMap(above))], env),
  };
}

const projectOf = (folder: string): string | undefined =>
  above(folder).find((one) => existsSync(join(one, 'pyproject.toml')));

/** Its environment is there, and uv is told to take it as it is. */
const isLeftAlone = (project: string, flags: readonly string[]): boolean =>
  flags.includes('--no-sync') && existsSync(join(project, '.venv', 'pyvenv.cfg'));

const above = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...above(dirname(folder))];

function looksAt(folders: readonly string[], env: Env): readonly string[] {
  const home = env['HOME'] ?? homedir();
  const settings = [
    env['XDG_CONFIG_HOME'] ?? join(home, '.config'),
    ...(env['XDG_CONFIG_DIRS'] ?? '/etc/xdg').split(':'),
    '/etc',
  ].map((folder) => join(folder, 'uv'));
  const data = join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'uv', 'python');
  const bins = (env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return [
    ...folders.flatMap((folder) =>
      [
        'pyproject.toml',
        'uv.toml',
        '.python-version',
        '.python-versions',
        'pyvenv.cfg',
        '.venv',
        '.venv/pyvenv.cfg',
      ].map((name) => join(folder, name)),
    ),
    ...settings.flatMap((folder) =>
      ['uv.toml', '.python-version', '.python-versions'].map((name) => join(folder, name)),
    ),
    data,
    // A Python that comes to lie in one of them may be the one that it takes.
    ...bins.flatMap((folder) => [folder, realOf(folder) ?? folder]),
  ];
}
