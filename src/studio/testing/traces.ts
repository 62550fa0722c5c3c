// Sessions for tests of traces, and what stands in the file that is made of them.
import { gunzipSync } from 'node:zlib';
import { decision, dispatched, finished, hook, input, run, Scene } from '../../journal/testing/scene.js';
import type { Dispatched } from '../../nouns.js';
import { packedShape, type Trace, traceShape } from '../contract.js';
import type { PageFiles } from '../page-files.js';
import { type MadeTrace, makeTrace } from '../trace.js';

/** A call of a session: its input, and what two hooks said. */
export function call(index: number, text: string, stderr = ''): Dispatched {
  const [guard, other] = [hook('guard'), hook('other')];
  const runs = [run(guard, finished(2, '', stderr || `no ${index}`)), run(other, finished(0, '{"a":1}'))];
  return dispatched(
    's',
    decision(runs, { permission: 'deny', reason: `no ${index}`, decidedBy: ['guard'] }),
    {
      input: input('s', { tool_name: 'Bash', tool_input: { command: text } }),
      startedAt: 1_750_000_000_000 + index * 1000,
    },
  );
}

export class TraceScene extends Scene {
  async record(events: readonly Dispatched[], redact = true): Promise<void> {
    const { journal } = this.open({ redact });
    for (const event of events) journal.dispatched(event);
    await journal.close();
  }

  async trace(page: PageFiles): Promise<MadeTrace> {
    const now = new Date('2026-01-31T12:00:00Z');
    const made = await makeTrace({ ...this.where, session: 's', home: this.root, page, now });
    if (made === null) throw new Error('nothing is recorded');
    return made;
  }
}

export function unpacked(html: string): Trace {
  const data = /<script type="application\/json" id="trace">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const packed: unknown = JSON.parse(data);
  if (!packedShape.is(packed)) throw new Error('it is not packed');
  const trace: unknown = JSON.parse(gunzipSync(Buffer.from(packed.data, 'base64')).toString('utf8'));
  if (!traceShape.is(trace)) throw new Error('it is no trace');
  return trace;
}
