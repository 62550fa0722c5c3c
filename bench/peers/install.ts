// Peers from the registry, in a folder of the checkout that git does not see.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../src/text/index.js';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/peers/', import.meta.url));
const PACKAGES = ['@google/gemini-cli-core', 'execa'];

/** Installs what is missing, without running anybody's install scripts. */
export function installPeers(): void {
  if (PACKAGES.every((name) => existsSync(folderOf(name)))) return;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, 'package.json'), '{"private":true}');
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES];
  execFileSync('npm', words, { cwd: CACHE, stdio: 'inherit' });
}

/** A virtual environment with the kernel that Amplifier's module needs; the path of its Python. */
export function pythonWithKernel(): string {
  const python = join(CACHE, 'python', 'bin', 'python');
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(CACHE, 'python')]);
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'amplifier-core'], { stdio: 'inherit' });
  }
  return python;
}

export const folderOf = (name: string): string => join(CACHE, 'node_modules', name);

export function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
  return isRecord(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : 'unknown';
}
