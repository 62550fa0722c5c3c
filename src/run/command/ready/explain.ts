// Whether a hook would get a ready process, without starting anything.
import type { CommandHandler, Hook, RunStart } from '../../../nouns.js';
import type { Profile } from '../../../profiles.js';
import { planLaunch } from '../launch.js';
import { ShellFinder } from '../shells.js';
import { interpreterOf } from './interpreters.js';
import { whyShellCold } from './shell-gate.js';
import { Surroundings } from './surroundings.js';

export type ReadyExplanation =
  /** `why`: it is only a shell, although there is an interpreter in it. */
  | { readonly kind: Exclude<RunStart['kind'], 'cold' | 'fork'>; readonly why?: string }
  | { readonly kind: 'cold'; readonly why: string };

const cold = (why: string): ReadyExplanation => ({ kind: 'cold', why });

/** What would wait for a hook that runs often, as far as can be told before it is tried. */
export function explainReady(
  hook: Hook,
  handler: CommandHandler,
  env: Readonly<Record<string, string>>,
  profile: Profile,
  cwd: string,
): ReadyExplanation {
  if (handler.background !== 'no') return cold('it runs in the background, where nobody waits for it');
  const surroundings = new Surroundings();
  const isKnown = surroundings.now() !== null;
  surroundings.close();
  if (!isKnown) return cold('this system does not tell what a process inherits');
  const launch = planLaunch(hook, handler, env, profile, new ShellFinder({}));
  if ('kind' in launch) return cold(launch.message);
  const why = whyShellCold(launch, env);
  if (why !== null && launch.form !== 'exec') return cold(why);
  const interpreter = interpreterOf(launch, cwd, env);
  if (interpreter !== null && !('not' in interpreter)) return { kind: interpreter.kind };
  if (why !== null) return cold(why);
  return interpreter === null ? { kind: 'shell' } : { kind: 'shell', why: interpreter.not };
}
