import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Appender } from './append.js';
import { sessionFile } from './layout.js';
import { readJournal } from './read.js';
import { journalStats } from './stats.js';
import { all, dispatched, Scene } from './testing/scene.js';

let scene: Scene;
let file: string;
beforeEach(() => {
  scene = new Scene();
  file = sessionFile(scene.place, 's');
});
afterEach(() => scene.remove());

const record = async (count: number): Promise<void> => {
  const { journal } = scene.open();
  for (let index = 0; index < count; index += 1) journal.dispatched(dispatched('s'));
  await journal.close();
};
const recorded = async (): Promise<number> => (await all(readJournal(scene.where))).length;

describe('a crash in the middle of a write', () => {
  it('costs the torn line and nothing before or after it, wherever it tears', async () => {
    await record(3);
    const whole = readFileSync(file);
    const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: lastLine + 1, max: whole.length - 2 }), async (end) => {
        writeFileSync(file, whole.subarray(0, end));
        expect(await recorded()).toBe(2);
        await record(2);
        expect(await recorded()).toBe(4);
        const { events } = await journalStats(scene.where);
        expect(events[0]?.ran).toBe(4);
      }),
      { numRuns: 40 },
    );
  });

  it('that lost only the line end loses no entry', async () => {
    await record(2);
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
    expect(await recorded()).toBe(1);
    await record(1);
    expect(await recorded()).toBe(3);
  });

  it('of the very first line leaves a file that can be used', async () => {
    await record(1);
    writeFileSync(file, '{"kind":"journal","ver');
    expect(await recorded()).toBe(0);
    await record(2);
    expect(await recorded()).toBe(2);
  });

  it('a tail of zero bytes, as a power cut leaves it, is skipped', async () => {
    await record(2);
    appendFileSync(file, Buffer.alloc(3000));
    await record(1);
    expect(await recorded()).toBe(3);
    expect((await journalStats(scene.where)).damaged).toBe(1);
  });
});

describe('a file of another version', () => {
  it.each([
    ['{"kind":"journal","version":2}', /version 2, and this program reads version 1/],
    ['{"kind":"idle","at":1,"from":1,"session":"s","counts":[]}', /not a journal/],
  ])('%s is reported and left out', async (first, why) => {
    await record(1);
    writeFileSync(
      join(scene.place.folder, 'other.jsonl'),
      `${first}\n${readFileSync(file, 'utf8').split('\n')[1]}\n`,
    );
    const problems: string[] = [];
    const onProblem = ({ message }: { message: string }) => problems.push(message);
    expect(await all(readJournal({ ...scene.where, onProblem }))).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(why)]);
    expect((await journalStats(scene.where)).events[0]?.ran).toBe(1);
  });
});

describe('appending', () => {
  const appender = (maxBytes: number) => {
    let count = 0;
    const id = () => {
      count += 1;
      return `r${count}`;
    };
    return new Appender({ path: file, header: () => 'head\n', rotation: { maxBytes, id } });
  };
  const content = () =>
    Object.fromEntries(
      readdirSync(scene.place.folder).map((name) => [
        name,
        readFileSync(join(scene.place.folder, name), 'utf8'),
      ]),
    );

  it('puts a full file aside and begins each with a header', () => {
    const one = appender(12);
    expect(one.append('aaa\n')).toEqual({ began: true });
    expect(one.append('bb\n')).toEqual({ began: false });
    expect(one.append('cc\n')).toEqual({ began: true });
    one.append(`${'d'.repeat(50)}\n`);
    one.close();
    expect(content()).toEqual({
      's.r1.jsonl': 'head\naaa\nbb\n',
      's.r2.jsonl': 'head\ncc\n',
      's.jsonl': `head\n${'d'.repeat(50)}\n`,
    });
  });

  it('follows a file that another process put aside', () => {
    const one = appender(1000);
    one.append('a\n');
    renameSync(file, `${file.slice(0, -6)}.x.jsonl`);
    one.append('b\n');
    one.close();
    expect(content()).toEqual({ 's.x.jsonl': 'head\na\n', 's.jsonl': 'head\nb\n' });
  });
});
