// Who says which of a project's definitions count. The room `trust` does; this room only asks.
import type { Diagnostic, Hook, HookId, Voice } from '../nouns.js';
import type { Settings } from './settings.js';
import type { Draft } from './sheet.js';
import type { HookState, StateEntry } from './state.js';

/** What a project says beside its hooks, from all of its files together. */
export interface ProjectWords {
  readonly env: Readonly<Record<string, string>>;
  readonly allowedHttpHookUrls: readonly string[] | null;
  readonly httpHookAllowedEnvVars: readonly string[] | null;
  readonly disableAllHooks: boolean | null;
  /** Hooks and plugins that it switches on and off, by kind and name. */
  readonly switches: Readonly<Record<string, string>>;
}

/** An MCP server of a project, as it is written there. */
export interface ServerWords {
  /** As hooks write it. */
  readonly name: string;
  readonly definition: unknown;
  readonly file: string;
  readonly pluginRoot: string | null;
}

/** A hook that nobody else has seen yet: there may be thousands, and a copy of each takes time. */
export type HookInMaking = { -readonly [Field in keyof Hook]: Hook[Field] };

/** One reading of the configuration, judged. */
export interface Judging {
  /** Where it is written what counts: a change there is a change of the configuration. */
  readonly files: readonly string[];
  /** Whether what the project says beside its hooks counts. Asked once, before any hook, and only where it says something. */
  settings(words: ProjectWords): boolean;
  /** So many hooks are asked about next; for who can look at all of them together. */
  begins?(hooks: number): void;
  /** The id of a hook, without a number, from when it was last asked about; `null`: its definition was another one, or nobody knows. Asked of all of them first. */
  readonly idOf?: (draft: Draft, voice: Voice) => HookId | null;
  /** Gives a hook its state of trust, and makes it inactive where that keeps it from running. */
  hook(hook: HookInMaking): void;
  /** All hooks, when each was asked about: what one of them is may depend on what else is there, and on the files that were read or missed. */
  together(hooks: readonly Hook[], files: readonly string[]): readonly Hook[];
  /** Why a server of the project does not count; `null`: it does. */
  server(server: ServerWords): string | null;
  /** What to tell, when everything was asked. */
  diagnostics(): readonly Diagnostic[];
}

/** Whose changes need no approval: everybody's, those of projects that their user follows, nobody's. */
export type Follow = 'all' | 'answered' | 'none';

export type Judge = (
  places: { readonly projectDir: string; readonly home: string },
  follow: Follow,
) => Judging;

/** What is approved is known by these words: a switch that only switches is called as ever. */
const switchInWords = ({ state, mode }: StateEntry): string =>
  [state, mode].filter((word) => word !== null).join(' ');

/** `null`: the project says nothing beside its hooks. */
export function wordsOf(settings: readonly Settings[], state: HookState): ProjectWords | null {
  const own = settings.filter(({ scope }) => scope === 'project' || scope === 'local');
  const lists = (pick: (one: Settings) => { readonly items: readonly string[] } | null) => {
    const given = own.flatMap((one) => pick(one)?.items ?? []);
    return own.some((one) => pick(one) !== null) ? [...new Set(given)].sort() : null;
  };
  const layers = state.layers.filter(({ scope }) => scope === 'project');
  const switches = layers.flatMap((layer) =>
    (['hooks', 'plugins'] as const).flatMap((kind) =>
      [...layer[kind]].map(([name, entry]) => [`${kind}/${name}`, switchInWords(entry)] as const),
    ),
  );
  const words: ProjectWords = {
    env: Object.assign({}, ...own.map(({ env }) => env)),
    allowedHttpHookUrls: lists((one) => one.allowedHttpHookUrls),
    httpHookAllowedEnvVars: lists((one) => one.httpHookAllowedEnvVars),
    disableAllHooks: own.findLast((one) => one.disableAllHooks !== null)?.disableAllHooks?.on ?? null,
    switches: Object.fromEntries(switches),
  };
  const silent =
    Object.keys(words.env).length === 0 &&
    words.allowedHttpHookUrls === null &&
    words.httpHookAllowedEnvVars === null &&
    words.disableAllHooks === null &&
    switches.length === 0;
  return silent ? null : words;
}
