import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findOwnProgram } from '../../machine/index.js';
import { Place } from '../testing/place.js';
import { FifoPool } from './fifo-pool.js';
import { FifoStock } from './fifo-stock.js';
import { TempFolder } from './temp-folder.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const base = (): string => join(place.root, 'base');
const stocked = (): readonly string[] =>
  existsSync(join(base(), 'pipes')) ? readdirSync(join(base(), 'pipes')) : [];
const poolOf = (program?: string): FifoPool =>
  new FifoPool(new TempFolder(base()), new FifoStock(base()), program);

/** Waits where none is there. */
async function taken(pool: FifoPool) {
  const pair = pool.take();
  if (pair !== null) return pair;
  await pool.ready();
  return pool.take();
}

/** A stock with these in it. */
function fill(make: (path: string) => void, ...names: readonly string[]): FifoStock {
  mkdirSync(join(base(), 'pipes'), { recursive: true, mode: 0o700 });
  for (const name of names) make(join(base(), 'pipes', name));
  return new FifoStock(base());
}
const fifo = (path: string): void => void execFileSync('mkfifo', ['-m', '600', path]);
const newNames = (): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    return join(place.root, `own-${count}`);
  };
};

describe.skipIf(findOwnProgram('mkfifo') === null)('named pipes that nobody used', () => {
  test('are there for the next process, which makes none', async () => {
    const first = poolOf();
    expect(await taken(first)).not.toBeNull();
    await first.close();
    const left = stocked().length;
    expect(left).toBeGreaterThan(8);

    const second = poolOf('/nowhere/mkfifo');
    const pair = second.take();
    expect(lstatSync(pair?.stdout ?? '').isFIFO() && lstatSync(pair?.stderr ?? '').isFIFO()).toBe(true);
    expect(stocked()).toHaveLength(left - 2);
    await second.close();
    expect(stocked()).toHaveLength(left - 2);
  });

  test('are each taken by one process only', () => {
    const names = newNames();
    const stocks = [fill(fifo, 'a', 'b', 'c'), new FifoStock(base())];
    const found = stocks.flatMap((stock) => stock.take(2, names));
    expect(new Set(found).size).toBe(3);
    expect(stocked()).toEqual([]);
  });

  test('are made where fewer than two are left', async () => {
    fill(fifo, 'a');
    const pool = poolOf();
    expect(pool.take()).toBeNull();
    expect(await taken(pool)).not.toBeNull();
    await pool.close();
  });

  test('are neither taken from nor left in a folder that others can enter', () => {
    const stock = fill(fifo, 'a');
    chmodSync(join(base(), 'pipes'), 0o755);
    expect(stock.take(2, newNames())).toEqual([]);
    const own = join(place.root, 'own');
    fifo(own);
    stock.leave([own]);
    expect(stocked()).toEqual(['a']);
  });

  test('are pipes of this user alone: nothing else in the folder is used', () => {
    fill((path) => writeFileSync(path, '', { mode: 0o600 }), 'file');
    const stock = fill((path) => {
      fifo(path);
      chmodSync(path, 0o622);
    }, 'open');
    expect(stock.take(2, newNames())).toEqual([]);
  });

  test('are not heaped up', () => {
    const stock = fill(() => undefined);
    const own = Array.from({ length: 100 }, (_, at) => join(place.root, `own-${at}`));
    execFileSync('mkfifo', ['-m', '600', ...own]);
    stock.leave(own);
    expect(stocked()).toHaveLength(64);
  });
});
