// Writes tar files, honest and other ones.
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

export interface TarEntry {
  readonly name: string;
  readonly data?: Buffer | string;
  readonly mode?: number;
  readonly type?: 'file' | 'link' | 'symlink' | 'directory' | 'block-device' | 'character-device' | 'fifo';
  readonly to?: string;
}

export async function tar(entries: readonly TarEntry[]): Promise<Buffer> {
  const writer = pack();
  for (const { name, data = '', mode = 0o644, type = 'file', to } of entries) {
    const header = { name, mode, type, ...(to === undefined ? {} : { linkname: to }) };
    if (type === 'file') writer.entry(header, data);
    else writer.entry(header);
  }
  writer.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of writer) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export const tgz = async (entries: readonly TarEntry[]): Promise<Buffer> => gzipSync(await tar(entries));

/** The files of a small plugin, below a folder or not. */
export const pluginEntries = (below = ''): readonly TarEntry[] => [
  { name: `${below}.claude-plugin/plugin.json`, data: '{"name":"guard"}' },
  { name: `${below}hooks/hooks.json`, data: '{"hooks":{}}' },
  { name: `${below}scripts/guard.sh`, data: '#!/bin/sh\nexit 0\n', mode: 0o755 },
];
