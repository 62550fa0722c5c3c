// What trust costs: an event with one approved hook, and a load of many, each against the same with trust off.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type EngineOptions, engineOf, readGeneration, settle } from '../src/engine/index.js';
import { parseInput } from '../src/events/index.js';
import { approve, survey } from '../src/trust/index.js';

const HOOKS = 1000;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-bench-')));

function projectOf(name: string, count: number): EngineOptions {
  const [project, home] = [join(root, name), join(root, 'home')];
  for (const folder of [join(project, '.amplifier', 'hooks'), join(project, 'scripts'), home])
    mkdirSync(folder, { recursive: true });
  const hooks = Array.from({ length: count }, (_, index) => {
    writeFileSync(join(project, 'scripts', `check-${index}.sh`), `#!/bin/sh\n# ${index}\nexit 0\n`);
    return {
      matcher: 'Bash',
      hooks: [{ type: 'command', command: `sh "$CLAUDE_PROJECT_DIR/scripts/check-${index}.sh"` }],
    };
  });
  writeFileSync(
    join(project, '.amplifier', 'hooks', 'hooks.json'),
    JSON.stringify({ hooks: { PreToolUse: hooks } }),
  );
  return { projectDir: project, home, stateDir: join(root, 'state') };
}

function approveAll(options: EngineOptions): void {
  const { request, stateDir } = settle(options);
  const found = survey(request, stateDir);
  approve(found, found.entries, new Date());
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** The two take turns, so that whatever else the machine does falls on both. */
async function compared(
  rounds: number,
  off: () => unknown,
  on: () => unknown,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of [off, on].entries()) {
      const start = performance.now();
      await work();
      times[index]?.push(performance.now() - start);
    }
  return [median(times[0]), median(times[1])];
}

const show = (what: string, [off, on]: readonly [number, number]): void => {
  process.stdout.write(
    `${what}: off ${off.toFixed(3)} ms, on ${on.toFixed(3)} ms, × ${(on / off).toFixed(3)}\n`,
  );
};

try {
  const one = projectOf('one', 1);
  const many = projectOf('many', HOOKS);
  approveAll(one);
  approveAll(many);
  // Files that were written a moment ago are read again each time.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const parsed = parseInput({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    session_id: 's',
  });
  if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('bad event');
  const { input } = parsed;
  const [off, on] = [
    engineOf(settle({ ...one, trust: 'off' })),
    engineOf(settle({ ...one, trust: 'content' })),
  ];
  const dispatch = (engine: typeof off) => () => engine.dispatch(input);
  await compared(50, dispatch(off), dispatch(on));
  show('an event with one hook', await compared(500, dispatch(off), dispatch(on)));
  const load = (trust: 'off' | 'content') => () => readGeneration(settle({ ...many, trust }));
  await compared(5, load('off'), load('content'));
  show(`a load of ${HOOKS} hooks, a new engine each`, await compared(40, load('off'), load('content')));
  const [warmOff, warmOn] = [settle({ ...many, trust: 'off' }), settle({ ...many, trust: 'content' })];
  show(
    `a load of ${HOOKS} hooks again`,
    await compared(
      40,
      () => readGeneration(warmOff),
      () => readGeneration(warmOn),
    ),
  );
  await Promise.all([off.close(), on.close()]);
} finally {
  rmSync(root, { recursive: true, force: true });
}
