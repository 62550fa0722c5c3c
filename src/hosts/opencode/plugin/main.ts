// The one file that opencode loads; `scripts/bundle.mjs` makes it. opencode calls everything that it exports as a plugin.
import { asker } from './asking.js';
import { hooksWith } from './hooks.js';
import type { PluginHooks, PluginHost } from './host.js';

/** How `amplifier-hooks` is started; stands in front of this file where it is installed (`plugin-file.ts`). */
declare const AMPLIFIER_HOOKS: readonly string[];
declare const AMPLIFIER_HOOKS_WORDS: readonly string[];

export const AmplifierHooks = async (host: PluginHost): Promise<PluginHooks> =>
  hooksWith(host, asker(AMPLIFIER_HOOKS, host.directory, AMPLIFIER_HOOKS_WORDS));
