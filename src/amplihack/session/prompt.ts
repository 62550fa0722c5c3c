// What the user typed, wherever a host puts it, and whether it starts the development workflow.

import { isRecord } from '../../text/index.js';
import { isBlank } from '../context.js';
import type { Extra, InputOf } from '../input/parse.js';

/** The first text that is not blank; `null`: there is no prompt. */
export function promptOf({ userPrompt, extra }: InputOf<'UserPromptSubmit'>): string | null {
  const texts = [userPrompt, extra['prompt'], messageText(extra)];
  return texts.find((text): text is string => typeof text === 'string' && !isBlank(text)) ?? null;
}

function messageText({ userMessage }: Extra): unknown {
  return isRecord(userMessage) ? userMessage['text'] : userMessage;
}

/** A prompt that is the development command itself. */
export const startsWithDev = (prompt: string): boolean =>
  /^(?:\/dev(?:\s|$)|\/amplihack:dev|\/\.claude:amplihack:dev)/.test(prompt.trim().toLowerCase());

/** The development command, also in a later line or by the name of its skill. */
export function asksForDev(prompt: string): boolean {
  const text = prompt.trim().toLowerCase();
  return startsWithDev(text) || /\n\/dev(?:\s|$)/.test(text) || text.includes('dev-orchestrator');
}
