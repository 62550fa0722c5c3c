// The administrator's policy as commands print it for programs.
import type { PolicyInForce } from '../nouns.js';
import { count, listOf, mapOf, object, oneOf, orNull, type Shape, text } from '../text/shapes/index.js';

const bounds = listOf(object({ file: text, allow: orNull(listOf(text)), refuse: listOf(text) }));

export const policyShape: Shape<Omit<PolicyInForce, 'demands'>> = object({
  files: listOf(text),
  trust: orNull(oneOf('content', 'follow', 'off')),
  sources: bounds,
  handlerTypes: bounds,
  demands: listOf(
    object({
      id: orNull(text),
      event: orNull(text),
      matcher: orNull(text),
      command: orNull(text),
      url: orNull(text),
      plugin: orNull(text),
      note: orNull(text),
      file: text,
      line: count,
      column: count,
      metBy: listOf(text),
      unmet: orNull(text),
    }),
  ),
  /** Event → why it is denied before any hook is asked. */
  shut: mapOf(text),
});
