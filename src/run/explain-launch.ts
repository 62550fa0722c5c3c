// What would be started for a command hook, without starting anything.
import type { Hook } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { planLaunch } from './command/launch.js';
import { ShellFinder } from './command/shells.js';

export type LaunchExplanation =
  /** `form`: which shell the command is for, or `exec`: none. */
  | {
      readonly kind: 'starts';
      readonly form: 'sh' | 'bash' | 'powershell' | 'exec';
      readonly argv: readonly string[];
    }
  | { readonly kind: 'fails'; readonly why: string };

/** `null`: the hook is no command. */
export function explainLaunch(
  hook: Hook,
  env: Readonly<Record<string, string>>,
  profile: Profile,
): LaunchExplanation | null {
  if (hook.handler.type !== 'command') return null;
  const launch = planLaunch(hook, hook.handler, env, profile, new ShellFinder({}));
  if ('kind' in launch) return { kind: 'fails', why: launch.message };
  return { kind: 'starts', form: launch.form, argv: [launch.file, ...launch.args] };
}
