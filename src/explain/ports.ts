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
import { diskFacts, type Subject, seenOf, subjectsOf } from '../validate/index.js';

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
  const { event, matcher, condition, handler } = subject.hook;
  return { event, matcher, condition, handler, code: codeOf(subject) };
};

/** Programs that say nothing of their own to a host: what they print is made of words in the text that calls them. */
const QUIET = new Set(
  (
    'awk basename cat cp cut date dirname env egrep false fgrep find git grep head id jq ls mkdir mktemp mv realpath rm sed sleep sort ' +
    'stat tail tee touch tr true uname uniq wc whoami xargs bash sh zsh dash python python3 node deno bun tsx ruby perl'
  ).split(' '),
);

/** All that a hook runs, without comments; `null`: some of it is not to be seen. */
function codeOf({ hook, parts, scripts }: Subject): string | null {
  if (hook.handler.type !== 'command' || parts.length === 0) return null;
  const isSeen =
    scripts.every(({ text, language }) => text !== null && language !== null) &&
    parts.every(
      ({ open, reading }) =>
        !open &&
        reading.syntaxError === null &&
        seenOf(reading, 'evaluated').length === 0 &&
        seenOf(reading, 'program').every(({ name }) => QUIET.has(name)),
    );
  return isSeen ? parts.map(({ reading }) => reading.code).join('\n') : null;
}
