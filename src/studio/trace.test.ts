// A session as one file: small, redacted, offline, and nothing in it can become markup.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageParts } from '../../scripts/page.mjs';
import { decision, dispatched, finished, hook, input, run, Scene } from '../journal/testing/scene.js';
import type { Dispatched } from '../nouns.js';
import { packedShape, type Trace, traceShape } from './contract.js';
import { type MadeTrace, makeTrace } from './trace.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

const PAGE = { script: 'start("</script><!--");', style: 'body{}' };
const BREAKING = '</script><script>alert(1)</script><!-- ]]> \u2028 "\'` &lt;';

async function recorded(events: readonly Dispatched[]): Promise<void> {
  const { journal } = scene.open();
  for (const event of events) journal.dispatched(event);
  await journal.close();
}

const traced = async (page = PAGE): Promise<MadeTrace> => {
  const made = await makeTrace({
    ...scene.where,
    session: 's',
    home: scene.root,
    page,
    now: new Date('2026-01-31T12:00:00Z'),
  });
  if (made === null) throw new Error('nothing is recorded');
  return made;
};

const dataOf = (html: string): string =>
  /<script type="application\/json" id="trace">(.*?)<\/script>/s.exec(html)?.[1] ?? '';

function unpacked(html: string): Trace {
  const packed: unknown = JSON.parse(dataOf(html));
  if (!packedShape.is(packed)) throw new Error('it is not packed');
  const trace: unknown = JSON.parse(gunzipSync(Buffer.from(packed.data, 'base64')).toString('utf8'));
  if (!traceShape.is(trace)) throw new Error('it is no trace');
  return trace;
}

/** A call of a session: its input, and what two hooks said. */
const call = (index: number, text: string, stderr = ''): Dispatched => {
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
};

it('holds every event with everything about it', async () => {
  await recorded([call(1, 'one'), call(2, 'two')]);
  const { html, events, leftOut, cutAt } = await traced();
  expect([events, leftOut, cutAt]).toEqual([2, 0, null]);
  const trace = unpacked(html);
  expect(trace.about).toMatchObject({ kind: 'trace', token: '', made: { session: 's', cutAt: null } });
  expect(trace.events.id).toEqual(trace.pages.map(({ id }) => id));
  expect(trace.pages[0]).toMatchObject({
    verdict: 'deny',
    input: { tool_input: { command: 'one' } },
    behind: trace.pages[1]?.id,
  });
  expect(trace.pages[0]?.hooks[0]?.run).toMatchObject({ exitCode: 2, stderr: 'no 1' });
  expect(trace.hooks?.rows.map(({ label, numbers }) => [label, numbers?.runs])).toEqual([
    ['guard.sh', 2],
    ['other.sh', 2],
  ]);
});

describe('nothing in it can become markup', () => {
  it('whatever stands in inputs, outputs and names', async () => {
    await recorded([call(1, BREAKING, BREAKING)]);
    const { html } = await traced();
    expect(html.match(/<\/?script\b/gi)).toEqual(['<script', '</script', '<script', '</script']);
    expect(html).not.toContain('alert(1)');
    expect(unpacked(html).pages[0]?.hooks[0]?.run?.stderr).toBe(BREAKING);
  });

  it('and only its own script and style may run, with no way out', async () => {
    await recorded([call(1, 'x')]);
    const { html } = await traced();
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const digest = (text: string) => `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`;
    const code = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(code).toBe('start("<\\/script><\\!--");');
    expect(policy).toBe(
      `default-src &#39;none&#39;; script-src ${digest(code)}; style-src ${digest('body{}')}; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
    // Before anything that it is about.
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
    expect(html).not.toMatch(/(?:src|href)=/);
  });
});

it('has no secret, also where the journal was told to keep them, and not the name of the user', async () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const { journal } = scene.open({ redact: false });
  journal.dispatched(call(1, `curl -H "Authorization: Bearer ${secret}" ${scene.root}/x`, `used ${secret}`));
  await journal.close();
  const { html } = await traced();
  const text = JSON.stringify(unpacked(html));
  expect(text).not.toContain(secret);
  expect(text).not.toContain(scene.root);
  expect(text).toContain('[redacted]');
  expect(text).toContain('~/x');
});

describe('it stays small', () => {
  /** Not to be compressed. */
  const noise = (seed: number, length: number): string => {
    let [text, state] = ['', seed + 1];
    while (text.length < length) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += String.fromCharCode(33 + (state % 90));
    }
    return text;
  };

  it('1,000 usual events with the whole page are far below 1 MB', async () => {
    await recorded(
      Array.from({ length: 1000 }, (_, index) =>
        call(index, `npm test -- src/part-${index}.test.ts && git commit -m "${noise(index, 80)}"`),
      ),
    );
    const { html, events, cutAt } = await traced(await pageParts());
    expect([events, cutAt]).toEqual([1000, null]);
    expect(Buffer.byteLength(html)).toBeLessThan(500_000);
  });

  it('1,000 events full of noise are cut, and say so', async () => {
    await recorded(Array.from({ length: 1000 }, (_, index) => call(index, noise(index, 4000))));
    const { html, events, cutAt } = await traced(await pageParts());
    expect(events).toBe(1000);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(1_000_000);
    expect(cutAt).toBeGreaterThan(100);
    expect(unpacked(html).about.made?.cutAt).toBe(cutAt);
  });
});

it('a session that nobody recorded is none', async () => {
  await recorded([call(1, 'x')]);
  expect(await makeTrace({ ...scene.where, session: 'other', home: '/h', page: PAGE, now: new Date() })).toBe(
    null,
  );
});
