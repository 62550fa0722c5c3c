// What would be started for a command hook, without starting anything.
import type { CommandHandler, Hook } from '../nouns.js';
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

export function explainLaunch(
  hook: Hook,
  handler: CommandHandler,
  env: Readonly<Record<string, string>>,
  profile: Profile,
): LaunchExplanation {
  const launch = planLaunch(hook, handler, env, profile, new ShellFinder({}));
  if ('kind' in launch) return { kind: 'fails', why: launch.message };
  return { kind: 'starts', form: launch.form, argv: [launch.file, ...launch.args] };
}
