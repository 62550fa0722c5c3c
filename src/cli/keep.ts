// Keeps what Node compiled, for the next calls of this command.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Compiled, fileNameOf, HEADER_BYTES, headerOf, isPrivateFolder } from './compiled.js';

/**
 * Writes it into the folder, which is made where it is missing. Throws what the system says.
 *
 * @param beside the folder of what was compiled
 */
export function keep(folder: string, compiled: readonly Compiled[], beside: string): void {
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  if (!isPrivateFolder(folder)) return;
  if (isNew) removeOtherVersions(folder);
  for (const one of compiled) write(folder, one);
  removeOtherBuilds(folder, beside);
}

function write(folder: string, { source, script, round }: Compiled): void {
  const code = script.createCachedData();
  const header = Buffer.alloc(HEADER_BYTES, ' ');
  header.write(`${headerOf(source)}${round + 1}`, 'latin1');
  // The general way to replace a file lies where all of the road would be loaded with it.
  const temporary = join(folder, `.tmp-${process.pid}`);
  try {
    writeFileSync(temporary, Buffer.concat([header, code, code]), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, join(folder, fileNameOf(source.name)));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function removeOtherVersions(folder: string): void {
  const versions = dirname(folder);
  for (const name of readdirSync(versions))
    if (name !== basename(folder)) rmSync(join(versions, name), { recursive: true, force: true });
}

/** What this Node compiled of files that are not there any more. */
function removeOtherBuilds(folder: string, beside: string): void {
  const prefix = fileNameOf('');
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix) && !existsSync(join(beside, name.slice(prefix.length))))
      rmSync(join(folder, name), { force: true });
}
