// The question itself; loaded only where something has to be asked.
import type { Question } from '../../hosts/sidecar/index.js';
import { reasonOf } from '../../text/index.js';
import { approve, type Entry } from '../../trust/index.js';
import { questionAbout } from '../show/question.js';
import { entryInWords } from '../show/trust.js';
import { reachesOf } from '../work/reaches.js';
import type { Asked } from './approval.js';

export async function questionFor({ settled, found, waiting, guard }: Asked): Promise<Question | null> {
  const reaches = await reachesOf(settled);
  const project = guard.projectOf(settled.request);
  const plugins = new Set(waiting.flatMap(pluginOf));
  const worded = questionAbout(found, waiting, [...plugins], {
    reachOf: (entry) => (entry.kind === 'hook' ? (reaches.get(entry.hook.id) ?? null) : null),
    changesOf: ({ identity }) => project.changesOf(identity),
  });
  if (worded === null) return null;
  const { text, entries } = worded;
  return {
    text,
    digests: entries.map(({ identity }) => identity.digest),
    approve() {
      try {
        return approve(found, entries, new Date()).map(
          ({ entry, why }) => `not approved: ${entryInWords(entry)}: ${why}`,
        );
      } catch (error) {
        return [`the user's approval could not be kept: ${reasonOf(error)}`];
      }
    },
  };
}

/** The command that shows an entry has to name the folder that it comes from. */
function pluginOf(entry: Entry): readonly string[] {
  if (entry.kind !== 'hook') return [];
  const { scope, pluginRoot } = entry.hook.source;
  return scope === 'plugin' && pluginRoot !== null ? [pluginRoot] : [];
}
