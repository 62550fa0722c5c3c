// docs/telemetry.md: how to switch it on, and every name that is sent, from the table that the code sends by.
import { BOUNDS } from '../src/telemetry/encode/metrics.js';
import { ATTRIBUTES, LOGS, METRICS } from '../src/telemetry/names.js';
import { code, MADE, table } from './markdown.js';

const PLACES = {
  resource: 'resource',
  event: 'event span',
  hook: 'hook span',
  metric: 'metrics',
  log: 'logs',
};

const attributes = (): string =>
  table(
    ['attribute', 'type', 'on', 'meaning'],
    Object.values(ATTRIBUTES).map(({ name, type, on, meaning }) => [
      code(name),
      type,
      on.map((place) => PLACES[place]).join(', '),
      meaning,
    ]),
  );

const metrics = (): string =>
  table(
    ['metric', 'kind', 'unit', 'by', 'meaning'],
    Object.values(METRICS).map(({ name, kind, unit, by, meaning }) => [
      code(name),
      kind,
      code(unit),
      by.map((attribute) => code(ATTRIBUTES[attribute].name)).join(', '),
      meaning,
    ]),
  );

const logs = (): string =>
  table(
    ['event name', 'severity', 'meaning'],
    Object.values(LOGS).map(({ name, severity, meaning }) => [code(name), severity, meaning]),
  );

