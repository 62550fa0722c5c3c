// A host that has nothing else to do waits until its runner is closed, also while the next process of a hook is being started.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiled, ended, Folder } from '../../../testing/index.js';

let code = '';
beforeAll(() => {
  code = compiled('run/index.ts', 'profiles.ts');
}, 120_000);
afterAll(() => rmSync(code, { recursive: true, force: true }));

/** A pause of a hundredth of a second more each time: somewhere in between the process is being started. */
const HOST = `
const [folder, temp, pause] = process.argv.slice(2);
const { createCommandRunner } = await import(folder + '/run/index.js');
const { profile } = await import(folder + '/profiles.js');
const runner = createCommandRunner({ profile: profile('amplifier'), tempDir: temp, warm: 'learned' });
const handler = { type: 'command', command: 'cat >/dev/null', args: null, shell: null, background: 'no' };
const hook = { id: 'h', event: 'Stop', handler, source: { pluginRoot: null, pluginData: null } };
const task = { hook, stdin: Buffer.from('{}\\n'), env: process.env, cwd: ['/'], timeoutMs: 15000, signal: null, onFirstLine: null };
for (let index = 0; index < 3; index += 1) await runner.run(task);
await new Promise((resolve) => setTimeout(resolve, Number(pause)));
await runner.close();
console.log('closed');
`;

describe('closing so many milliseconds after the last event', () => {
  it.each([0, 10, 20, 30, 40, 50, 60, 80, 100])('%i', { timeout: 120_000 }, async (pause) => {
    const place = new Folder();
    try {
      const host = place.write('host.mjs', HOST);
      const words = [host, code, place.path('temp'), String(pause)];
      const { code: exit, stdout, stderr } = await ended(spawn(process.execPath, words));
      expect([exit, stdout, stderr]).toEqual([0, 'closed\n', '']);
    } finally {
      await place.remove();
    }
  });
});
