// What was handed over, read again. It lies in a private folder, and is checked all the same.
import { headShape } from '../../journal/index.js';
import { flag, type Infer, listOf, open, orNull, text } from '../../text/shapes/index.js';

const shape = open({
  parent: orNull(open({ traceId: text, spanId: text, isSampled: flag })),
  happened: listOf(open({ entry: headShape, callId: orNull(text), project: text })),
});

/** `null`: it is nothing of ours. */
export function handedOver(content: string): Infer<typeof shape> | null {
  try {
    const value: unknown = JSON.parse(content);
    return shape.is(value) ? value : null;
  } catch {
    return null;
  }
}
