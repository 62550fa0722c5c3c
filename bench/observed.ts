// What hooks that only observe cost the event: how long whoever asks waits for the answer.
import { performance } from 'node:perf_hooks';
import { median } from './measure.js';
import { type Group, Project } from './project.js';
import { ms, type Row, times } from './row.js';

const OBSERVING = 5;
const ROUNDS = 150;
const COMMAND = 'cat > /dev/null; exit 2';

const observing = Array.from(
  { length: OBSERVING },
  (_, index): Group => ({
    matcher: 'Bash',
    command: `${COMMAND} # ${index}`,
    mode: 'observe',
  }),
);

/** Both sides take turns; what goes on after an answer is waited for outside of what is measured. */
async function compared(
  floorHooks: readonly Group[],
  ownHooks: readonly Group[],
): Promise<{ readonly floor: number; readonly own: number }> {
  const [plain, shadowed] = [new Project(), new Project()];
  plain.write('', floorHooks);
  shadowed.write('', ownHooks);
  const journals = [plain.journal(), shadowed.journal()];
  const sides = [plain, shadowed].map((project, index) => ({
    engine: project.engine(journals[index]),
    input: project.input('Bash'),
    times: [] as number[],
  }));
  for (let round = -20; round < ROUNDS; round += 1)
    for (const { engine, input, times: found } of sides) {
      const start = performance.now();
      await engine.dispatch(input);
      const took = performance.now() - start;
      if (round >= 0) found.push(took);
      await engine.idle();
    }
  await Promise.all(sides.map(({ engine }) => engine.close()));
  await Promise.all(journals.map((journal) => journal.close()));
  plain.remove();
  shadowed.remove();
  const [floor = Number.NaN, own = Number.NaN] = sides.map((side) => median(side.times));
  return { floor, own };
}

/** The rows about hooks that only observe. */
export async function observedRows(): Promise<readonly Row[]> {
  const other: Group = { matcher: 'Read', command: 'true' };
  const real: Group = { matcher: 'Bash', command: 'true' };
  const alone = await compared([other], [other, ...observing]);
  const beside = await compared([real], [real, ...observing]);
  const [added, bar] = [alone.own - alone.floor, 0.1];
  return [
    {
      what: `an event that only ${OBSERVING} observing hooks are for, against one that nothing matches, until the answer`,
      floor: ms(alone.floor),
      engine: ms(alone.own),
      ratio: `+ ${ms(added)}`,
      bar: `≤ + ${bar} ms`,
      kept: added <= bar,
    },
    {
      what: `one hook with ${OBSERVING} observing ones beside it, against the one alone, until the answer`,
      floor: ms(beside.floor),
      engine: ms(beside.own),
      ratio: times(beside.own / beside.floor),
      bar: '≤ 1.08 ×',
      kept: beside.own / beside.floor <= 1.08,
    },
  ];
}
