// Every name that is sent, once: the code takes them from here, and docs/telemetry.md is made from here.

/** Where an attribute stands. */
type Place = 'resource' | 'event' | 'hook' | 'metric' | 'log';

interface Named {
  readonly name: string;
  readonly type: 'string' | 'int' | 'double' | 'boolean';
  readonly on: readonly Place[];
  readonly meaning: string;
}

const OURS = 'amplifier_hooks';

/** Names of the OpenTelemetry conventions stand as they are published, ours begin with `amplifier_hooks`. */
export const ATTRIBUTES = {
  serviceName: {
    name: 'service.name',
    type: 'string',
    on: ['resource'],
    meaning: '`OTEL_SERVICE_NAME`, or `amplifier-hooks`',
  },
  serviceVersion: {
    name: 'service.version',
    type: 'string',
    on: ['resource'],
    meaning: 'the version of amplifier-hooks',
  },
  serviceInstance: {
    name: 'service.instance.id',
    type: 'string',
    on: ['resource'],
    meaning: 'a random one for each process that sends; only with cumulative metrics',
  },
  sdkName: { name: 'telemetry.sdk.name', type: 'string', on: ['resource'], meaning: '`amplifier-hooks`' },
  sdkLanguage: { name: 'telemetry.sdk.language', type: 'string', on: ['resource'], meaning: '`nodejs`' },
  sdkVersion: {
    name: 'telemetry.sdk.version',
    type: 'string',
    on: ['resource'],
    meaning: 'the version of amplifier-hooks',
  },
  conversation: {
    name: 'gen_ai.conversation.id',
    type: 'string',
    on: ['event', 'hook', 'log'],
    meaning: 'the session',
  },
  tool: {
    name: 'gen_ai.tool.name',
    type: 'string',
    on: ['event', 'hook', 'log', 'metric'],
    meaning: 'the tool that the event is about',
  },
  callId: {
    name: 'gen_ai.tool.call.id',
    type: 'string',
    on: ['event', 'hook', 'log'],
    meaning: 'the id that the host gave the tool call',
  },
  model: {
    name: 'gen_ai.request.model',
    type: 'string',
    on: ['hook'],
    meaning: 'the model that a prompt or agent hook asked',
  },
  inputTokens: {
    name: 'gen_ai.usage.input_tokens',
    type: 'int',
    on: ['hook'],
    meaning: 'what it read for the hook',
  },
  outputTokens: {
    name: 'gen_ai.usage.output_tokens',
    type: 'int',
    on: ['hook'],
    meaning: 'what it wrote for the hook',
  },
  errorType: {
    name: 'error.type',
    type: 'string',
    on: ['hook', 'log', 'metric'],
    meaning:
      'how a hook failed: `finished` (an exit code that is neither 0 nor 2), `launchFailed`, `timedOut`, `signalled`, `badOutput`, `refused`',
  },
  exitCode: {
    name: 'process.exit.code',
    type: 'int',
    on: ['hook', 'log'],
    meaning: 'the exit code of a command',
  },
  event: {
    name: `${OURS}.event`,
    type: 'string',
    on: ['event', 'hook', 'log', 'metric'],
    meaning: 'the event, as `PreToolUse`',
  },
  eventId: {
    name: `${OURS}.event.id`,
    type: 'string',
    on: ['event', 'hook', 'log'],
    meaning: 'the id in the journal',
  },
  target: {
    name: `${OURS}.target`,
    type: 'string',
    on: ['event'],
    meaning: 'what matchers read, where it is not the tool',
  },
  project: {
    name: `${OURS}.project`,
    type: 'string',
    on: ['event', 'hook', 'log'],
    meaning: 'the name of the project’s folder',
  },
  verdict: {
    name: `${OURS}.verdict`,
    type: 'string',
    on: ['event', 'log', 'metric'],
    meaning: 'what came of the event: `deny`, `block`, `stop`, `ask`, `defer`, `allow` or `nothing`',
  },
  reason: { name: `${OURS}.reason`, type: 'string', on: ['event'], meaning: 'why, as the journal has it' },
  generation: {
    name: `${OURS}.generation`,
    type: 'string',
    on: ['event'],
    meaning: 'the hook definitions that were in force',
  },
  hooksRun: { name: `${OURS}.hooks.run`, type: 'int', on: ['event'], meaning: 'how many hooks ran' },
  hooksFailed: {
    name: `${OURS}.hooks.failed`,
    type: 'int',
    on: ['event'],
    meaning: 'how many of them failed',
  },
  rewrittenBy: {
    name: `${OURS}.rewritten_by`,
    type: 'string',
    on: ['event'],
    meaning: 'the second round of an event: the hook that rewrote the call',
  },
  repeated: {
    name: `${OURS}.repeated`,
    type: 'boolean',
    on: ['event'],
    meaning: 'who answered first was lost: its hooks may have run twice',
  },
  hook: {
    name: `${OURS}.hook.name`,
    type: 'string',
    on: ['hook', 'log', 'metric'],
    meaning: 'what `list` and `log` call the hook',
  },
  hookId: { name: `${OURS}.hook.id`, type: 'string', on: ['hook', 'log'], meaning: 'its id' },
  outcome: {
    name: `${OURS}.hook.outcome`,
    type: 'string',
    on: ['hook', 'metric'],
    meaning: 'how it ended: `finished`, `answered`, `judged`, `cancelled`, `background`, or how it failed',
  },
  hookVerdict: {
    name: `${OURS}.hook.verdict`,
    type: 'string',
    on: ['hook'],
    meaning: 'what it contributed, as far as it counted',
  },
  background: {
    name: `${OURS}.hook.background`,
    type: 'boolean',
    on: ['hook'],
    meaning: 'it ended after its event was answered',
  },
  observed: {
    name: `${OURS}.hook.observed`,
    type: 'boolean',
    on: ['hook'],
    meaning: 'it only observed: its verdict is what it would have contributed, and counted for nothing',
  },
  contextBytes: {
    name: `${OURS}.hook.context_bytes`,
    type: 'int',
    on: ['hook'],
    meaning: 'text for the model, in bytes',
  },
  start: {
    name: `${OURS}.hook.start`,
    type: 'string',
    on: ['hook', 'metric'],
    meaning:
      'how its process was started: `cold`, or what was there before it: `shell`, `bash`, `python`, `node`, `fork`',
  },
  saved: {
    name: `${OURS}.hook.time_saved`,
    type: 'double',
    on: ['hook'],
    meaning: 'seconds that nobody waited for its start',
  },
  modelCalls: {
    name: `${OURS}.hook.model_calls`,
    type: 'int',
    on: ['hook'],
    meaning: 'how often a model was asked for it',
  },
  cost: {
    name: `${OURS}.hook.cost_usd`,
    type: 'double',
    on: ['hook'],
    meaning: 'what that cost, where the price is known',
  },
  signal: {
    name: `${OURS}.telemetry.signal`,
    type: 'string',
    on: ['metric'],
    meaning: '`traces`, `metrics` or `logs`',
  },
  overflow: {
    name: 'otel.metric.overflow',
    type: 'boolean',
    on: ['metric'],
    meaning: 'all that came after the first 1000 combinations of attributes, together',
  },
} as const satisfies Readonly<Record<string, Named>>;

