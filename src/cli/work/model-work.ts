// What a model did for a hook, in one line.
import type { ModelWork } from '../../nouns.js';

type Sums = Pick<ModelWork, 'calls' | 'inputTokens' | 'outputTokens' | 'costUsd'>;

/** `3 model calls, 1,200 + 80 tokens, $0.0042` */
export function modelWorkInWords({ calls, inputTokens, outputTokens, costUsd }: Sums): string {
  const count = `${calls} model ${calls === 1 ? 'call' : 'calls'}`;
  const tokens = `${inputTokens.toLocaleString('en')} + ${outputTokens.toLocaleString('en')} tokens`;
  return `${count}, ${tokens}, ${costUsd === null ? 'price not known' : `$${costUsd.toFixed(4)}`}`;
}
