// The plugin as it is installed: what was made from `plugin/`, and how `amplifier-hooks` is started from there.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside the command, and beside the library. */
const PLACES = ['./opencode-plugin.js', '../bin/opencode-plugin.js'];

/** What our plugin is called in a folder of plugins. */
export const PLUGIN_NAME = 'amplifier-hooks.js';

/**
 * The text of the plugin; `null`: this is no build, and it was not made.
 *
 * @param command the program and its first arguments
 * @param words further ones, behind those that say who asks
 */
export function pluginText(command: readonly string[], words: readonly string[] = []): string | null {
  const files = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const file = files.find((candidate) => existsSync(candidate));
  return file === undefined ? null : withCommand(readFileSync(file, 'utf8'), command, words);
}

/** What the build made is the same for everybody; only its first lines are not. */
export const withCommand = (
  made: string,
  command: readonly string[],
  words: readonly string[] = [],
): string =>
  `${HEAD}const AMPLIFIER_HOOKS = ${JSON.stringify(command)};\nconst AMPLIFIER_HOOKS_WORDS = ${JSON.stringify(words)};\n${made}`;

const HEAD =
  '// Runs the hooks of amplifier-hooks for opencode. Written by `amplifier-hooks connect opencode`.\n';

export const isPluginText = (text: string): boolean => text.startsWith(HEAD);
