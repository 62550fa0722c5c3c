// Runs one vector: fresh directory, fresh engine, its steps in order, everything ended afterwards.

import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from '../engine/index.js';
import type { WarmMode } from '../nouns.js';
import type { ProfileName } from '../profiles.js';
import { reasonOf } from '../text/index.js';
import { engineSettings } from './host/settings.js';
import { makePlace, type World } from './place.js';
import type { Problem } from './result.js';
import { runStep, type StepOptions } from './run-step.js';
import { type Counterparts, type Reach, startCounterparts } from './scripted/index.js';
import type { Vector } from './vector.js';

const CLOSE_LIMIT_MS = 5000;

export interface VectorOptions extends StepOptions {
  /** Default: the one the vectors about the engine were observed under. */
  readonly profile?: ProfileName;
  readonly reach?: Reach;
  /** Default: no process is started before it is needed. */
  readonly warm?: WarmMode;
  /** Adds to the directory what the vector itself does not hold, before its files are written. */
  readonly prepare?: (place: World) => Promise<void>;
}

/** Everything that is wrong; empty: the vector passes. Throws only where not even its directory can be made. */
export async function runVector(vector: Vector, options: VectorOptions): Promise<readonly Problem[]> {
  const counterparts = await startCounterparts(vector.http, vector.model, profileOf(options), options.reach);
  try {
    const tokens = counterparts.url === null ? {} : { HTTP: counterparts.url };
    const place = await makePlace(vector, options.prepare, tokens);
    try {
      return await inPlace(vector, place, counterparts, options);
    } finally {
      await place.remove();
    }
  } finally {
    await counterparts.close();
  }
}

const profileOf = ({ profile = 'claude-code' }: VectorOptions): ProfileName => profile;

async function inPlace(
  vector: Vector,
  place: World,
  counterparts: Counterparts,
  options: VectorOptions,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  let step: number | null = null;
  try {
    const engine = createEngine({
      projectDir: place.start,
      home: place.home,
      profile: profileOf(options),
      // What a hook says is looked at, not what its user grants.
      projectAllow: true,
      claudeSettings: engineSettings(vector, place),
      plugins: vector.plugins.map((plugin) => place.at(plugin)),
      env: place.env,
      stateDir: place.stateDir,
      runners: counterparts.runners,
      oneShot: vector.needs.includes('one-shot'),
      // The place was made for this vector; whose hooks may be tested at all is asked before.
      trust: 'off',
      warm: options.warm ?? 'off',
      // What a hook says is looked at, whether it counts or not.
      heedModes: false,
    });
    try {
      for (const [index, described] of vector.steps.entries()) {
        step = index + 1;
        const found = await runStep({ engine, vector, place, counterparts, options }, described);
        for (const difference of found) problems.push({ kind: 'differs', step, ...difference });
      }
    } finally {
      await Promise.race([engine.close(), sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    }
  } catch (error) {
    // What the engine throws at one vector must not end the others.
    const message = reasonOf(error);
    problems.push({ kind: 'broke', step, message });
  }
  return problems;
}
