// One of everything that can be told to a collector, always the same: what a real collector made of it is recorded beside the tests.
import type { Happened, RecordedEvent, RecordedRun } from '../../journal/index.js';

/** 2026-11-16 09:00 UTC. */
export const AT = 1_794_819_600_000;

export const run = (changes: Partial<RecordedRun> = {}): RecordedRun => ({
  hook: '0ad523bb7a',
  label: 'guard.sh',
  outcome: 'finished',
  exitCode: 0,
  ms: 12.5,
  verdict: 'nothing',
  contextBytes: 0,
  failed: null,
  ...changes,
});

export const event = (changes: Partial<RecordedEvent> = {}): RecordedEvent => ({
  kind: 'event',
  id: '0mwj4tokh000dve',
  at: AT,
  ms: 40.25,
  session: 'session-1',
  event: 'PreToolUse',
  target: 'Bash',
  tool: 'Bash',
  verdict: 'nothing',
  reason: null,
  generation: '290bdbe7ddef',
  runs: [run()],
  ...changes,
});

export const happened = (
  entry: Happened['entry'] = event(),
  callId: string | null = 'toolu_01',
): Happened => ({
  entry,
  callId,
  project: 'my-project',
});

const WORK = {
  model: 'small-model',
  calls: 2,
  inputTokens: 900,
  outputTokens: 40,
  costUsd: 0.0021,
  steps: [],
};

export const SAMPLES: readonly Happened[] = [
  happened(
    event({
      verdict: 'deny',
      reason: '.env holds secrets: “no”',
      runs: [
        run({ label: 'block-env.sh', exitCode: 2, verdict: 'deny' }),
        run({
          hook: '2222222222',
          label: 'context.py',
          ms: 30,
          contextBytes: 120,
          start: { kind: 'python', savedMs: 81.5 },
        }),
        run({ hook: '3333333333', label: 'cold.sh', start: { kind: 'cold', why: 'it changes its folder' } }),
      ],
    }),
  ),
  happened(
    event({
      id: '0mwj4tokh010dve',
      at: AT + 1000,
      verdict: 'allow',
      rewrittenBy: '2222222222',
      repeated: true,
      runs: [
        run({
          hook: '4444444444',
          label: 'judge',
          outcome: 'judged',
          exitCode: null,
          ms: 2600,
          verdict: 'allow',
          work: WORK,
        }),
      ],
    }),
  ),
  happened(
    event({
      id: '0mwj4tokh020dve',
      at: AT + 2000,
      event: 'Stop',
      target: null,
      tool: null,
      verdict: 'block',
      reason: 'tests fail',
      runs: [
        run({ hook: '5555555555', label: 'tests.sh', exitCode: 2, verdict: 'block', ms: 61_000 }),
        run({
          hook: '6666666666',
          label: 'gone.sh',
          outcome: 'launchFailed',
          exitCode: 127,
          failed: { kind: 'launchFailed', message: './gone.sh is not there' },
        }),
        run({
          hook: '7777777777',
          label: 'slow.sh',
          outcome: 'timedOut',
          exitCode: null,
          ms: 30_000,
          failed: { kind: 'timedOut', message: 'no answer within 30 s' },
        }),
        run({ hook: '8888888888', label: 'later.sh', outcome: 'background', exitCode: null, ms: 1 }),
      ],
    }),
    null,
  ),
  happened(
    event({ id: '0mwj4tokh030dve', at: AT + 3000, event: 'SessionStart', target: 'startup', tool: null }),
    null,
  ),
  happened(
    {
      kind: 'late',
      id: '0mwj4tokh040dve',
      at: AT + 9000,
      session: 'session-1',
      event: 'Stop',
      of: '0mwj4tokh020dve',
      run: run({
        hook: '8888888888',
        label: 'later.sh',
        exitCode: 3,
        ms: 6500,
        failed: { kind: 'finished', message: 'exit code 3: nobody home' },
      }),
    },
    null,
  ),
  happened({
    kind: 'observed',
    id: '0mwj4tokh050dve',
    at: AT + 10_000,
    session: 'session-1',
    event: 'PreToolUse',
    target: 'Bash',
    tool: 'Bash',
    of: '0mwj4tokh010dve',
    generation: '290bdbe7ddef',
    run: run({ hook: '9999999999', label: 'new-guard.sh', exitCode: 2, ms: 900, verdict: 'deny' }),
    reason: 'not yet enforced',
    effects: [],
  }),
];

/** What the host says with them. */
export const SAMPLE_ENV: Readonly<Record<string, string>> = {
  OTEL_SERVICE_NAME: 'agents',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20one,service.version=7',
  OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'cumulative',
  TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
