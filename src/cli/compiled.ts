// Keeps what Node compiled, where Node can (22.1 and later): a tenth of what answering an event costs.
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { VERSION } from '../version.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * In the state directory, once there is one: who can write there decides what is approved, so whoever could put other code there
 * gains nothing. It is never the temporary directory, and never a folder that somebody else can write to.
 */
export function keepCompiled(env: Env): void {
  const module = process.getBuiltinModule('node:module');
  const keep: unknown = Reflect.get(module, 'enableCompileCache');
  const user = process.getuid?.();
  if (typeof keep !== 'function' || user === undefined) return;
  const folder = privateFolderOf(env, user);
  if (folder !== null) Reflect.apply(keep, module, [folder]);
}

function privateFolderOf(env: Env, user: number): string | null {
  const [stated = '', home = ''] = [env['XDG_STATE_HOME'], env['HOME']];
  if (!isAbsolute(stated) && !isAbsolute(home)) return null;
  const state = join(isAbsolute(stated) ? stated : join(home, '.local', 'state'), 'amplifier-hooks');
  const code = join(state, 'code');
  try {
    if (!isOwn(state, user) || (isAbsolute(stated) && isInProject(stated, env))) return null;
    mkdirSync(code, { recursive: true, mode: 0o700 });
    const own = join(code, VERSION);
    if (mkdirSync(own, { recursive: true, mode: 0o700 }) !== undefined) removeOthers(code);
    return [code, own].every((folder) => isOwn(folder, user, 0o077)) ? own : null;
  } catch {
    // Then it is compiled again.
    return null;
  }
}

/** What lies in a project is not believed. */
const isInProject = (path: string, env: Env): boolean =>
  [process.cwd(), env['AMPLIFIER_PROJECT_DIR'], env['CLAUDE_PROJECT_DIR']].some(
    (project = '') => project !== '' && `${path}/`.startsWith(`${project}/`),
  );

/** A folder of a checkout is open to others, so that code which somebody else compiled is never taken from one. */
function isOwn(folder: string, user: number, others = 0o022): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === user && (found.mode & others) === 0;
}

/** Those of other versions. */
function removeOthers(code: string): void {
  for (const name of readdirSync(code))
    if (name !== VERSION) rmSync(join(code, name), { recursive: true, force: true });
}