export function telemetryPage(): string {
  return `# Telemetry

${MADE}

What hooks did, as spans, metrics and logs of [OpenTelemetry](https://opentelemetry.io), for whoever runs a collector. It is off, and nothing of it is loaded, until the environment of the host says where it goes:

<!-- not run: needs a collector, and a host -->
\`\`\`sh
OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 my-agent
\`\`\`

\`amplifier-hooks doctor\` says then where it goes, what is not done as it was asked for, and what came of it.

## Switching it on

| variable | here |
|---|---|
| \`OTEL_EXPORTER_OTLP_ENDPOINT\` | where the collector takes OTLP by HTTP, usually port 4318; \`/v1/traces\`, \`/v1/metrics\` and \`/v1/logs\` are added |
| \`OTEL_EXPORTER_OTLP_TRACES_ENDPOINT\`, \`…_METRICS_…\`, \`…_LOGS_…\` | the whole address of one signal; alone, only that signal is sent |
| \`OTEL_EXPORTER_OTLP_HEADERS\` | \`name=value\` with commas between them, for example a key; percent-encoded |
| \`OTEL_EXPORTER_OTLP_PROTOCOL\` | unset or \`http/json\`: JSON. \`http/protobuf\`: JSON too, which collectors take at the same address, and that is said. Any other, such as \`grpc\`: nothing is sent, and that is said |
| \`OTEL_EXPORTER_OTLP_TIMEOUT\` | milliseconds for one request; 10000 |
| \`OTEL_EXPORTER_OTLP_COMPRESSION\` | \`gzip\` or \`none\` |
| \`OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE\` | \`delta\` (default), \`cumulative\`, \`lowmemory\` (as \`delta\`) |
| \`OTEL_METRIC_EXPORT_INTERVAL\` | milliseconds between metrics; 60000 |
| \`OTEL_TRACES_EXPORTER\`, \`OTEL_METRICS_EXPORTER\`, \`OTEL_LOGS_EXPORTER\` | \`none\`: not this signal. \`otlp\` without an endpoint: to \`http://localhost:4318\` |
| \`OTEL_SERVICE_NAME\`, \`OTEL_RESOURCE_ATTRIBUTES\` | who sends; \`amplifier-hooks\` |
| \`OTEL_SDK_DISABLED\` | \`true\`: off |
| \`TRACEPARENT\` | the span of the host: events become its children. Where it says that its trace is not recorded, no spans are sent |

The variables that end in \`_HEADERS\`, \`_PROTOCOL\`, \`_TIMEOUT\` and \`_COMPRESSION\` may name a signal too (\`OTEL_EXPORTER_OTLP_LOGS_HEADERS\`). Others are not read; of certificates that is said, since an authority of your own is named to Node by \`NODE_EXTRA_CA_CERTS\`.

**Only the environment of the host counts.** The \`env\` of settings files, whether of a project or of the user, is for hooks and changes nothing here: a repository that you clone cannot send elsewhere what happens on your machine. A host that takes a project's \`.env\` into its own environment lets the project speak for it; nobody can tell the two apart then.

**Claude Code** takes variables that begin with \`OTEL_\` out of the environment of hooks, so \`amplifier-hooks dispatch\` does not see them there. Name them in the command of your settings: \`OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 amplifier-hooks dispatch\`. It hands \`TRACEPARENT\` on. Hooks that run here get no \`OTEL_\` variables either.

## Who sends, and when

| where | how |
|---|---|
| [sidecar](sidecar.md), \`serve\`, the module for Amplifier, the [library](library.md) | this process, off the way of events: spans and logs after a second, metrics after a minute, everything at the end (at most half a second; in the library a second, by \`close()\`) |
| \`dispatch\`, its client, \`run\` | when everything is answered, a file of mode 0600 is left below \`telemetry/\` of the state directory, and a process of its own sends it. That one is started where none runs, serves all calls with the same settings, and ends three seconds after the last. The call itself opens no connection |

Metrics are \`delta\` unless you ask for something else, although the specification prefers \`cumulative\`: many of these processes live for seconds, and sums that begin again with each of them are of no use to anybody. For Prometheus put \`deltatocumulative\` into the collector's pipeline.

In the library:

\`\`\`ts
import { createEngine, openJournal, openTelemetry } from 'amplifier-hooks';

const telemetry = await openTelemetry({ onProblem: (problem) => console.error(problem) });
const journal = openJournal({
  stateDir: '/tmp/state',
  projectDir: process.cwd(),
  ...(telemetry === null ? {} : { listener: telemetry }),
});
const engine = createEngine({ projectDir: process.cwd(), journal });
await engine.close();
await journal.close();
await telemetry?.close();
\`\`\`

## A collector that is not well

No event waits for a collector, and nothing grows because of it.

| it | then |
|---|---|
| is away, or answers 429, 502, 503 or 504 | the same records are sent again, after 1, 2, 4 … 30 seconds, or after its \`Retry-After\`; after a minute they are dropped |
| answers anything else, or sends us elsewhere | they are dropped at once; nobody follows to another address |
| takes a part | how many it left out, and why, is told |
| says nothing | the request ends after \`OTEL_EXPORTER_OTLP_TIMEOUT\` |
| is slower than what happens | 2048 spans and as many log records wait, in requests of 512; what comes then is dropped. 1000 files of \`dispatch\` wait |

What was dropped is counted (\`${METRICS.dropped.name}\`), and told once: by the sidecar to its host's log, by the library to \`onProblem\`, by \`dispatch\` on stderr once a day, by \`doctor\` always. A host that ends without \`close()\` loses what was not sent yet; the [journal](journal.md) has it.

## What is sent

What the journal has of an event and its hooks in short, redacted as the journal is, also where that is off or keeps secrets: names, times, verdicts, reasons, failures. Inputs of tools, prompts, and what hooks print are never sent. [What is redacted](journal.md#what-is-redacted).

A span for each event (\`PreToolUse Bash\`), below it one for each hook that ran (\`hook guard.sh\`). A hook in the background has its span when it ends, and so has one that [only observes](shadow.md) (\`${ATTRIBUTES.observed.name}\`). Without \`TRACEPARENT\` each event is a trace of its own, and \`${ATTRIBUTES.conversation.name}\` holds a session together. The ids come from those of the journal. A deny is not an error; a hook that failed is. The journal does not keep when a hook was started, so all begin with their event.

### Metrics

${metrics()}

Histograms have the bounds ${BOUNDS.join(', ')}.

### Logs

${logs()}

### Attributes

Names of the [semantic conventions](https://opentelemetry.io/docs/specs/semconv/) are used where they are published. For guardrails there are none: attributes \`gen_ai.security.*\` were proposed, and as of November 2026 not taken. So verdicts have names of ours.

${attributes()}

## Why an exporter of our own

OTLP by HTTP with JSON is a form that every collector takes, and what is sent here is three kinds of records. The exporter for that is 20 kB, needs nothing but Node 20, and is loaded only where it is wanted. The official packages for the same are 26 of them, need Node 22.15 in their newest version, and would be a part of everybody's installation. What theirs can do and ours cannot: Protobuf, gRPC, samplers, certificates of clients.

It is tried against the real one: \`npm run otel\` builds a small collector with its own builder, sends it one of everything, and records what it received; a test compares that with what is sent.
`;
}