export type AttributeName = keyof typeof ATTRIBUTES;

interface NamedMetric {
  readonly name: string;
  readonly kind: 'histogram' | 'counter';
  readonly unit: string;
  readonly by: readonly AttributeName[];
  readonly meaning: string;
}

export const METRICS = {
  eventDuration: {
    name: `${OURS}.event.duration`,
    kind: 'histogram',
    unit: 's',
    by: ['event', 'verdict'],
    meaning: 'how long the host waited for the answer to an event',
  },
  hookDuration: {
    name: `${OURS}.hook.duration`,
    kind: 'histogram',
    unit: 's',
    by: ['event', 'hook', 'outcome'],
    meaning: 'how long a hook took; one in the background counts when it ends',
  },
  verdicts: {
    name: `${OURS}.verdicts`,
    kind: 'counter',
    unit: '{event}',
    by: ['event', 'tool', 'verdict'],
    meaning: 'events by what came of them',
  },
  failures: {
    name: `${OURS}.hook.failures`,
    kind: 'counter',
    unit: '{failure}',
    by: ['event', 'hook', 'errorType'],
    meaning: 'hooks that did not do their job',
  },
  saved: {
    name: `${OURS}.hook.time_saved`,
    kind: 'counter',
    unit: 's',
    by: ['hook', 'start'],
    meaning: 'time that nobody waited for the start of hooks',
  },
  dropped: {
    name: `${OURS}.telemetry.dropped`,
    kind: 'counter',
    unit: '{record}',
    by: ['signal'],
    meaning: 'spans, points and log records that were not sent',
  },
} as const satisfies Readonly<Record<string, NamedMetric>>;

export type MetricName = keyof typeof METRICS;

/** Names of log records. */
export const LOGS = {
  refused: {
    name: `${OURS}.refused`,
    severity: 'WARN',
    meaning: 'hooks denied, blocked or stopped something; the text is the reason',
  },
  failed: {
    name: `${OURS}.hook.failed`,
    severity: 'ERROR',
    meaning: 'a hook did not do its job; the text says why',
  },
} as const;
