// What the sidecar and its host say to each other: JSON-RPC 2.0, one message a line. Fields nobody knows are left alone.
import { TRUST_MODES } from '../../engine/index.js';
import { hookResultShape } from '../../kernel/shapes/index.js';
import type { ModelFailure, ModelReply, ModelRequest, Severity } from '../../nouns.js';
import { MATCHER_MODES } from '../../profile-names.js';
import { PROFILE_NAMES } from '../../profiles.js';
import {
  anyObject,
  anything,
  byTag,
  count,
  described,
  either,
  flag,
  type Infer,
  integer,
  listOf,
  mapOf,
  named,
  number,
  object,
  oneOf,
  open,
  optional,
  orNull,
  type Shape,
  text,
  worded,
} from '../../text/shapes/index.js';
import type { ClaudeOutput } from '../claude/to-claude-output.js';

/** Versions this sidecar speaks, newest first. */
export const PROTOCOL_VERSIONS = [1] as const;

/** What is left out or null has its default. */
const maybe = <T>(shape: Shape<T>) => optional(worded(shape.words, orNull(shape)));

const nothing = object({});
const texts = listOf(text);
const level: Shape<Severity> = oneOf('error', 'warning', 'info');
const seconds = described('seconds', worded('a number of seconds', number));
const interest = {
  /** Events worth sending: for every other no hook is configured. */
  events: texts,
  /** Format `amplifier`: tools whose `tool:pre` is not worth sending, because no hook can match; left out: none. */
  passing: optional(texts),
  /** Format `amplifier`: hooks judge tool calls, so one that they could not be asked about is not permitted by that. */
  judged: optional(flag),
};
const cancel = { id: either(integer, text) };

/** Settings of a session. Names as in Amplifier's configuration. */
export const sessionConfig = open({
  enabled: maybe(flag),
  allow_user_hooks: maybe(flag),
  allow_project_hooks: maybe(flag),
  /** A permission `allow` that only the project's hooks give counts; default `false`. */
  project_allow: maybe(flag),
  default_timeout: maybe(seconds),
  max_timeout: maybe(seconds),
  profile: maybe(worded(PROFILE_NAMES.join(' or '), oneOf(...PROFILE_NAMES))),
  /** `full`: a regular expression must match the whole value; default `search`. */
  matcher_mode: maybe(worded(MATCHER_MODES.join(' or '), oneOf(...MATCHER_MODES))),
  /** Which hooks of a project run: approved ones (`content`), all but refused ones (`follow`), all (`off`). */
  trust: maybe(worded(TRUST_MODES.join(' or '), oneOf(...TRUST_MODES))),
  /** What becomes of a tool call or prompt whose hooks could not be asked: `true` denies it. */
  fail_closed: maybe(flag),
  /** Read Claude Code's settings files too. */
  claude_settings: maybe(flag),
  /** Plugin directories. */
  plugins: maybe(worded('a list of folders', texts)),
  /** Write the journal; default `true`. `full`: events and answers of hooks as they are, secrets too. */
  journal: maybe(worded('true, false or full', either(flag, oneOf('full')))),
  /** Processes of hooks that run often are started before they are needed; default `true`. */
  warm: maybe(flag),
  /** Default: the user's home directory. */
  home: maybe(worded('a folder', text)),
});
export type SessionConfig = Infer<typeof sessionConfig>;

/** What the host can do for hooks. What is left out it cannot. */
const hostCapabilities = open({
  /** `show` works: messages reach the user. */
  show: maybe(flag),
  /** `steer` works: a text makes the agent go on instead of stopping. */
  steer: maybe(flag),
  /** `complete` works: the host's own model answers. */
  complete: maybe(flag),
  /** `approve` works: the user can be asked whether hooks of a project may run. */
  approve: maybe(flag),
  /** A changed tool input in a result is applied. */
  updated_input: maybe(flag),
  /** It starts processes that are lent to it, and lets them through. */
  lend: maybe(flag),
  /** Longest text that may be injected; `null`: no limit. */
  injection_limit: maybe(described('characters', worded('a number of characters or null', number))),
});
export type HostCapabilities = Infer<typeof hostCapabilities>;

