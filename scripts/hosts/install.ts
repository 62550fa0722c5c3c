// The real hosts, from the registry, in a folder of the user's cache.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Driver, forThisSystem } from './driver.js';

/** Hundreds of megabytes, to be kept for the next time. */
export const CACHE = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'amplifier-hooks-hosts',
);

/** Some hosts need a newer Node than we do. */
const NODE = { name: forThisSystem('node'), version: '22.23.3' };

export interface Installed {
  readonly program: string;
  /** Folders that must stand first in `PATH`. */
  readonly path: readonly string[];
  /** The folder with the package that it would install itself; `null`: there is none. */
  readonly beside: string | null;
}

/** What is there already is used as it is: versions are exact. */
export async function install(driver: Driver): Promise<Installed> {
  const folder = await installed(driver.name, driver.package, driver.version);
  const program = join(folder, driver.program);
  if (!existsSync(program)) throw new Error(`${driver.package} has no program ${driver.program}`);
  const { beside, name, version } = driver;
  return {
    program,
    path: driver.newerNode === true ? [await newerNode()] : [],
    beside: beside === undefined ? null : await installed(`${name}-beside`, beside.package, version),
  };
}

async function newerNode(): Promise<string> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return dirname(process.execPath);
  const folder = await installed('node', NODE.name, NODE.version);
  return join(folder, 'node_modules', NODE.name, 'bin');
}

/** The folder of a package; one that could not be installed leaves nothing behind. */
async function installed(name: string, what: string, version: string): Promise<string> {
  const folder = join(CACHE, `${name}-${version}`);
  if (existsSync(join(folder, 'node_modules', what))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact'];
  try {
    await promisify(execFile)('npm', [...words, `${what}@${version}`], { cwd: folder });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}
