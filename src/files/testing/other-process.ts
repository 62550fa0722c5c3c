// Other processes that use this room.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  /** Resolves when it has said something. */
  readonly spoke: Promise<void>;
  readonly ended: Promise<Ended>;
}

/** The room as one file, for processes that know no TypeScript. */
export class OtherProcesses {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<OtherProcesses> {
    const folder = mkdtempSync(join(tmpdir(), 'files-built-'));
    // For processes of other users too.
    chmodSync(folder, 0o755);
    const bundle = await rolldown({
      input: fileURLToPath(new URL('../index.ts', import.meta.url)),
      platform: 'node',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    });
    await bundle.write({ file: join(folder, 'files.mjs'), format: 'esm' });
    await bundle.close();
    return new OtherProcesses(folder);
  }

  /**
   * Runs a script that has the room as `files`, and node's as `fs`. It becomes another user by itself: whoever that is
   * may not be able to reach the node that runs us.
   */
  start(script: string, as?: { readonly uid: number; readonly gid: number }): Started {
    const become =
      as === undefined ? '' : `process.setgroups([]); process.setgid(${as.gid}); process.setuid(${as.uid});`;
    const source = `import * as files from ${JSON.stringify(pathToFileURL(join(this.#folder, 'files.mjs')).href)};
      import * as fs from 'node:fs';
      ${become}
      ${script}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    const spoke = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
        resolve();
      });
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const ended = new Promise<Ended>((resolve) =>
      child.on('close', (code) => resolve({ code, stdout, stderr })),
    );
    return { child, spoke, ended };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