const config = maybe(named('config', sessionConfig));
const capabilities = maybe(named('capabilities', hostCapabilities));

export const claudeOutput: Shape<ClaudeOutput> = object({
  exitCode: number,
  stdout: text,
  stderr: text,
});

/** How events look and how they are answered. */
const format = oneOf('amplifier', 'claude');
export type Format = Infer<typeof format>;

/** How a process ended; neither: nobody knows. */
const loanEnd = { code: orNull(integer), signal: orNull(integer) };

/** The host let the process through that was lent to it for this event. */
const loanCall = open({
  loan: integer,
  pid: integer,
  ago: described('how long ago, in milliseconds', number),
  /** Left out: it runs. */
  end: optional(object(loanEnd)),
});

const eventOfAmplifier = { session: text, event: text, data: anyObject };

/** The parameters of an event in either format. */
export const EVENT = {
  amplifier: described('format amplifier', open({ ...eventOfAmplifier, call: optional(loanCall) })),
  claude: described('format claude', open({ session: text, input: anyObject })),
};

/** host → sidecar. Each is a request. */
export const HOST_REQUESTS = {
  initialize: {
    params: open({
      /** The newest common one is taken. */
      protocol: described(
        `versions the host speaks; there is ${PROTOCOL_VERSIONS.join(', ')}`,
        listOf(number),
      ),
      host: open({ name: text, version: text }),
      /** Default `amplifier`. */
      format: maybe(format),
      /** A session follows: what running hooks takes is loaded at once, not when it opens. */
      prepare: maybe(flag),
      /** For sessions that give none of their own; the two are not mixed. */
      config,
      capabilities,
    }),
    result: object({
      protocol: oneOf(...PROTOCOL_VERSIONS),
      name: text,
      version: text,
      /** The version of Node.js that runs this. */
      node: optional(text),
    }),
  },
  /** Before the first event of a session, which may follow at once, without waiting for the answer. */
  'session/open': {
    params: open({
      session: text,
      /** The session that started this one; left out or null: a person's own. */
      parent: optional(orNull(text)),
      cwd: text,
      transcript: optional(orNull(text)),
      config,
      capabilities,
    }),
    result: object(interest),
  },
  event: {
    params: either(EVENT.amplifier, EVENT.claude),
    result: object({
      /** `null`: nothing to say. Format `claude`: what one hook with the same opinion would have printed. */
      result: either(named('hookResult', hookResultShape), named('claudeOutput', claudeOutput), oneOf(null)),
      /** Variables that hooks exported and the host's later commands should see; only when they changed. */
      env: optional(mapOf(text)),
      /** Files that a shell sources, in this order, before the host's later commands; only when they are others. */
      env_files: optional(texts),
    }),
  },
  /**
   * The session ended: its events that are not answered yet are cancelled. Hooks in the background end when no session
   * of the same directory and settings is open any more.
   */
  'session/close': { params: open({ session: text }), result: nothing },
  /** Answered when it is no longer needed: until then the number of the process must be nobody else's. */
  'loan/ended': {
    params: open({ session: text, loan: integer, ...loanEnd }),
    result: nothing,
  },
  /** Also before `initialize`. */
  ping: { params: optional(anyObject), result: nothing },
  /** Every hook is ended, then it is answered, then the process ends. */
  shutdown: { params: optional(anyObject), result: nothing },
};

/** host → sidecar. */
export const HOST_NOTIFICATIONS = {
  /** The host no longer waits for the request with this id: its hooks are ended. */
  cancel: open(cancel),
  /** So many calls of these tools were not sent, because they are `passing`: for the journal. */
  passed: open({ session: text, tools: mapOf(count) }),
  /** The hook of this event, whose process was lent, had nothing to say, and the host went on. */
  ran: open({ ...eventOfAmplifier, call: loanCall }),
  /** These were not let through, and will not be. `failed`: they could not be started. */
  unused: open({ session: text, loans: listOf(integer), failed: flag }),
};

