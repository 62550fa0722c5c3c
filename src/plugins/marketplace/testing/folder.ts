// A throw-away folder with a marketplace in it, for tests.
import { Folder } from '../../../testing/index.js';

export class TestFolder extends Folder {
  readonly home = this.makeFolder('home');

  /** A marketplace in a folder below the root; gives the folder. */
  marketplace(
    folder: string,
    plugins: readonly unknown[],
    more: Readonly<Record<string, unknown>> = {},
  ): string {
    const content = { name: 'shop', owner: { name: 'Tester' }, ...more, plugins };
    this.write(`${folder}/.claude-plugin/marketplace.json`, content);
    return this.path(folder);
  }

  /** A plugin with one hook. */
  plugin(folder: string, event = 'PreToolUse'): string {
    this.write(`${folder}/.claude-plugin/plugin.json`, { name: folder.split('/').at(-1), version: '1.0.0' });
    this.write(`${folder}/hooks/hooks.json`, {
      hooks: { [event]: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
    return this.path(folder);
  }
}
