// The page of a running studio in a real browser: what happens is seen as it happens, and what is done is asked for first.
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CommandProject } from '../../src/cli/testing/command.js';
import { withExecutables } from '../../src/testing/executables.js';
import { barriersIn, CHROMIUM, openBrowser, troublesOf } from './browser.js';

const GUARD = 'if grep -q forbidden; then echo "not here" >&2; exit 2; fi';
const HOSTILE = '<img src=x onerror="window.taken = 1"></pre><script>window.taken = 1</script>';

describe.skipIf(CHROMIUM === null)('a studio', () => {
  const executables = withExecutables('command');
  let browser: Browser;
  let project: CommandProject;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(() => {
    project = new CommandProject(executables.command);
    project.hooks({ PreToolUse: [GUARD], PostToolUse: ['true'] });
    project.own();
  });
  afterEach(() => project.remove());

  async function start(...argv: readonly string[]): Promise<string> {
    const child = project.start(['studio', '--no-open', ...argv]);
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
    });
    await expect.poll(() => printed).toContain('Ctrl-C ends');
    return /http:\S+/.exec(printed)?.[0] ?? '';
  }

  async function open(address: string) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    const troubles = troublesOf(page);
    await page.goto(address);
    await page.locator('.state', { hasText: 'live' }).waitFor();
    return { page, troubles, close: () => context.close() };
  }

  const fire = (command: string) =>
    project.run(
      ['dispatch'],
      JSON.stringify({
        session_id: 's1',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
      }),
    );

  const rows = (page: Page) => page.locator('.rows li');

  it('shows an event as soon as it has happened', async () => {
    const { page, troubles, close } = await open(await start());
    await fire('ls');
    await rows(page).first().waitFor();
    await fire('something forbidden');
    await rows(page).filter({ hasText: 'denied' }).waitFor();
    expect(await rows(page).count()).toBe(2);
    expect(await barriersIn(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('runs an event again only after it was shown and said yes to', async () => {
    await fire('something forbidden');
    const { page, close } = await open(await start());
    await rows(page).first().locator('a').click();
    await page.getByRole('button', { name: 'Run again…' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.textContent()).toContain('grep -q forbidden');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await rows(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Run again…' }).click();
    await dialog.locator('.does').click();
    await expect.poll(() => dialog.textContent()).toContain('denied');
    await close();
  });

  it('switches a hook off from its table, after a yes', async () => {
    await fire('something forbidden');
    const { page, close } = await open(await start());
    await page.keyboard.press('h');
    await page.getByRole('heading', { name: 'Hooks', level: 1 }).waitFor();
    await page
      .getByRole('button', { name: /^Disable/ })
      .first()
      .click();
    await page.getByRole('dialog').locator('.does').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.locator('tbody', { hasText: 'disabled' }).waitFor();
    expect((await fire('something forbidden')).stdout).not.toContain('deny');
    await close();
  });

  it('says what doctor and validate say, explains, finds, and gives a hook test', async () => {
    await fire('something forbidden');
    const { page, close } = await open(await start());
    await rows(page).first().locator('a').click();
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.locator('.panel', { hasText: 'With the hooks of today' }).waitFor();
    await page.getByRole('button', { name: 'Copy as hook test' }).click();
    await page.locator('.panel', { hasText: 'As a hook test' }).waitFor();
    await page.keyboard.press('e');
    await page.locator('.health', { hasText: 'in order' }).waitFor();
    await page.getByLabel('Search everything').fill('forbidden');
    await page.keyboard.press('Enter');
    await page.locator('.results mark', { hasText: 'forbidden' }).first().waitFor();
    await close();
  });

  it('makes nothing but text of what tools and hooks say', async () => {
    project.hooks({ PreToolUse: [`echo '${HOSTILE}' >&2; exit 2`] });
    await fire(HOSTILE);
    const { page, troubles, close } = await open(await start());
    await rows(page).first().locator('a').click();
    await page.locator('.panel', { hasText: 'onerror' }).waitFor();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(await page.locator('img').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  describe('lets nobody in', () => {
    /** A page of somebody else on this machine. */
    let stranger: Server;
    beforeEach(async () => {
      stranger = createServer((_request, response) => response.end('<!doctype html><title>other</title>'));
      stranger.listen(0, '127.0.0.1');
      await once(stranger, 'listening');
    });
    afterEach(() => stranger.close());

    it('who asks from a page of another origin, in the browser that was let in', async () => {
      await fire('something forbidden');
      const address = await start();
      const { page, close } = await open(address);
      const root = page.url();
      const other = await page.context().newPage();
      await other.goto(`http://127.0.0.1:${portOf(stranger)}/`);
      const tried = await other.evaluate(`(async () => {
        const ask = (how) => fetch(${JSON.stringify(root)} + 'api/about', { credentials: 'include', ...how })
          .then((answer) => answer.text(), () => 'refused');
        return [await ask({}), await ask({ method: 'POST', body: '{}' }), await ask({ mode: 'no-cors' })];
      })()`);
      expect(tried).toEqual(['refused', 'refused', 'refused']);
      await close();
    });

    it('who comes by another name, without the secret, or with one that was used', async () => {
      const address = await start();
      const { page, close } = await open(address);
      const { port, pathname } = new URL(page.url());
      const get = (path: string, host: string) =>
        new Promise<number>((resolve, reject) => {
          const asked = request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
          });
          asked.on('error', reject).end();
        });
      expect(await get(`${pathname}api/about`, `evil.example:${port}`)).toBe(421);
      expect(await get(`${pathname}api/about`, `127.0.0.1:${port}`)).toBe(403);
      expect(await get(new URL(address).pathname, `127.0.0.1:${port}`)).toBe(403);
      await close();
    });
  });
});

function portOf(server: Server): number {
  const place: AddressInfo | string | null = server.address();
  return place === null || typeof place === 'string' ? 0 : place.port;
}
