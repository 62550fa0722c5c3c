// A real browser, and what is asked of every page in it.
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where one is; `null`: nowhere that is known. */
export const CHROMIUM: string | null =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  ) ??
  null;

/** Without a screen. Its own sandbox needs a user that is not root. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

/** Collects what goes wrong in a page, content policy included. */
export function troublesOf(page: Page): readonly string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  return troubles;
}

/** What keeps people out, as far as a program can tell: rules that were broken, and where. */
export async function barriersIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(async () => {
    const found: { violations: { id: string; impact?: string | null; nodes: { html: string }[] }[] } =
      // @ts-expect-error: the script above has put it there
      await globalThis.axe.run();
    return {
      violations: found.violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes[0]?.html ?? '' })),
    };
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, at }) => `${id}: ${at}`);
}

/** Whether it can be read without moving it sideways. */
export const isNarrowEnough = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
