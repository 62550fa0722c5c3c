// A session as one file: small, redacted, offline, and nothing in it can become markup.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, TraceScene, unpacked } from './testing/traces.js';
import { makeTrace } from './trace.js';

let scene: TraceScene;
beforeEach(() => {
  scene = new TraceScene();
});
afterEach(() => scene.remove());

const PAGE = { script: 'start("</script><!--");', style: 'body{}' };
const BREAKING = '</script><script>alert(1)</script><!-- ]]> \u2028 "\'` &lt;';

it('holds every event with everything about it', async () => {
  await scene.record([call(1, 'one'), call(2, 'two')]);
  const { html, events, leftOut, cutAt } = await scene.trace(PAGE);
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
    await scene.record([call(1, BREAKING, BREAKING)]);
    const { html } = await scene.trace(PAGE);
    expect(html.match(/<\/?script\b/gi)).toEqual(['<script', '</script', '<script', '</script']);
    expect(html).not.toContain('alert(1)');
    expect(unpacked(html).pages[0]?.hooks[0]?.run?.stderr).toBe(BREAKING);
  });

  it('and only its own script and style may run, with no way out', async () => {
    await scene.record([call(1, 'x')]);
    const { html } = await scene.trace(PAGE);
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
  const event = call(1, `curl -H "Authorization: Bearer ${secret}" ${scene.root}/x`, `used ${secret}`);
  await scene.record([event], false);
  const { html } = await scene.trace(PAGE);
  const text = JSON.stringify(unpacked(html));
  expect(text).not.toContain(secret);
  expect(text).not.toContain(scene.root);
  expect(text).toContain('[redacted]');
  expect(text).toContain('~/x');
});

it('a session that nobody recorded is none', async () => {
  await scene.record([call(1, 'x')]);
  expect(await makeTrace({ ...scene.where, session: 'other', home: '/h', page: PAGE, now: new Date() })).toBe(
    null,
  );
});
