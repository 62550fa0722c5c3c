// What one load of all definitions may cost. Each voice has its own, so that a project cannot use up what the user's hooks need.
import type { HookSource, Voice } from '../nouns.js';

/** No person writes more hooks than this, and no host should choke on it. */
const MOST_HOOKS = 10_000;

/** More problems than this are counted, not listed. */
const MOST_PROBLEMS = 1000;

/** Plugins in one hooks directory; more are not read. */
export const MOST_FOLDERS = 1000;

/** Skills of all plugins of an owner; hooks of more are not looked for. */
export const MOST_SKILLS = 1000;

/** Files of which it is said one by one that not all of their problems are listed. */
export const MOST_FILES_TOLD = 10;

export class Budget {
  #hooks = MOST_HOOKS;
  #problems = MOST_PROBLEMS;
  #skills = MOST_SKILLS;
  /** Whether it was said that there are too many hooks. */
  toldFull = false;

  get hasRoomForHook(): boolean {
    return this.#hooks > 0;
  }

  addHook(): void {
    this.#hooks -= 1;
  }

  /** How many of so many skills may be looked at. */
  takeSkills(wanted: number): number {
    const taken = Math.min(wanted, this.#skills);
    this.#skills -= taken;
    return taken;
  }

  /** `false`: this one is not listed. */
  addProblem(): boolean {
    if (this.#problems === 0) return false;
    this.#problems -= 1;
    return true;
  }
}

/** The budgets of one load. */
export function budgetsBy(voiceOf: (source: HookSource) => Voice): (source: HookSource) => Budget {
  const budgets = new Map<Voice, Budget>();
  return (source) => {
    const voice = voiceOf(source);
    const known = budgets.get(voice) ?? new Budget();
    budgets.set(voice, known);
    return known;
  };
}

export const tooManyHooks = (file: string): string =>
  `There are more than ${MOST_HOOKS} hooks; from here on those of ${file}, and of what is read after it from the same owner, are not used`;
