// Hooks whose events come faster than processes start: several shells wait for one, a Python is forked for every event.
import { performance } from 'node:perf_hooks';
import type { Engine } from 'amplifier-hooks';
import { median } from './measure.js';
import type { Row } from './row.js';
import { against, close, coldOf, type Pair, PYTHON, pairOf, pause, rowOf } from './warm-pair.js';

/** Tools that an agent calls in parallel. */
const AT_ONCE = 4;

/** Events at once until the hook is known to be one that comes in a hurry. */
async function hurried(commands: readonly string[], kind: string): Promise<Pair> {
  const pair = pairOf(commands);
  for (let times = 0; times < 20; times += 1) {
    const answers = await atOnce(pair.warm, pair);
    if (answers.every(({ runs }) => runs.every(({ start }) => start?.kind === kind))) return pair;
    await pause(pair);
  }
  throw new Error(`not every event had a ready process: ${kind}`);
}

const atOnce = (engine: Engine, { input }: Pair) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => engine.dispatch(input)));

async function burstRow(what: string, pair: Pair, rounds: number, bar: number): Promise<Row> {
  const burst = async (engine: Engine): Promise<number> => {
    await pause(pair);
    const start = performance.now();
    await atOnce(engine, pair);
    return performance.now() - start;
  };
  const [own, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await burst(pair.warm));
    theirs.push(await burst(pair.cold));
  }
  return rowOf(
    `${what}, ${AT_ONCE} events at once, against cold`,
    { warm: median(own), other: median(theirs) },
    bar,
  );
}

export async function hurriedRows(rounds: number): Promise<readonly Row[]> {
  const shells = await hurried(['true'], 'shell');
  const ready = await burstRow('ready shells, `true`', shells, rounds, 0.5);
  await close(shells);
  const pair = await hurried([`${PYTHON} x.py`], 'fork');
  const one = await against(pair, 'fork', rounds, coldOf(pair));
  const forked = await burstRow('the same, forked', pair, rounds, 0.5);
  await close(pair);
  return [rowOf('a Python forked from one that has started, against cold', one, 0.3), forked, ready];
}
