// Our plugin inside of opencode: it asks about each hook, and does what is answered.
//
// A plugin runs in the host's own process. Whatever it waits for has a limit, and what fails where a call waits for a
// verdict denies the call: to opencode a hook that throws is one that denies.
import { isRecord } from '../../../text/index.js';
import type { PluginAnswer, PluginPayload } from '../protocol.js';
import type { Asked, Asker } from './asking.js';
import type { PluginHooks, PluginHost } from './host.js';

/** How long each may take. Hooks have limits of their own, which are shorter unless somebody says otherwise. */
export interface Limits {
  /** A call, a prompt, a result. */
  readonly workMs: number;
  /** What the first prompt of a session waits for. */
  readonly startMs: number;
  /** At the end of the host, what is still going on, and then the end of its sessions. */
  readonly endMs: number;
}

export const LIMITS: Limits = { workMs: 15 * 60_000, startMs: 2 * 60_000, endMs: 5000 };

/** Notices that hooks can be attached to, beside those that need a look inside. */
const NOTICES = ['permission.asked', 'session.compacted', 'session.idle', 'session.error'];

type Ask = Omit<PluginPayload, 'directory'>;

export function hooksWith(host: PluginHost, asker: Asker, limits: Limits = LIMITS): PluginHooks {
  /** By session, what the model reads in each of its requests. */
  const started = new Map<string, Promise<string>>();
  /** By session of a subagent, who started it, and which agent it is. */
  const subagents = new Map<string, Pick<PluginPayload, 'parentID' | 'agent'>>();
  /** By call, what the model reads beside its result. */
  const beside = new Map<string, string>();
  const denied = new Set<string>();
  const notices = new Set<Promise<unknown>>();
  const complained = new Set<string>();

  function say(message: string, variant: 'info' | 'warning'): void {
    const told = message.trim().slice(0, 2000);
    if (told === '') return;
    // There is no screen in `opencode run`, and then nobody to tell. Nothing depends on it.
    const shown = async () => host.client?.tui?.showToast?.({ body: { message: told, variant } });
    shown().catch(() => undefined);
  }

  /** The same complaint may come with every event. */
  function complain(message: string): void {
    if (!complained.has(message)) say(message, 'warning');
    complained.add(message);
  }

  async function ask(question: Ask, session: string | undefined, limitMs: number): Promise<Asked> {
    const subagent = session === undefined ? undefined : subagents.get(session);
    const asked = await asker.ask({ ...question, directory: host.directory, ...subagent }, limitMs);
    if (!asked.ok) return asked;
    say(asked.answer.message ?? '', 'info');
    complain(asked.log);
    return asked;
  }

  /** Where nothing waits for a verdict, a fault is told and changes nothing. */
  async function told(question: Ask, session: string | undefined, limitMs: number): Promise<PluginAnswer> {
    const asked = await ask(question, session, limitMs);
    if (asked.ok) return asked.answer;
    complain(`amplifier-hooks: ${asked.why}`);
    return {};
  }

  function start(session: string, question: Ask): void {
    if (started.has(session)) return;
    started.set(
      session,
      told(question, session, limits.startMs).then(({ system = '' }) => system),
    );
  }

  function notice(question: Ask, session: string | undefined): void {
    const going = told(question, session, limits.workMs).finally(() => notices.delete(going));
    notices.add(going);
  }

  return {
    async event({ event }) {
      const properties = isRecord(event.properties) ? event.properties : {};
      const session = typeof properties['sessionID'] === 'string' ? properties['sessionID'] : undefined;
      const question = { opencode_hook: `event:${event.type}`, input: { event } };
      if (event.type === 'session.created') {
        const info = isRecord(properties['info']) ? properties['info'] : {};
        const id = session ?? info['id'];
        if (typeof id !== 'string') return;
        const { parentID, agent } = info;
        if (typeof parentID === 'string')
          subagents.set(id, { parentID, ...(typeof agent === 'string' ? { agent } : {}) });
        start(id, question);
      } else if (event.type === 'message.part.updated') {
        // A stream of these comes with every answer of the model; a call that failed is one among them.
        const failed = failedCall(properties['part']);
        if (failed === null) return;
        beside.delete(failed);
        if (!denied.delete(failed)) notice(question, session);
      } else if (NOTICES.includes(event.type)) notice(question, session);
    },

    async 'chat.message'(input, output) {
      const session = input.sessionID;
      // One that was there before has no event that says so.
      start(session, { opencode_hook: 'session.resumed', input: { sessionID: session } });
      await started.get(session);
      // What an agent tells its subagent is no prompt of a person.
      if (subagents.has(session)) return;
      const { deny, text } = await told(
        { opencode_hook: 'chat.message', input, output },
        session,
        limits.workMs,
      );
      if (deny !== undefined) {
        // Of what is thrown here opencode shows only that it was an error.
        say(deny, 'warning');
        throw new Error(deny);
      }
      const last = output.parts.findLast((part) => part.type === 'text' && typeof part.text === 'string');
      if (text !== undefined && last !== undefined) last.text = `${last.text}\n\n${text}`;
    },

    async 'tool.execute.before'(input, output) {
      const question = { opencode_hook: 'tool.execute.before', input, output };
      const asked = await ask(question, input.sessionID, limits.workMs);
      const { deny, text, args } = asked.ok ? asked.answer : { deny: unjudged(asked.why) };
      if (deny !== undefined) {
        denied.add(input.callID);
        throw new Error(deny);
      }
      if (text !== undefined) beside.set(input.callID, text);
      if (args !== undefined) replace(output.args, args);
    },

    async 'tool.execute.after'(input, output) {
      const question = { opencode_hook: 'tool.execute.after', input, output };
      const answer = await told(question, input.sessionID, limits.workMs);
      const before = beside.get(input.callID);
      beside.delete(input.callID);
      if (answer.output !== undefined) {
        if (Array.isArray(output.content)) output.content = [{ type: 'text', text: answer.output }];
        else output.output = answer.output;
      }
      for (const text of [before, answer.text]) {
        if (text === undefined) continue;
        if (Array.isArray(output.content)) output.content.push({ type: 'text', text });
        else output.output = `${output.output ?? ''}\n\n${text}`;
      }
    },

    async 'experimental.chat.system.transform'({ sessionID }, output) {
      const system = sessionID === undefined ? '' : await started.get(sessionID);
      if (system !== undefined && system !== '') output.system.push(system);
    },

    async 'experimental.session.compacting'(input, output) {
      const question = { opencode_hook: 'experimental.session.compacting', input };
      const { text } = await told(question, input.sessionID, limits.workMs);
      if (text !== undefined) output.context.push(text);
    },

    async dispose() {
      const settled = () => Promise.race([Promise.allSettled(notices), after(limits.endMs)]);
      // The end of a session is told after all else.
      await settled();
      for (const sessionID of started.keys()) {
        if (!subagents.has(sessionID)) notice({ opencode_hook: 'dispose', input: { sessionID } }, sessionID);
      }
      await settled();
      asker.close();
    },
  };
}

const unjudged = (why: string): string =>
  `The hooks of this call could not be asked, so it did not run: ${why}. If amplifier-hooks is no longer installed, remove its plugin from opencode.`;

/** The id of a call that ended by an error; `null`: it is none. */
function failedCall(part: unknown): string | null {
  if (!isRecord(part) || part['type'] !== 'tool' || typeof part['callID'] !== 'string') return null;
  return isRecord(part['state']) && part['state']['status'] === 'error' ? part['callID'] : null;
}

/** opencode keeps the object that it made: another in its place has no effect. */
function replace(args: Record<string, unknown>, written: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(args)) if (!Object.hasOwn(written, name)) delete args[name];
  Object.assign(args, written);
}

/** Does not keep the process alive by itself. */
const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
