// Sessions and agents: how they start and end, and what is done to their context.
import type { Handler } from './core.js';
import { agentFields, compactFields, endOfSessionFields, startFields } from './payload.js';

/** Context of a session's start waits for its first prompt: what is returned here is dropped. */
export const onSessionStart =
  (usual: 'startup' | 'resume'): Handler =>
  async (core, data, signal) => {
    // One loop says so at the beginning of each turn too, with the prompt; the kernel has none to tell.
    if (!core.isRoot || data['prompt'] !== undefined) return null;
    const own = startFields(data, usual);
    core.keep(await core.parts.asking.ask('SessionStart', data, own, signal));
    return null;
  };

export const onSessionEnd: Handler = async (core, data, signal) => {
  // The same loop says so at the end of each turn, with the response.
  if (!core.isRoot || data['response'] !== undefined) return null;
  await core.parts.asking.ask('SessionEnd', data, endOfSessionFields(data), signal);
  return null;
};

/** The parent says that it starts an agent; its hooks' context waits for the first prompt of that agent's session. */
export const onAgentSpawned: Handler = async (core, data, signal) => {
  const { family, asking } = core.parts;
  const agent = data['sub_session_id'];
  if (typeof agent !== 'string' || agent === '') return null;
  const name = typeof data['agent'] === 'string' ? data['agent'] : '';
  if (name !== '') family.nameAgent(agent, name);
  if (!family.starts(agent) || !asking.has('SubagentStart')) return null;
  const decision = await asking.ask('SubagentStart', data, agentFields(data), signal);
  family.leave(
    agent,
    decision.context.map(({ value }) => value),
  );
  core.forPrompt.push(...decision.late.map(({ value }) => value));
  return null;
};

/** The same from within the agent's session, where its parent did not say so. */
export const onFork: Handler = async (core, data, signal) => {
  const { family, asking, about } = core.parts;
  if (core.isRoot || !family.starts(about.session) || !asking.has('SubagentStart')) return null;
  core.keep(await asking.ask('SubagentStart', data, {}, signal));
  return null;
};

/** The parent says that an agent ended: news only where the agent's own session did not say so. */
export const onAgentCompleted: Handler = async (core, data, signal) => {
  const { family, asking, voice } = core.parts;
  const agent = typeof data['sub_session_id'] === 'string' ? data['sub_session_id'] : '';
  if (family.wasStopped(agent) || !asking.has('SubagentStop')) return null;
  const named = typeof data['agent'] === 'string' ? data['agent'] : null;
  const type =
    named ??
    family.agentName({ session: agent, parent: core.parts.about.session, cwd: '', transcript: null });
  const decision = await asking.ask('SubagentStop', data, { agent_id: agent, agent_type: type }, signal);
  core.forPrompt.push(...decision.late.map(({ value }) => value));
  if (decision.continues) {
    const said = [decision.blocked ? decision.reason : null, ...decision.context.map(({ value }) => value)];
    const text = said.filter((part) => part !== null).join(' ');
    voice.say(
      `A SubagentStop hook wants the agent to go on, but it has ended. The hook says: ${text}`,
      'warning',
    );
  }
  return null;
};

export const onPreCompact: Handler = async (core, data, signal) => {
  const { asking, voice } = core.parts;
  const decision = await asking.ask('PreCompact', data, compactFields(data), signal);
  if (decision.blocked)
    voice.say(
      `A PreCompact hook objects, but Amplifier compacts all the same: ${decision.reason ?? ''}`,
      'warning',
    );
  if (decision.context.length > 0)
    voice.remark('A PreCompact hook gives instructions, which have no effect in Amplifier', 'warning');
  core.forPrompt.push(...decision.late.map(({ value }) => value));
  return null;
};

/** Once a turn: a context that stays too large is compacted anew for every model call. */
export const onCompaction: Handler = async (core, data, signal) => {
  if (core.turn.compacted) return null;
  core.turn.compacted = true;
  core.keep(await core.parts.asking.ask('PostCompact', data, compactFields(data), signal));
  if (core.isRoot) core.keep(await core.parts.asking.ask('SessionStart', {}, { source: 'compact' }, signal));
  return null;
};
