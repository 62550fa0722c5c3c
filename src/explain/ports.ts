// Every hook in every other agent: what becomes of it there.
import { AGENT_NAMES, type AgentName, agentNamed, readerNamed } from '../hosts/agents/index.js';
import type { Generation, Hook } from '../nouns.js';
import {
  PORTED,
  type PortableHook,
  type Ported,
  portedAsOwn,
  portedByDispatch,
} from '../portability/index.js';
import { flag, type Infer, listOf, object, oneOf, orNull, type Shape, text } from '../text/shapes/index.js';
import { diskFacts, type Subject, subjectsOf, wholeCode } from '../validate/index.js';

export type OtherAgent = Exclude<AgentName, 'claude'>;

/** All agents but the one that hooks are written for. */
export const OTHER_AGENTS: readonly OtherAgent[] = AGENT_NAMES.filter((name) => name !== 'claude');

const ported: Shape<Ported> = object({
  verdict: oneOf(...PORTED),
  reasons: listOf(text),
  measured: flag,
});

export const portedShape = object({
  host: oneOf(...OTHER_AGENTS),
  title: text,
  /** By `dispatch --host`. */
  dispatch: ported,
  /** As an entry of the agent's own configuration. */
  own: ported,
});

export const hookPortsShape = object({
  id: text,
  event: text,
  matcher: orNull(text),
  hosts: listOf(portedShape),
});

/** One hook in one agent. */
export type HookInHost = Infer<typeof portedShape>;
export interface HookPorts {
  readonly hook: Hook;
  readonly hosts: readonly HookInHost[];
}

type Around = Omit<Parameters<typeof subjectsOf>[1], 'facts'>;

/** A verdict for every hook and agent. What scripts say is read, nothing is run. */
export async function portsOf(
  generation: Generation,
  around: Around,
  names: readonly OtherAgent[] = OTHER_AGENTS,
): Promise<readonly HookPorts[]> {
  const { projectDir, home, env } = around;
  const subjects = subjectsOf(generation, { projectDir, home, env, facts: diskFacts() });
  const agents = (await Promise.all(names.map(agentOf))).flat();
  return subjects.map((subject) => {
    const hook = portable(subject);
    return {
      hook: subject.hook,
      hosts: agents.map(({ name, facts, reads }) => ({
        host: name,
        title: facts.title,
        dispatch: portedByDispatch(hook, facts),
        own: portedAsOwn(hook, facts, reads),
      })),
    };
  });
}

async function agentOf(name: OtherAgent) {
  const [agent, reads] = await Promise.all([agentNamed(name), readerNamed(name)]);
  return agent === null || reads === null ? [] : [{ name, facts: agent.facts, reads }];
}

const portable = (subject: Subject): PortableHook => {
  const { event, matcher, condition, handler, observes } = subject.hook;
  const code = handler.type === 'command' ? wholeCode(subject) : null;
  return { event, matcher, condition, observes: observes !== undefined, handler, code };
};
