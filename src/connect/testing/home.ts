// A home and a project with the files of a host, connected and disconnected in this process.
import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { AgentName } from '../../host-names.js';
import { Folder } from '../../testing/index.js';
import { byConnect } from '../before-us.js';
import { carryOut } from '../change.js';
import { type ConnectOrder, hasChanges, planConnect, planDisconnect } from '../connect.js';
import { hostNamed } from '../host.js';
import { type Around, type ConnectScope, placeOf } from '../places.js';

/** What `connect` keeps for itself. */
const KEPT = /^home\/\.amplifier(?:\/hooks-backups.*)?$/;

export class ConnectHome extends Folder {
  constructor() {
    super();
    this.makeFolder('home');
    this.makeFolder('project', '.git');
  }

  get around(): Around {
    return { home: this.path('home'), projectDir: this.path('project'), env: { PATH: process.env['PATH'] } };
  }

  /** Below the folder. */
  async placeOf(name: AgentName, scope: ConnectScope = 'user'): Promise<string> {
    const place = placeOf((await hostNamed(name)).settings, scope, this.around);
    if (place === null) throw new Error(`${name} has no file in the scope ${scope}`);
    return relative(this.root, place);
  }

  async order(name: AgentName, more: Partial<ConnectOrder> = {}): Promise<ConnectOrder> {
    return {
      ...this.around,
      host: await hostNamed(name),
      scope: 'user',
      program: { node: '/usr/bin/node', command: '/opt/amplifier-hooks/dist/bin/amplifier-hooks.cjs' },
      words: [],
      watched: [],
      used: [],
      trusts: true,
      ...more,
    };
  }

  /** Whether something was changed. */
  async connect(name: AgentName, more: Partial<ConnectOrder> = {}): Promise<boolean> {
    const plan = await planConnect(await this.order(name, more));
    if (plan === null) throw new Error('no such scope');
    await carryOut(plan.changes, { home: this.path('home'), by: byConnect(name), now: () => new Date() });
    return hasChanges(plan);
  }

  /** Whether the file is then as it was, by what `disconnect` says. */
  async disconnect(name: AgentName, scope: ConnectScope = 'user'): Promise<boolean> {
    const plan = await planDisconnect({ ...this.around, host: await hostNamed(name), scope });
    if (plan === null) throw new Error('no such scope');
    await carryOut(plan.changes, {
      home: this.path('home'),
      by: `disconnect ${name}`,
      now: () => new Date(),
    });
    return plan.isExact;
  }

  /** As on another machine, or after a clean-up. */
  forgetBackups(): void {
    rmSync(this.path('home', '.amplifier', 'hooks-backups'), { recursive: true, force: true });
  }

  /** Everything that is there: kind, permissions and bytes. */
  everything(): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    const walk = (folder: string): void => {
      for (const name of readdirSync(folder).sort()) {
        const path = join(folder, name);
        const key = relative(this.root, path);
        const stats = lstatSync(path);
        if (stats.isDirectory()) {
          if (!KEPT.test(key)) found[key] = 'folder';
          walk(path);
        } else if (KEPT.test(key)) continue;
        else if (stats.isSymbolicLink()) found[key] = `link to ${readlinkSync(path)}`;
        else found[key] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(path).toString('latin1')}`;
      }
    };
    walk(this.root);
    return found;
  }
}
