// What each hook reaches, by its id.
import { type Settled, unjudged } from '../../engine/index.js';
import type { HookId } from '../../nouns.js';
import { type Reach, reachOf, validate } from '../../validate/index.js';

export async function reachesOf(settled: Settled): Promise<ReadonlyMap<HookId, Reach>> {
  const { subjects } = await validate(unjudged(settled));
  return new Map(subjects.map((subject) => [subject.hook.id, reachOf(subject)]));
}
