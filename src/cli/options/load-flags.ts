// The options that every command that loads hooks has in common.
import type { Command } from 'commander';
import { MATCHER_MODES, PROFILE_NAMES } from '../../profile-names.js';

const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];

/** `--project`, `--home`, `--profile`, `--matcher-mode`, `--plugin`, `--skill`, `--agent`, `--claude-settings`. */
export function defineLoadFlags(command: Command): void {
  command
    .option('--project <dir>', 'the project whose hooks are loaded (default: the one around)')
    .option('--home <dir>', 'the home directory whose hooks are loaded (default: yours)')
    .addOption(
      // Not `new Option`: whoever only reads options does without loading the library.
      command
        .createOption('--profile <name>', 'which reading wins where documents differ')
        .choices([...PROFILE_NAMES]),
    )
    .addOption(
      command
        .createOption('--matcher-mode <mode>', 'full: a pattern must match a whole name')
        .choices([...MATCHER_MODES]),
    )
    .option('--plugin <dir>', 'load a plugin directory too (repeatable)', collect)
    .option('--skill <file>', 'load the hooks of a SKILL.md too (repeatable)', collect)
    .option('--agent <file>', 'load the hooks of an agent’s file too (repeatable)', collect)
    .option('--claude-settings', 'load Claude Code’s settings files too');
}
