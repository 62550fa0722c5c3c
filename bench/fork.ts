// A Python that is forked for every event, against new ones.
import { performance } from 'node:perf_hooks';
import type { Engine } from 'amplifier-hooks';
import { median } from './measure.js';
import type { Row } from './row.js';
import { against, close, coldOf, type Pair, PYTHON, pairOf, pause, rowOf } from './warm-pair.js';

/** Tools that an agent calls in parallel. */
const AT_ONCE = 4;

/** Events at once until the hook is known to be one that comes in a hurry: then its Python is forked. */
async function hurried(commands: readonly string[]): Promise<Pair> {
  const pair = pairOf(commands);
  for (let times = 0; times < 20; times += 1) {
    const answers = await atOnce(pair.warm, pair);
    if (answers.every(({ runs }) => runs.every(({ start }) => start?.kind === 'fork'))) return pair;
    await pause(pair);
  }
  throw new Error('no Python was forked');
}

const atOnce = (engine: Engine, { input }: Pair) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => engine.dispatch(input)));

export async function forkRows(rounds: number): Promise<readonly Row[]> {
  const pair = await hurried([`${PYTHON} x.py`]);
  const one = await against(pair, 'fork', rounds, coldOf(pair));
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
  await close(pair);
  return [
    rowOf('the same, forked from one that has started, against cold', one, 0.3),
    rowOf(
      `the same, forked, ${AT_ONCE} events at once, against cold`,
      { warm: median(own), other: median(theirs) },
      0.5,
    ),
  ];
}