export const TOOL_CALLS = listOf(open({ id: text, name: text, input: optional(anything) }));

const modelRequest = object({
  model: orNull(text),
  system: text,
  messages: listOf(
    byTag(
      'role',
      object({ role: oneOf('user'), text }),
      object({ role: oneOf('assistant'), text, toolCalls: TOOL_CALLS }),
      object({ role: oneOf('tool'), id: text, text, failed: flag }),
    ),
  ),
  tools: listOf(object({ name: text, description: text, input: anyObject })),
  toolChoice: either(oneOf('auto', 'none'), object({ tool: text })),
  schema: orNull(anyObject),
  maxTokens: count,
  timeLeftMs: optional(described('milliseconds until nobody waits for it any more', number)),
} satisfies Record<Exclude<keyof ModelRequest, 'signal'>, Shape<unknown>>);

export const MODEL_ENDS: Shape<ModelReply['end']> = oneOf('done', 'tools', 'length', 'refused');
export const MODEL_FAILURES: Shape<ModelFailure['kind']> = oneOf(
  'none',
  'unreachable',
  'rate-limited',
  'rejected',
  'garbled',
  'cancelled',
);

const modelAnswer = byTag(
  'ok',
  open({
    ok: oneOf(true),
    text,
    toolCalls: maybe(TOOL_CALLS),
    model: maybe(text),
    inputTokens: maybe(count),
    outputTokens: maybe(count),
    costUsd: maybe(number),
    end: maybe(MODEL_ENDS),
  }),
  open({ ok: oneOf(false), kind: MODEL_FAILURES, where: maybe(text), message: text }),
);

/** `always`: kept as the user's approval; `once`: for this session; `no`: not in this session. */
export const approvalAnswer = oneOf('always', 'once', 'no', 'nobody');
export type ApprovalAnswer = Infer<typeof approvalAnswer>;

/** sidecar → host. Each is a request. */
export const SIDECAR_REQUESTS = {
  complete: { params: object({ session: text, request: modelRequest }), result: modelAnswer },
  show: { params: object({ session: text, message: text, level, source: text }), result: anyObject },
  /** `accepted: false`: the text did not get there, and why. */
  steer: {
    params: object({ session: text, text }),
    result: open({ accepted: flag, why: optional(orNull(text)) }),
  },
  /** Whether what a project brings may run. `nobody`: no person answered, and why; it is as good as `no`. */
  approve: {
    params: object({
      session: text,
      question: text,
      seconds: described('how long the user has', number),
    }),
    result: open({ answer: approvalAnswer, why: optional(orNull(text)) }),
  },
};

/** sidecar → host. */
export const SIDECAR_NOTIFICATIONS = {
  /** These events are worth sending from now on: hooks were edited, or something waits to be delivered with one. */
  interest: object({ session: text, ...interest }),
  /** A process that the host may start for the next call of a tool. */
  lend: object({
    session: text,
    loan: integer,
    tool: text,
    recipe: object({
      file: text,
      args: texts,
      env: mapOf(text),
      cwd: text,
      /** What it finds in descriptor 4; empty: it has none. */
      script: text,
      /** What it hears in descriptor 3 when it may pass. */
      opening: text,
      /** The name of a file that is made for its input, and pipes that are there. */
      stdin: text,
      stdout: text,
      stderr: text,
      /** Device, inode, mode, size, times of change of contents and of the file, in nanoseconds; `none`: it is not there. */
      files: mapOf(text),
      /** Device, inode and mode of the folder. */
      place: text,
    }),
    input: object({
      pieces: texts,
      gaps: texts,
      names: texts,
      same: mapOf(either(text, number, flag, oneOf(null))),
      reserved: texts,
    }),
  }),
  /** These may not be used any more. */
  recall: object({ session: text, loans: listOf(integer) }),
  /** For the host's log. */
  log: object({ level, message: text }),
  /** The sidecar no longer waits for the answer to its request with this id. */
  cancel: object(cancel),
};
