// Where a hook comes from, in the words of an administrator's policy.
import { basename, dirname, join } from 'node:path';
import type { Bounds, HookSource, Voice } from '../nouns.js';
import { covers, isRecord, jsonOf, splitAtStars } from '../text/index.js';
import { loadJson, objectIn } from './document.js';

/** Everything of a kind. */
export const SOURCE_WORDS = ['user', 'project', 'plugin', 'skill', 'agent'] as const;

/** With a name behind a colon, in which `*` stands for anything. */
export const SOURCE_KINDS = ['plugin', 'skill', 'agent', 'marketplace', 'source'] as const;

/** Where an installed plugin comes from, as the lock file beside it says. */
interface Origin {
  readonly source: string;
  readonly marketplace: string | null;
}

/** Everything that can be said of a source: `project`, `plugin`, `plugin:<name>`, `marketplace:<name>`, `source:<where>`. */
function wordsFor(source: HookSource, voice: Voice): readonly string[] {
  const { kind, owner } = source;
  const whose = voice === 'plugin' ? [] : [voice];
  if (kind !== 'plugin' && kind !== 'skill' && kind !== 'agent') return whose;
  const origin = kind === 'plugin' ? originOf(source) : null;
  return [
    ...whose,
    kind,
    ...(owner === null ? [] : [`${kind}:${owner}`]),
    ...(origin === null ? [] : [`source:${origin.source}`]),
    ...(origin === null || origin.marketplace === null ? [] : [`marketplace:${origin.marketplace}`]),
  ];
}

/** Which item of a policy keeps a source out; `null`: none does. Refusal beats allowance. */
export function keptOut({ allow, refuse }: Bounds, source: HookSource, voice: Voice): string | null {
  if (allow === null && refuse.length === 0) return null;
  const words = wordsFor(source, voice);
  const refused = refuse.find((item) => words.some((word) => fits(item, word)));
  if (refused !== undefined) return `refuses ${JSON.stringify(refused)}`;
  // What lies in a project chooses its names itself, so that no name in it opens a door.
  const good = voice === 'project' ? ['project'] : words;
  if (allow === null || allow.some((item) => good.some((word) => fits(item, word)))) return null;
  return `does not allow ${JSON.stringify(voice === 'project' ? 'project' : (words.at(-1) ?? voice))}`;
}

const fits = (item: string, word: string): boolean =>
  item.includes(':') ? covers(splitAtStars(item), word) : item === word;

/** Only what the user installed has an origin that counts: elsewhere the lock file is the word of the plugin's own folder. */
function originOf({ scope, pluginRoot, hooksDir }: HookSource): Origin | null {
  if (scope !== 'user' || pluginRoot === null) return null;
  const loaded = loadJson(join(dirname(hooksDir), 'hooks.lock.json'));
  const root = loaded === null ? null : objectIn(loaded);
  const lock = root === null ? null : jsonOf(root);
  const all = isRecord(lock) ? lock['plugins'] : null;
  const name = basename(pluginRoot);
  const entry = isRecord(all) && Object.hasOwn(all, name) ? all[name] : null;
  if (!isRecord(entry) || typeof entry['source'] !== 'string') return null;
  const { source, marketplace } = entry;
  return { source, marketplace: typeof marketplace === 'string' ? marketplace : null };
}
