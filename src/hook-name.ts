// What a hook is called in messages: people know where it stands, not its id.
import type { Failure, Hook, HookId } from './nouns.js';
import { calledScript, urlOf } from './text/index.js';

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

/** A failure in words for people: which hook it was, what it runs, and what happened. */
export function failureOf(
  { by, message }: Pick<Failure, 'by' | 'message'>,
  event: string,
  ran: readonly Hook[],
): string {
  const hook = hookOf(by, ran);
  const who = hook === null ? `${event} hook` : `${hookName(hook)} (${partName(hook)})`;
  return `${who} failed: ${message}`;
}

/** What a name is made of; hooks that are gone are remembered by it. */
export interface Named {
  readonly owner: string | null;
  readonly type: string;
  /** `whatItRuns`. */
  readonly runs: string;
  readonly file: string;
  readonly line: number;
}

/** What people call a hook: its plugin, skill or agent; else its script or server; else its command, where it is short. */
export const shortName = (hook: Hook): string => nameFrom(namedBy(hook));

export const nameFrom = (named: Named): string => named.owner ?? ownName(named);

/** The same without its plugin: what tells the hooks of one plugin apart. */
export const partName = (hook: Hook): string => ownName(namedBy(hook));

const namedBy = (hook: Hook): Named => ({
  owner: hook.source.owner,
  type: hook.handler.type,
  runs: whatItRuns(hook),
  file: hook.source.file,
  line: hook.line,
});

/** A longer command is known by where it stands. */
const LONGEST_COMMAND = 32;

function ownName({ type, runs, file, line }: Named): string {
  const place = `${file.split('/').at(-1)}:${line}`;
  switch (type) {
    case 'command': {
      const script = calledScript(runs);
      if (script !== null) return script;
      const plain = runs.trim();
      if (plain.length <= LONGEST_COMMAND && !plain.includes('\n')) return plain;
      return `${/^[\w.-]+/.exec(plain)?.[0] ?? 'command'} at ${place}`;
    }
    case 'http': {
      const url = urlOf(runs);
      return url === null ? `http at ${place}` : `${url.host}${url.pathname}`;
    }
    case 'mcp_tool':
      return runs;
    default:
      return `${type} at ${place}`;
  }
}

/** What the handler of a hook is, without its details. It may hold secrets. */
export function whatItRuns({ handler }: Hook): string {
  switch (handler.type) {
    case 'command':
      return [handler.command, ...(handler.args ?? [])].join(' ');
    case 'http':
      return handler.url;
    case 'mcp_tool':
      return `${handler.server}/${handler.tool}`;
    case 'prompt':
    case 'agent':
      return handler.prompt;
  }
}

/** The hook of an id among those that ran, else among others; `null`: it is gone. */
export const hookOf = (id: HookId, ...lists: readonly (readonly Hook[])[]): Hook | null =>
  lists.flatMap((list) => list.find((hook) => hook.id === id) ?? []).at(0) ?? null;

/** Seen from its plugin or project. */
function placeIn({ source: { file, pluginRoot, rulesRoot }, line }: Hook): string {
  const root = pluginRoot ?? rulesRoot;
  const inside = root !== '' && root !== '/' && file.startsWith(`${root}/`);
  return `${inside ? file.slice(root.length + 1) : file}:${line}`;
}
