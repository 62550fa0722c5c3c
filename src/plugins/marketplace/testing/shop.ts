// A marketplace in a real git repository, and the world to fetch it in.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainEnv, SILENT } from '../../sources/testing/fetching.js';
import { TestRepository } from '../../sources/testing/repository.js';
import { type FetchSurroundings, placeOfKnown } from '../content.js';
import { readKnown } from '../known.js';
import { addMarketplace } from '../manage.js';
import { type Origin, parseOrigin } from '../origin.js';
import { readMarketplace } from '../read.js';
import { TestFolder } from './folder.js';

export class TestShop extends TestFolder {
  get around(): FetchSurroundings {
    return { home: this.home, env: plainEnv(this.home), progress: SILENT, signal: null };
  }

  /** A repository below the root, named like the marketplace in it. */
  repository(
    name: string,
    plugins: readonly unknown[],
    more: Readonly<Record<string, unknown>> = {},
  ): TestRepository {
    const repository = new TestRepository(join(this.root, 'git', name));
    this.stock(repository, name, plugins, more);
    return repository;
  }

  /** Commits what the marketplace lists now; gives the commit. */
  stock(
    repository: TestRepository,
    name: string,
    plugins: readonly unknown[],
    more: Readonly<Record<string, unknown>> = {},
  ): string {
    const content = { name, owner: { name: 'Tester' }, ...more, plugins };
    return repository.commit({
      '.claude-plugin/marketplace.json': JSON.stringify(content, null, 2),
      'plugins/guard/.claude-plugin/plugin.json': '{"name":"guard","version":"1.0.0"}',
      'plugins/guard/hooks/hooks.json': JSON.stringify({
        hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] },
      }),
    });
  }

  origin(text: string): Origin {
    return parseOrigin(text, { cwd: this.root, home: this.home });
  }

  add(text: string, name: string | null = null) {
    return addMarketplace(this.origin(text), name, this.around);
  }

  addRepository({ folder }: TestRepository, name: string | null = null) {
    return this.add(pathToFileURL(folder).href, name);
  }

  /** The names of the plugins that a known marketplace lists; `null`: it cannot be read. */
  listed(name: string): readonly string[] | null {
    const known = readKnown(this.home).known.find((one) => one.name === name);
    if (known === undefined) throw new Error(`${name} is not known`);
    return (
      readMarketplace(placeOfKnown(this.home, known)).marketplace?.listings.map((one) => one.name) ?? null
    );
  }
}
