// The test beside a new hook.
import { type BlockEffect, type EventName, eventRow } from '../events/index.js';
import type { Sample } from './sample.js';

/** The test file. */
export function testText(cases: readonly Case[], needs: readonly string[]): string {
  const head = ['# Run it with: amplifier-hooks test <this folder>', ...needsLine(needs), 'cases:'];
  return `${head.join('\n')}\n${cases.map(caseText).join('\n')}`;
}

const needsLine = (needs: readonly string[]): readonly string[] =>
  needs.length === 0 ? [] : [`needs: [${needs.join(', ')}]`];

const caseText = ({ title, input, expect, model, http }: Case): string =>
  [
    `  - title: ${title}`,
    ...(model === undefined ? [] : [`    model: ${JSON.stringify(model)}`]),
    ...(http === undefined ? [] : [`    http: ${JSON.stringify(http)}`]),
    `    event: ${JSON.stringify(input)}`,
    `    expect: ${JSON.stringify(expect)}\n`,
  ].join('\n');

export interface Case {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
  /** What the model replies. */
  readonly model?: readonly unknown[];
  /** What the server answers. */
  readonly http?: unknown;
}

/** Of a command: the harmless case, and what the hook is there for. */
export function casesFor(name: string, event: EventName, sample: Sample): readonly Case[] {
  const { harmless, caught, text } = sample;
  const { exit2 } = eventRow(event);
  switch (sample.answer) {
    case 'refuse':
      return [
        {
          title: 'what is harmless passes',
          input: harmless,
          expect: { ran: { [name]: 1 }, ...passes(exit2) },
        },
        { title: 'what it looks for is caught', input: caught, expect: catches(exit2, text) },
        {
          title: 'incomplete input is left alone',
          input: incomplete(harmless, sample.subject, event),
          expect: passes(exit2),
        },
        ...(sample.readsStopFlag
          ? [
              {
                title: 'it keeps the agent going only once',
                input: { ...caught, stop_hook_active: true },
                expect: passes(exit2),
              },
            ]
          : []),
      ];
    case 'context':
      return [{ title: 'the agent is told', input: harmless, expect: { context: [text] } }];
    case 'path':
      return [
        {
          title: 'it says where the work tree is',
          input: harmless,
          expect: { blocked: false, output: { worktreePath: '@PROJECT@/.worktrees/sample' } },
        },
      ];
    case 'message':
      return [
        {
          title: eventRow(event).systemMessage === 'model' ? 'the agent is told' : 'the user is told',
          input: harmless,
          expect: tells(event, text),
        },
      ];
  }
}

/** Without the text that the hook looks at; where an event must have it, it is empty. */
function incomplete(input: Case['input'], [first = '', second]: readonly string[], event: EventName) {
  const { [first]: _left, ...rest } = input;
  if (second !== undefined) return { ...rest, [first]: {} };
  return eventRow(event).fields[first]?.required === true ? { ...rest, [first]: '' } : rest;
}

/** What a message for the user comes to. */
export const tells = (event: EventName, text: string): Case['expect'] =>
  eventRow(event).systemMessage === 'model' ? { context: [text] } : { systemMessages: [text] };

export function passes(effect: BlockEffect): Case['expect'] {
  if (effect === 'deny') return { permission: null };
  return effect === 'feedback' ? { feedback: [] } : { blocked: false };
}

export function catches(effect: BlockEffect, text: string): Case['expect'] {
  if (effect === 'deny') return { permission: 'deny', reason: text };
  return effect === 'feedback' ? { feedback: [text] } : { blocked: true, reason: text };
}
