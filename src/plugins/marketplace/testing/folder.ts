// A throw-away folder with a marketplace in it, for tests.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export class TestFolder {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-marketplace-')));
  readonly home = join(this.root, 'home');

  constructor() {
    mkdirSync(this.home);
  }

  /** Writes a file below the root; objects as JSON. */
  write(path: string, content: unknown): string {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return file;
  }

  /** A marketplace in a folder below the root; gives the folder. */
  marketplace(
    folder: string,
    plugins: readonly unknown[],
    more: Readonly<Record<string, unknown>> = {},
  ): string {
    const content = { name: 'shop', owner: { name: 'Tester' }, ...more, plugins };
    this.write(`${folder}/.claude-plugin/marketplace.json`, content);
    return join(this.root, folder);
  }

  /** A plugin with one hook. */
  plugin(folder: string, event = 'PreToolUse'): string {
    this.write(`${folder}/.claude-plugin/plugin.json`, { name: folder.split('/').at(-1), version: '1.0.0' });
    this.write(`${folder}/hooks/hooks.json`, {
      hooks: { [event]: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
    return join(this.root, folder);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
