// Who is at work is told as a problem of this room.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claim, exclusively } from './busy.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-busy-'));
  file = join(folder, 'busy');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['a process', String(process.pid), `process ${process.pid} is changing what is installed here`],
  [
    'a process of another machine',
    JSON.stringify({ id: 'x', pid: 1, host: 'elsewhere.example' }),
    'process 1 on elsewhere.example is changing',
  ],
  ['something that nobody understands', 'x', 'somebody is changing what is installed here, but not who'],
])('%s is at work', async (_title, holder, why) => {
  writeFileSync(file, holder);
  const problem = expect.objectContaining({ code: 'busy', message: expect.stringContaining(why) });
  expect(() => claim(file)).toThrow(problem);
  await expect(exclusively(file, () => 'done', 20)).rejects.toThrow(problem);
});

it('a place that cannot be written to, and work that fails', async () => {
  writeFileSync(file, '');
  const inside = join(file, 'busy');
  expect(() => claim(inside)).toThrow(
    `${file} cannot be written to: there is a file where a folder belongs (ENOTDIR)`,
  );
  await expect(exclusively(inside, () => 'done')).rejects.toMatchObject({ code: 'not-found' });
  const failing = exclusively(join(folder, 'free'), () => {
    throw new TypeError('mine');
  });
  await expect(failing).rejects.toThrow(new TypeError('mine'));
});
