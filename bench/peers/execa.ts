// execa, as somebody would use it who runs hooks with it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { shell } from '../project.js';
import { folderOf, versionOf } from './install.js';
import type { Peer, Scene } from './peer.js';

interface Module {
  readonly execa: (file: string, args: readonly string[], options: unknown) => Promise<unknown>;
}

export async function execaPeer({ projectDir, commands, env, stdin }: Scene): Promise<Peer> {
  const { execa }: Module = await import(pathToFileURL(join(folderOf('execa'), 'index.js')).href);
  const options = { cwd: projectDir, env, extendEnv: false, input: stdin };
  return {
    name: `execa ${versionOf('execa')}`,
    fire: () => Promise.all(commands.map((command) => execa(shell, ['-c', command], options))),
    close: () => undefined,
  };
}
