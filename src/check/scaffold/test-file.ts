// The test beside a new hook.
import { type EventName, eventRow } from '../../events/index.js';
import type { Sample } from './sample.js';

/** The test file: the harmless case, and what the hook is there for. */
export function testText(name: string, event: EventName, sample: Sample, needs: readonly string[]): string {
  const head = `# Run it with: amplifier-hooks test <this folder>\nneeds: [${needs.join(', ')}]\ncases:\n`;
  return `${head}${cases(name, event, sample)
    .map(
      ({ title, input, expect }) =>
        `  - title: ${title}\n    event: ${JSON.stringify(input)}\n    expect: ${JSON.stringify(expect)}\n`,
    )
    .join('\n')}`;
}

interface Case {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

function cases(name: string, event: EventName, sample: Sample): readonly Case[] {
  const { harmless, caught, text } = sample;
  switch (sample.answer) {
    case 'refuse':
      return [
        {
          title: 'what is harmless passes',
          input: harmless,
          expect: { ran: { [name]: 1 }, ...passes(event) },
        },
        { title: 'what it looks for is caught', input: caught, expect: catches(event, text) },
        ...(sample.subject.length > 1
          ? [
              {
                title: 'incomplete input is left alone',
                input: { ...harmless, tool_input: {} },
                expect: passes(event),
              },
            ]
          : []),
        ...(sample.readsStopFlag
          ? [
              {
                title: 'it keeps the agent going only once',
                input: { ...caught, stop_hook_active: true },
                expect: passes(event),
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
      return eventRow(event).systemMessage === 'model'
        ? [{ title: 'the agent is told', input: harmless, expect: { context: [text] } }]
        : [{ title: 'the user is told', input: harmless, expect: { systemMessages: [text] } }];
  }
}

function passes(event: EventName): Case['expect'] {
  const { exit2 } = eventRow(event);
  if (exit2 === 'deny') return { permission: null };
  return exit2 === 'feedback' ? { feedback: [] } : { blocked: false };
}

function catches(event: EventName, text: string): Case['expect'] {
  const { exit2 } = eventRow(event);
  if (exit2 === 'deny') return { permission: 'deny', reason: text };
  return exit2 === 'feedback' ? { feedback: [text] } : { blocked: true, reason: text };
}
