// Telemetry, where somebody asked for it: where it goes, and what came of it.
import { type Finding, inArea } from '../../doctor/index.js';
import type { Settled } from '../../engine/index.js';
import { isTelemetryWanted } from '../../telemetry/index.js';
import { momentOf, plural } from '../../text/index.js';

const { pass, warn } = inArea('telemetry');
const DOCS = 'docs/telemetry.md says which variables are read.';

/** Nothing where nobody asked. */
export async function telemetry({
  env,
  stateDir,
}: Pick<Settled, 'env' | 'stateDir'>): Promise<readonly Finding[]> {
  if (!isTelemetryWanted(env)) return [];
  const { telemetryStatus } = await import('../../telemetry/hand-over/index.js');
  const { sent, problems, report, waiting, folder } = telemetryStatus(env, stateDir);
  const findings = problems.map((problem) => warn(problem, DOCS));
  findings.push(...sent.map(({ signal, to }) => pass(`${signal} go to ${to}`)));
  const place = folder === null ? {} : { file: folder };
  if (waiting > 0) findings.push(pass(`${plural(waiting, 'file')} to be sent`, place));
  if (report === null) return findings;
  const when = momentOf(report.at);
  if (report.problems.length === 0) findings.push(pass(`the last sender ended well at ${when}`, place));
  for (const problem of report.problems)
    findings.push(
      warn(
        `${problem.replace(/^telemetry: /, '')} (${when}; not sent so far: ${report.dropped})`,
        'See that the collector runs, and that it takes OTLP by HTTP there.',
        place,
      ),
    );
  return findings;
}
