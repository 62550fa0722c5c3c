// Ids from content: the same on every machine, whatever the file, the place in it, or the order.
import type { Generation, Handler, HookId, Voice } from '../nouns.js';
import { canonicalJson as canonical, sha256 } from '../text/index.js';
import { VOICES } from '../voices.js';
import type { Draft } from './sheet.js';

const digest = (text: string, length: number): string => sha256(text).slice(0, length);

/** What makes a handler this handler; options such as headers or `async` may change without making it another. */
function identity(handler: Handler): readonly unknown[] {
  switch (handler.type) {
    case 'command':
      return [handler.type, handler.command, handler.args];
    case 'http':
      return [handler.type, handler.url];
    case 'mcp_tool':
      return [handler.type, handler.server, handler.tool, canonical(handler.input)];
    case 'prompt':
    case 'agent':
      return [handler.type, handler.prompt];
  }
}

/**
 * The id of each hook. Exact duplicates are numbered in declared order, those of stronger voices first: what a project adds
 * or takes away gives no other id to a hook of its user, who may have switched hooks off by their ids.
 *
 * @param known the id without a number, of hooks of which somebody still has it
 */
export function idsOf(
  drafts: readonly Draft[],
  voices: readonly Voice[],
  known: (draft: Draft, voice: Voice) => HookId | null = unknown,
): readonly HookId[] {
  const ids = drafts.map((draft, at) => known(draft, voices[at] ?? 'project') ?? idOf(draft));
  const seen = new Map<HookId, number>();
  for (const voice of VOICES)
    ids.forEach((id, at) => {
      if (voices[at] !== voice) return;
      const count = (seen.get(id) ?? 0) + 1;
      seen.set(id, count);
      if (count > 1) ids[at] = `${id}-${count}`;
    });
  return ids;
}

const unknown = (): null => null;

/** Whoever remembers ids goes by all of these. */
const idOf = ({ event, matcher, condition, handler, source }: Draft): HookId =>
  digest(JSON.stringify([event, matcher, condition, identity(handler), source.skill ?? source.owner]), 10);

/** The id without the number that tells copies of one hook apart. */
export const plainId = (id: HookId): HookId => (id.includes('-') ? id.replace(/-\d+$/, '') : id);

/** Id of a generation: equal content and states, equal id. */
export function generationId(
  generation: Omit<Generation, 'id' | 'quarantined' | 'sources' | 'switches' | 'diagnostics'>,
): string {
  const hooks = generation.hooks.map(({ source, line: _line, column: _column, ...content }) => [
    // Every hook is made by the same object literal, so the order of its keys is no accident.
    content,
    source.scope,
    source.kind,
    source.skill ?? source.owner,
  ]);
  const { profile, limits, http, policy } = generation;
  const lists = [http.allowedUrls, http.allowedEnvVars].map((all) =>
    all.map(({ voice, items }) => [voice, items]),
  );
  const { trust, sources, handlerTypes, shut } = policy;
  const budgets = generation.budgets === undefined ? [] : [generation.budgets];
  const ruled = policy.files.length > 0 || Object.keys(shut).length > 0;
  const rules = ruled ? [trust, sources, handlerTypes, http.refusedUrls, shut] : [];
  return digest(
    JSON.stringify([profile, hooks, limits, canonical(generation.env), lists, ...rules, ...budgets]),
    12,
  );
}
