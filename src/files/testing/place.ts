// A folder for a test, and what stands in the way of a reader.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Place {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'files-')));
  readonly #servers: Server[] = [];

  at(name: string): string {
    return join(this.root, name);
  }

  file(name: string, content: string | Uint8Array = ''): string {
    writeFileSync(this.at(name), content);
    return this.at(name);
  }

  folder(name: string): string {
    mkdirSync(this.at(name), { recursive: true });
    return this.at(name);
  }

  pipe(name: string): string {
    execFileSync('mkfifo', [this.at(name)]);
    return this.at(name);
  }

  link(name: string, target: string): string {
    symlinkSync(target, this.at(name));
    return this.at(name);
  }

  async socket(name: string): Promise<string> {
    const server = createServer();
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(this.at(name), resolve));
    return this.at(name);
  }

  names(folder = '.'): readonly string[] {
    return readdirSync(this.at(folder)).sort();
  }

  remove(): void {
    for (const server of this.#servers) server.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}
