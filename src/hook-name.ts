// What a hook is called in messages: people know where it stands, not its id.
import type { Hook, HookId } from './nouns.js';

/** `PreToolUse hook of the plugin formatter (hooks.json:12)`, or `PreToolUse hook at .amplifier/hooks/hooks.json:3`. */
export const hookName = (hook: Hook): string =>
  hook.source.kind === 'plugin' && hook.source.owner !== null
    ? `${hook.event} hook of the plugin ${hook.source.owner} (${placeIn(hook)})`
    : `${hook.event} hook at ${placeIn(hook)}`;

/** The same as a label before a message. */
export const hookLabel = (hook: Hook): string =>
  hook.source.kind === 'plugin' && hook.source.owner !== null
    ? `${hook.source.owner}, ${hook.event}`
    : `${placeIn(hook)}, ${hook.event}`;

/** The hook of an id among those that ran, else among others; `null`: it is gone. */
export const hookOf = (id: HookId, ...lists: readonly (readonly Hook[])[]): Hook | null =>
  lists.flatMap((list) => list.find((hook) => hook.id === id) ?? []).at(0) ?? null;

/** Seen from its plugin or project. */
function placeIn({ source: { file, pluginRoot, rulesRoot }, line }: Hook): string {
  const root = pluginRoot ?? rulesRoot;
  const inside = root !== '' && root !== '/' && file.startsWith(`${root}/`);
  return `${inside ? file.slice(root.length + 1) : file}:${line}`;
}
