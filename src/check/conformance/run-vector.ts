// Runs one vector: fresh directory, fresh engine, its steps in order, everything ended afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from '../../engine.js';
import { engineSettings } from './host/settings.js';
import { makePlace, type Place } from './place.js';
import type { Problem } from './result.js';
import { runStep, type StepOptions } from './run-step.js';
import type { Vector } from './vector.js';

const CLOSE_LIMIT_MS = 5000;

/** Everything that is wrong; empty: the vector passes. Throws only where not even its directory can be made. */
export async function runVector(vector: Vector, options: StepOptions): Promise<readonly Problem[]> {
  const place = await makePlace(vector);
  try {
    return await inPlace(vector, place, options);
  } finally {
    await place.remove();
  }
}

async function inPlace(vector: Vector, place: Place, options: StepOptions): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  let step: number | null = null;
  try {
    const engine = createEngine({
      projectDir: place.start,
      home: place.home,
      profile: 'claude-code',
      claudeSettings: engineSettings(vector, place),
      plugins: vector.plugins.map((plugin) => place.at(plugin)),
      env: place.env,
      stateDir: place.stateDir,
      oneShot: vector.needs.includes('one-shot'),
    });
    try {
      for (const [index, described] of vector.steps.entries()) {
        step = index + 1;
        const found = await runStep({ engine, vector, place, options }, described);
        for (const difference of found) problems.push({ kind: 'differs', step, ...difference });
      }
    } finally {
      await Promise.race([engine.close(), sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    }
  } catch (error) {
    // What the engine throws at one vector must not end the others.
    const message = error instanceof Error ? error.message : String(error);
    problems.push({ kind: 'broke', step, message });
  }
  return problems;
}
