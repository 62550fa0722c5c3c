// The page in one file, as people get it with an issue: every view of it, in a real browser.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageParts } from '../../scripts/page.mjs';
import { tracePage } from '../../src/studio/html.js';
import { barriersIn, CHROMIUM, isNarrowEnough, openBrowser, troublesOf } from './browser.js';
import { madeUp } from './made-up.js';

const HOSTILE = `</script><script>window.taken = 1</script><img src=x onerror="window.taken = 1">`;

/** Runs in the page: goes elsewhere, and the view that is left notes something before the page has changed. */
const LEAVING = `(() => {
  location.hash = '#health';
  document.querySelector('.hooks input').dispatchEvent(new Event('input'));
})()`;

/** Runs in the page, which has other types than these tests: moves to and fro for 240 frames, and zooms now and then. */
const SCROLLING = `(async () => {
  const chart = document.querySelector('.chart');
  const { left, top } = chart.getBoundingClientRect();
  const wheel = (more) => chart.dispatchEvent(
    new WheelEvent('wheel', { clientX: left + 600, clientY: top + 60, cancelable: true, ...more }),
  );
  const frames = [];
  let most = 0;
  let last = performance.now();
  for (let frame = 0; frame < 240; frame += 1) {
    wheel({ deltaX: frame % 60 < 30 ? -80 : 80 });
    if (frame % 30 === 0) wheel({ deltaY: frame % 60 === 0 ? 100 : -100, ctrlKey: true });
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    most = Math.max(most, Number(chart.querySelector('canvas').dataset.marks));
  }
  frames.sort((one, other) => one - other);
  return { most, p95: frames[Math.floor(frames.length * 0.95)] };
})()`;

describe.skipIf(CHROMIUM === null)('a trace', () => {
  let browser: Browser;
  let folder: string;
  let parts: Awaited<ReturnType<typeof pageParts>>;
  const files = new Map<string, string>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trace-page-'));
    parts = await pageParts();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  function fileOf(count: number, secret?: string): string {
    const name = `${count}-${secret === undefined ? 'plain' : 'hostile'}`;
    const known = files.get(name);
    if (known !== undefined) return known;
    const data = gzipSync(JSON.stringify(madeUp(count, secret))).toString('base64');
    const file = join(folder, `${name}.html`);
    writeFileSync(file, tracePage(parts, JSON.stringify({ packed: 'gzip+base64', data }), 'a trace'));
    files.set(name, file);
    return file;
  }

  async function open(hash: string, count = 300, options: BrowserContextOptions = {}, secret?: string) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    const page = await context.newPage();
    const troubles = troublesOf(page);
    await page.goto(`${pathToFileURL(fileOf(count, secret)).href}${hash}`);
    return { page, troubles, close: () => context.close() };
  }

  const VIEWS: readonly (readonly [string, string])[] = [
    ['#timeline', '.rows li'],
    ['#hooks', 'tbody tr'],
    ['#health', '.nothing'],
    ['#search?q=npm+test', '.results li'],
    ['#event?project=p1&id=e7', '.hook'],
  ];

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each(VIEWS)('%s keeps nobody out', async (hash, sign) => {
      const { page, troubles, close } = await open(hash, 300, { colorScheme });
      await page.waitForSelector(sign);
      expect(await barriersIn(page)).toEqual([]);
      expect(troubles).toEqual([]);
      await close();
    });
  });

  it('is light or dark as the system is, or as somebody chose', async () => {
    const ground = (page: Page) =>
      page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await open('#hooks', 300, { colorScheme: 'light' });
    const dark = await open('#hooks', 300, { colorScheme: 'dark' });
    const [one, other] = [await ground(light.page), await ground(dark.page)];
    expect(one).not.toBe(other);
    await light.page.getByLabel('Colours').selectOption('dark');
    expect(await ground(light.page)).toBe(other);
    await light.close();
    await dark.close();
  });

  it.each(VIEWS)('%s fits a screen of 360 pixels', async (hash, sign) => {
    const { page, close } = await open(hash, 300, { viewport: { width: 360, height: 740 } });
    await page.waitForSelector(sign);
    expect(await isNarrowEnough(page)).toBe(true);
    await close();
  });

  it('can be used with keys alone', async () => {
    const { page, close } = await open('#timeline');
    await page.waitForSelector('.rows li');
    const marks = page.locator('canvas');
    await page.locator('.chart').focus();
    await page.keyboard.press('ArrowLeft');
    const heard = page.locator('body > [aria-live]');
    const first = await heard.textContent();
    expect(first).toMatch(/^(PreToolUse|PostToolUse|UserPromptSubmit|Stop)/);
    await page.keyboard.press('ArrowLeft');
    expect(await heard.textContent()).not.toBe(first);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.panel h2');
    const before = await page.locator('.facts').textContent();
    await page.keyboard.press('+');
    await expect.poll(() => page.locator('.facts').textContent()).not.toBe(before);
    expect(Number(await marks.getAttribute('data-marks'))).toBeGreaterThan(0);
    await page.keyboard.press('h');
    await page.waitForSelector('tbody tr');
    await page.keyboard.press('/');
    await page.keyboard.type('guard');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.results mark');
    await close();
  });

  it('goes where somebody wants to go, whatever the view that is left still does', async () => {
    const { page, close } = await open('#hooks');
    await page.waitForSelector('tbody tr');
    await page.evaluate(LEAVING);
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#health');
    await close();
  });

  it('shows an event: why each hook ran, what it said, and how the verdict came about', async () => {
    const { page, close } = await open('#timeline');
    await page.locator('.rows li a', { hasText: 'denied' }).first().click();
    const panel = page.locator('.panel');
    await panel.locator('h2').waitFor();
    const text = await panel.textContent();
    for (const words of [
      'denied',
      'not here: npm test',
      'guard.sh',
      'exit 2',
      'warm',
      'trust: own',
      'hooks.json:7',
    ])
      expect(text).toContain(words);
    await close();
  });

  it('sorts and filters hooks, and says why one never fired', async () => {
    const { page, close } = await open('#hooks');
    const names = () => page.locator('tbody th a').allTextContents();
    await page.waitForSelector('tbody tr');
    expect(await page.locator('tbody').textContent()).toContain('No event PreToolUse with Bash came.');
    await page.getByRole('button', { name: 'Runs' }).click();
    await expect.poll(names).toEqual(['format.py', 'guard.sh', 'notify.js']);
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    await page.getByLabel('Filter').fill('guard');
    await expect.poll(names).toEqual(['guard.sh']);
    await close();
  });

  it('makes nothing of what hooks and tools said but text', async () => {
    for (const [hash, sign] of VIEWS) {
      const { page, troubles, close } = await open(hash, 300, {}, HOSTILE);
      await page.waitForSelector(hash.startsWith('#search') ? '[role=status]' : sign);
      expect(await page.evaluate('window.taken')).toBeUndefined();
      expect(await page.locator('img').count()).toBe(0);
      expect(troubles).toEqual([]);
      await close();
    }
  });

  it('draws no more marks than it may, however many events there are', async () => {
    const { page, close } = await open('#timeline', 100_000);
    const marks = page.locator('canvas[data-marks]');
    await marks.waitFor();
    const times: { most: number; p95: number } = await page.evaluate(SCROLLING);
    expect(times.most).toBeLessThanOrEqual(2000);
    expect(times.most).toBeGreaterThan(100);
    // Two frames of a usual screen; the browser has the machine to itself here.
    expect(times.p95).toBeLessThanOrEqual(33.5);
    await close();
  });
});
