// What the agents of a prompt should remember of this session.
import type { Context } from '../context.js';
import { agentsIn } from './agents.js';
import { beginning } from './save.js';
import { type Entry, entriesOf } from './store.js';

const MAX_BYTES = 8000;

/** One section for each agent the prompt refers to. Memory is an aid: where it cannot be read there is none. */
export function recall(context: Context, sessionId: string, prompt: string): readonly string[] {
  const agents = agentsIn(prompt);
  if (agents.length === 0) return [];
  try {
    const lines = byRelevance(entriesOf(context, sessionId), beginning(prompt));
    return lines.length === 0
      ? []
      : agents.map((agent) => [`## Memory for ${agent} Agent`, ...lines].join('\n'));
  } catch {
    return [];
  }
}

function byRelevance(entries: readonly Entry[], prompt: string): readonly string[] {
  const words = wordsOf(prompt);
  const scored = entries.map(({ content }, index) => ({
    line: `- ${content.replace(/\s*\n\s*/g, ' ')}`,
    score: relevance(content, prompt, words) + recency(index, entries.length) + importance(content),
  }));
  scored.sort((a, b) => b.score - a.score);
  let bytes = 0;
  return scored
    .map(({ line }) => line)
    .filter((line) => {
      bytes += Buffer.byteLength(line);
      return bytes <= MAX_BYTES;
    });
}

function relevance(content: string, prompt: string, words: ReadonlySet<string>): number {
  const contained = content.toLowerCase().includes(prompt.trim().toLowerCase()) ? 10 : 0;
  const own = wordsOf(content);
  const shared = [...words].filter((word) => own.has(word)).length;
  return contained + (words.size === 0 ? 0 : (5 * shared) / words.size);
}

/** Later entries are newer. */
const recency = (index: number, count: number): number => (index + 1) / count;

const importance = (content: string): number => Math.min(content.length, 500) / 1000;

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? []);
