/** Runs the scenarios that were observed on the published kernel against this one. */

import { readFileSync } from 'node:fs';
import { ApprovalTimeoutError } from '../approval.js';
import { type EventData, type HookAnswer, type HookResult, hookResult } from '../hook-result.js';
import { createResultProcessor } from '../processor.js';
import { type HookHandler, HookRegistry } from '../registry.js';

interface Behaviour {
  register: string;
  event?: string;
  priority?: number;
  answer?: HookAnswer;
  circular?: HookAnswer;
  raise?: string;
  sync?: boolean;
  hang?: boolean;
  mutate?: EventData;
  meanwhile?: Change[];
}
type Change = Behaviour | { unregister: string } | { dispose: string } | { defaults: EventData };
type Question =
  | { emit: EventData; event?: string }
  | { collect: EventData; event?: string; timeout?: number }
  | { list: string | null };

export interface RegistryScenario {
  name: string;
  steps: (Change | Question)[];
}

export interface ProcessingScenario {
  name: string;
  session?: { injection_size_limit?: number; injection_budget_per_turn?: number };
  context?: 'fails' | 'absent';
  display?: 'fails' | 'absent';
  approval?: { answer: string } | { times_out: true } | { raises: string };
  process: { result: HookAnswer; event: string; hook: string }[];
}

export interface Observed {
  kernel: string;
  registry: Record<string, { returned: unknown[]; calls: unknown[] }>;
  processing: Record<
    string,
    {
      returned: (HookAnswer | { error: string })[];
      calls: unknown[];
      tokens: number;
      audits: number;
      over_budget: number;
    }
  >;
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

export const scenarios: { registry: RegistryScenario[]; processing: ProcessingScenario[] } = JSON.parse(
  read('./scenarios.json'),
);
export const observed: Observed = JSON.parse(read('./observed.json'));

/** Times differ from run to run; that one is there does not. */
export function withoutClock<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, item) =>
    typeof item === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)$/.test(item) ? '<now>' : item,
  );
}

export async function runRegistry({ steps }: RegistryScenario) {
  const registry = new HookRegistry({ log: () => {} });
  const calls: unknown[] = [];
  const returned: unknown[] = [];
  const disposers = new Map<string, () => void>();

  function change(step: Change): void {
    if ('register' in step) {
      const { register: name, event = 'e', priority } = step;
      disposers.set(name, registry.register(event, handler(step), { priority, name }));
    } else if ('unregister' in step) registry.unregister(step.unregister);
    else if ('dispose' in step) disposers.get(step.dispose)?.();
    else registry.setDefaultFields(step.defaults);
  }

  function handler(does: Behaviour): HookHandler {
    const act: HookHandler = (event, data) => {
      calls.push([does.register, event, withoutClock(data)]);
      if (does.mutate !== undefined) {
        Object.assign(data, does.mutate);
        if (data['nested'] instanceof Object) Object.assign(data['nested'], does.mutate);
      }
      does.meanwhile?.forEach(change);
      if (does.raise !== undefined) throw new Error(does.raise);
      if (does.circular === undefined) return does.answer;
      const answer = { ...does.circular };
      answer.data = { self: answer };
      return answer;
    };
    if (does.sync) return act;
    if (does.hang) return (event, data) => new Promise(() => act(event, data));
    return async (event, data) => act(event, data);
  }

  for (const step of steps) {
    if ('emit' in step) returned.push(await registry.emit(step.event ?? 'e', step.emit));
    else if ('collect' in step) {
      returned.push(
        await registry.emitAndCollect(step.event ?? 'e', step.collect, { timeout: step.timeout }),
      );
    } else if ('list' in step) returned.push(registry.listHandlers(step.list ?? undefined));
    else change(step);
  }
  return { returned: withoutClock(returned), calls };
}

export async function runProcessing({
  session,
  context,
  display,
  approval,
  process: steps,
}: ProcessingScenario) {
  const calls: unknown[] = [];
  const codes: string[] = [];
  const processor = createResultProcessor({
    injectionSizeLimit: session?.injection_size_limit ?? null,
    injectionBudgetPerTurn: session?.injection_budget_per_turn ?? null,
    log: ({ code }) => codes.push(code),
    context:
      context === 'absent'
        ? undefined
        : {
            addMessage: async (message) => {
              calls.push(['add_message', withoutClock(message)]);
              if (context === 'fails') throw new Error('context is full');
            },
          },
    display:
      display === 'absent'
        ? undefined
        : {
            showMessage: (...message) => {
              calls.push(['show_message', ...message]);
              if (display === 'fails') throw new Error('no screen');
            },
          },
    approval: approval && {
      requestApproval: async (...request) => {
        calls.push(['request_approval', ...request]);
        if ('times_out' in approval) throw new ApprovalTimeoutError('no answer');
        if ('raises' in approval) throw new Error(approval.raises);
        return approval.answer;
      },
    },
  });
  const returned: (HookResult | { error: string })[] = [];
  for (const { result, event, hook } of steps) {
    try {
      returned.push(await processor.process(hookResult(result), event, hook));
    } catch (error) {
      returned.push({ error: error instanceof Error ? error.name : 'unknown' });
    }
  }
  const count = (code: string) => codes.filter((one) => one === code).length;
  return {
    returned,
    calls,
    tokens: processor.turnTokens(),
    audits: count('context_injected'),
    over_budget: count('budget_exceeded'),
  };
}
