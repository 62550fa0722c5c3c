// What the bundle puts in the place of a module that waits for its first use.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtinsByNeed, write } from '../scripts/bundle-parts.mjs';
import { ownByNeed } from '../scripts/by-need.mjs';

describe('what waits for its first use', () => {
  const plugin = ownByNeed({ one: ['decide/late', 'decide/again'], other: ['text/similar'] });
  const module = (name: string) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const resolved = (id: string, importer: string) => plugin.resolveId(id, module(importer));

  it('is found directly inside of its own file, and by what stands in its place everywhere else', () => {
    const stands = resolved('./late.js', 'decide/decide');
    expect(stands).toBe(resolved('../decide/late.js', 'engine/launch'));
    expect(stands).toBe(resolved('../decide/late.js', 'text/similar'));
    expect(resolved('./late.js', 'decide/again')).toBeNull();
    expect(resolved('./decide.js', 'decide/again')).toBeNull();
    expect(resolved('node:fs', 'decide/again')).toBeNull();
  });

  it('is stood for by functions that load the file, and by constants that are written out', () => {
    const text = plugin.load(String(resolved('./late.js', 'decide/decide')));
    expect(text).toContain("require('./one.cjs')");
    expect(text).toMatch(/export const lateOf = \(\.\.\.args\) => file\(\)\.lateOf_\d+\(\.\.\.args\);/);
    expect(text).toContain('export const MOST_WAITING = 64;');
  });

  it.each([
    ['a class', 'files/busy', 'export class Busy'],
    ['a table', 'decide/codes', 'export const DECISION_CODES'],
    ['what it has from others', 'decide/index', 'export {'],
  ])('cannot be a module that gives away %s', (_what, name, why) => {
    expect(() => ownByNeed({ one: [name] })).toThrow(`cannot be loaded by need: ${why}`);
  });
});

describe('parts of Node that wait for their first use', () => {
  const SOURCE = `import { spawn } from 'node:child_process';
import { createServer, isIP, Server, Socket } from 'node:net';
const before = process.moduleLoadList.includes('NativeModule net');
const child = spawn('true', { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
const gate = child.stdio[3];
const said = [before, isIP('::1'), gate instanceof Socket, new Socket() instanceof Socket];
console.log(JSON.stringify([...said, createServer() instanceof Server, child instanceof Socket]));
`;

  it('are there as ever once something of them is used, classes too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'amplifier-hooks-by-need-'));
    try {
      writeFileSync(join(folder, 'source.mjs'), SOURCE);
      const plugins = [builtinsByNeed(['node:child_process', 'node:net'])];
      await write({ input: { out: join(folder, 'source.mjs') }, plugins }, { dir: folder });
      const said = execFileSync(process.execPath, [join(folder, 'out.cjs')], { encoding: 'utf8' });
      expect(JSON.parse(said)).toEqual([false, 6, true, true, true, false]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
