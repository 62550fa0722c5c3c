// Runs all checks, whatever the earlier ones find.

import { readGeneration, type Settled } from '../engine/index.js';
import type { Generation } from '../nouns.js';
import { reasonOf } from '../text/index.js';
import { validateLoaded } from '../validate/index.js';
import { type Finding, inArea } from './finding.js';
import { hooks } from './hooks.js';
import { httpHooks } from './http-hooks.js';
import { journal } from './journal.js';
import {
  clock,
  homeFolder,
  nodeVersion,
  pathVariable,
  pipes,
  processList,
  shells,
  stateFolder,
  watches,
} from './machine.js';
import { mcpServers } from './mcp-servers.js';
import { models } from './models.js';
import { otherEngines } from './other-engines.js';
import { plugins } from './plugins.js';
import { sources } from './sources.js';

/** One thing to look at. */
export type Check = (settled: Settled, generation: Generation) => Promise<readonly Finding[]>;

/** Looks at everything that hooks depend on, and at what else the caller knows of. Starts no hook and changes nothing. */
export async function examine(settled: Settled, more: readonly Check[] = []): Promise<readonly Finding[]> {
  const generation = readGeneration(settled);
  const files = generation.sources.filter(({ state }) => state !== 'absent').map(({ file }) => file);
  const checks: readonly (() => Promise<readonly Finding[]>)[] = [
    async () => [nodeVersion(process.versions.node)],
    () => shells(settled),
    async () => [pathVariable(settled)],
    () => pipes(settled.env),
    processList,
    async () => [stateFolder(settled.stateDir)],
    async () => [homeFolder(settled)],
    async () => [watches(settled)],
    async () => [clock(Date.now(), files)],
    async () => sources(generation, settled.projectDir, settled.home),
    async () => hooks(generation, settled, await validateLoaded(settled, generation)),
    () => plugins(settled),
    () => models(generation, settled),
    () => mcpServers(generation, settled),
    () => httpHooks(generation, settled),
    ...more.map((check) => () => check(settled, generation)),
    async () => otherEngines(generation, settled),
    () => journal(generation, settled),
  ];
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await guarded(check)));
  return findings;
}

/** A check that breaks is itself something to report, and no reason to leave out the others. */
async function guarded(check: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [inArea('machine').fail(`a check broke off: ${reasonOf(error)}`, 'Please report this.')];
  }
}
