// The desk of the studio: what its page asks for beyond the journal, done as the commands do it.
import { dirname } from 'node:path';
import { watchSources } from '../../config/index.js';
import { readGeneration } from '../../engine/index.js';
import { Alarm, type EventEntry } from '../../journal/index.js';
import { type Desk, type Plan, Refused, type Wish } from '../../studio/index.js';
import { approvalsFile } from '../../trust/index.js';
import type { Call } from '../command.js';
import { UserError } from '../io.js';
import { whyNobody } from '../work/person.js';
import { type Place, placeFor } from './circumstances.js';
import { configured, explained, findings } from './look.js';
import { runAgain, switchHook, trustHook } from './wishes.js';

export function deskFor(call: Call): Desk {
  const noTrust = whyNobody(call.io);
  const at = (projectDir: string) => placeFor(call, projectDir);
  return {
    noTrust,
    hooks: (projectDir, ran) => inWords(() => configured(at(projectDir), ran, noTrust === null)),
    trust: (projectDir) => {
      const { hooks } = readGeneration(at(projectDir).settled);
      return new Map(hooks.map(({ id, trust }) => [id, trust]));
    },
    health: (projectDir) => inWords(() => findings(at(projectDir))),
    explain: (projectDir, event) => inWords(() => explained(at(projectDir), event)),
    plan: (projectDir, wish, event) =>
      inWords(async (): Promise<Plan> => {
        const plan = await planned(at(projectDir), wish, event, noTrust);
        if (!plan.may) return plan;
        return { ...plan, carryOut: (signal) => inWords(() => plan.carryOut(signal)) };
      }),
    watch: (projectDir, changed) => {
      const { request, stateDir } = at(projectDir).settled;
      const watches = [
        watchSources(request, changed),
        watchFolder(dirname(approvalsFile(stateDir, projectDir)), changed),
      ];
      return {
        close: () => {
          for (const watch of watches) watch.close();
        },
      };
    },
  };
}

/** Also one that comes into being later. */
function watchFolder(folder: string, changed: () => void): { close(): void } {
  const end = new AbortController();
  const alarm = new Alarm(end.signal);
  alarm.watch(folder);
  const listen = async (): Promise<void> => {
    while (!end.signal.aborted) if ((await alarm.next()) !== null && !end.signal.aborted) changed();
    alarm.close();
  };
  void listen();
  return { close: () => end.abort() };
}

async function planned(
  place: Place,
  wish: Wish,
  event: EventEntry | null,
  noTrust: string | null,
): Promise<Plan> {
  switch (wish.action) {
    case 'run-again':
      if (event === null) throw new Refused('This event is no longer recorded.');
      return runAgain(place, event);
    case 'enable':
      return switchHook(place, 'enabled', wish);
    case 'disable':
      return switchHook(place, 'disabled', wish);
    case 'trust':
      return trustHook(place, wish.hook, noTrust);
  }
}

/** What a command tells its user, the page is told too. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) throw new Refused(error.message, error.hint);
    throw error;
  }
}
