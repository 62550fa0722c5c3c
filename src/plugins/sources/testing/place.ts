// Folders for tests, and what is in them.
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that goes away with the test. */
export function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder in another one. */
export function inside(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

/** path → content; a link as `-> target`, a folder as `/`, an executable with `*` at the end of its path. */
export function treeOf(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  const walk = (below: string): void => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      const found = lstatSync(join(folder, path));
      if (found.isSymbolicLink()) tree[path] = `-> ${readlinkSync(join(folder, path))}`;
      else if (found.isDirectory()) {
        const before = Object.keys(tree).length;
        walk(path);
        if (Object.keys(tree).length === before) tree[path] = '/';
      } else tree[(found.mode & 0o111) === 0 ? path : `${path}*`] = readFileSync(join(folder, path), 'utf8');
    }
  };
  walk('');
  return tree;
}

export const PLUGIN_TREE = {
  '.claude-plugin/plugin.json': '{"name":"guard"}',
  'hooks/hooks.json': '{"hooks":{}}',
  'scripts/guard.sh*': '#!/bin/sh\nexit 0\n',
};
