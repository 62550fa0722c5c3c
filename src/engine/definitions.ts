// The hook definitions that an engine goes by: read at its start, and again when their files change.
import { resolve } from 'node:path';
import {
  type ConfigRequest,
  followSources,
  loadGeneration,
  type Reload,
  reloadGeneration,
} from '../config/index.js';
import { createPlanner, type Planner } from '../match/index.js';
import type { Diagnostic, Generation } from '../nouns.js';
import { isOfTrust } from '../trust/index.js';
import { withMatcherDiagnostics } from './check-matchers.js';
import type { Settled } from './options.js';
import { VanishedGuards } from './vanished.js';

/** The hook definitions as an engine would have them at its start, without making one. */
export const readGeneration = (settled: Settled): Generation =>
  withMatcherDiagnostics(loadGeneration(settled.request), settled);

/** Who hears of other definitions. */
export interface Followers {
  /** Other ones are in force. */
  adopted(): void;
  /** Sessions have to be told. */
  tell(news: readonly Diagnostic[]): void;
}

export class Definitions {
  readonly #settled: Settled;
  readonly #followers: Followers;
  readonly #vanished: VanishedGuards;
  #request: ConfigRequest;
  #watch: { close(): void } | null = null;
  #toldKept: string | null = null;
  #generation: Generation;
  #planner: Planner;
  /** How often they were read again. */
  reading = 0;

  constructor(settled: Settled, followers: Followers) {
    const { guard } = settled;
    this.#settled = settled;
    this.#followers = followers;
    this.#request = settled.request;
    this.#generation = readGeneration(settled);
    this.#planner = this.#plannerFor(this.#generation);
    this.#vanished = new VanishedGuards((hook) => guard?.isApproved(hook, settled) ?? false);
    settled.journal?.inForce(this.#generation);
  }

  get generation(): Generation {
    return this.#generation;
  }

  get planner(): Planner {
    return this.#planner;
  }

  /** Tells of hooks that are skipped, once; later ones are told of when they come. From now on files are watched, where that is wanted. */
  follow(): void {
    const { onDiagnostic } = this.#settled;
    this.#generation.diagnostics.filter(({ code }) => isOfTrust(code)).forEach(onDiagnostic);
    this.#watch = this.#startWatch();
  }

  addSkill(file: string): Reload {
    const skill = resolve(file);
    const { skills } = this.#request;
    // The skill of a plugin came with the plugin.
    const isRead = this.#generation.sources.some(
      ({ file: read, state }) => read === skill && state === 'read',
    );
    if (isRead || skills.includes(skill))
      return { kind: 'unchanged', generation: this.#generation, diagnostics: [] };
    this.#request = { ...this.#request, skills: [...skills, skill] };
    this.#watch?.close();
    this.#watch = this.#startWatch();
    return this.reload();
  }

  reload(): Reload {
    return this.#take(reloadGeneration(this.#generation, this.#request));
  }

  close(): void {
    this.#watch?.close();
  }

  #startWatch(): { close(): void } | null {
    if (!this.#settled.watch) return null;
    return followSources(
      this.#request,
      () => this.#generation,
      (reload) => this.#take(reload),
      { onProblem: this.#settled.onDiagnostic },
    );
  }

  #take(read: Reload): Reload {
    const { onDiagnostic, journal } = this.#settled;
    this.reading += 1;
    const { result, told } = this.#vanished.keep(this.#generation, read);
    this.#followers.tell(told);
    told.forEach(onDiagnostic);
    if (result.kind === 'adopted') {
      this.#generation = withMatcherDiagnostics(result.generation, this.#settled);
      this.#planner = this.#plannerFor(this.#generation);
      journal?.inForce(this.#generation);
      this.#followers.adopted();
    }
    const diagnostics = result.kind === 'adopted' ? this.#generation.diagnostics : result.diagnostics;
    // A file that is written again and again may be found half-way each time: that is said once.
    const kept = result.kind === 'kept' ? JSON.stringify(diagnostics) : null;
    if (result.kind !== 'unchanged' && (kept === null || kept !== this.#toldKept))
      diagnostics.forEach(onDiagnostic);
    this.#toldKept = kept;
    return { ...result, generation: this.#generation, diagnostics };
  }

  #plannerFor(generation: Generation): Planner {
    const { profile, matcherMode, toolAliases, projectDir, home } = this.#settled;
    return createPlanner(generation, { profile, matcherMode, toolAliases, projectDir, home });
  }
}
