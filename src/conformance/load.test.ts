import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BadFolder, loadVectors } from './load.js';

const VECTOR = {
  version: 1,
  id: 'stop/a',
  title: 'A vector',
  group: 'decisions',
  files: {},
  steps: [{ event: {}, expect: { blocked: false } }],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, content: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('loadVectors', () => {
  it('reads every vector below a folder once, and nothing else', async () => {
    put('decisions/stop/a.json', VECTOR);
    put('FORMAT.md', '# about');
    const loaded = await loadVectors([folder, join(folder, 'decisions')]);
    expect(loaded.map(({ ok, subject }) => [ok, subject.name])).toEqual([[true, 'decisions/stop/a']]);
  });

  it.each([
    ['no JSON', '{bad', 'malformed', /^this is not a JSON file: /],
    ['no object', '[]', 'malformed', /^a vector must be an object, but is an array$/],
    ['no vector', { ...VECTOR, steps: [] }, 'decisions', /^"steps" must be/],
  ])('a file with %s is a failure of its own', async (_, content, group, problem) => {
    put('decisions/stop/a.json', content);
    put('decisions/stop/b.json', { ...VECTOR, id: 'stop/b' });
    const [bad, good] = await loadVectors([folder]);
    expect(bad).toMatchObject({ ok: false, subject: { group }, problems: [expect.stringMatching(problem)] });
    expect(bad?.subject.name).toContain('a.json');
    expect(good?.ok).toBe(true);
  });

  it('says what is wrong with a folder', async () => {
    put('file.txt', '');
    const missing = join(folder, 'missing');
    await expect(loadVectors([missing])).rejects.toThrow(
      new BadFolder(`${missing}: there is no such folder`),
    );
    await expect(loadVectors([join(folder, 'file.txt')])).rejects.toThrow(/this is not a folder/);
    await expect(loadVectors([folder])).rejects.toThrow(/there are no vectors \(\*\.json\) in this folder/);
  });
});
