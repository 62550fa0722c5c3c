// `npm run pictures`: docs/pictures/, the studio as a real browser shows it, after a short session with the examples.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const root = fileURLToPath(new URL('../../', import.meta.url));
const command = join(root, 'dist/bin/amplifier-hooks.cjs');
const pictures = join(root, 'docs/pictures');

const scratch = mkdtempSync(join(tmpdir(), 'pictures-'));
const [home, project] = [join(scratch, 'home'), join(scratch, 'shop')];
const env = { PATH: process.env['PATH'], HOME: home };
const hooks = (argv: readonly string[], input = ''): string =>
  execFileSync(process.execPath, [command, ...argv], {
    cwd: project,
    env,
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });

/** What an agent did in a quarter of an hour, in order. */
const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['Bash', { command: 'git status' }],
  ['Bash', { command: 'npm test' }],
  ['Write', { file_path: join(project, 'cart.json'), content: '{"items": [' }],
  ['Bash', { command: 'rm -rf /' }],
  ['Write', { file_path: join(project, '.env'), content: 'KEY=1' }],
  ['Bash', { command: 'git push --force origin main' }],
  ['Edit', { file_path: join(project, 'cart.json'), old_string: '[', new_string: '[]' }],
  ['Bash', { command: 'ls -la' }],
];

function session(name: string): void {
  for (const [tool, input] of CALLS)
    for (const event of ['PreToolUse', 'PostToolUse']) {
      const beside = event === 'PostToolUse' ? { tool_response: { stdout: '' } } : {};
      const sent = {
        session_id: name,
        hook_event_name: event,
        tool_name: tool,
        tool_input: input,
        ...beside,
      };
      hooks(['dispatch'], JSON.stringify(sent));
    }
}

async function studio(): Promise<{ readonly address: string; end(): void }> {
  const child = spawn(process.execPath, [command, 'studio', '--no-open'], { cwd: project, env });
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      const found = /http:\S+(?=\s)/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the studio ended: ${printed}`)));
  });
  return { address, end: () => child.kill('SIGINT') };
}

async function shoot(page: Page, name: string, hash: string, sign: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator(sign).first().waitFor();
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' });
  process.stdout.write(`docs/pictures/${name}.png\n`);
}

mkdirSync(home, { recursive: true });
mkdirSync(project);
mkdirSync(pictures, { recursive: true });
writeFileSync(join(project, 'package.json'), '{}\n');
try {
  for (const example of ['protection', 'bash-validator', 'command-log'])
    hooks(['install', `example:${example}`, '--scope', 'user', '--yes']);
  session('first-look');
  session('second-look');
  const { address, end } = await studio();
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
  await page.goto(address);
  await page.locator('.rows li a', { hasText: 'denied' }).first().click();
  await shoot(page, 'studio-timeline', '#timeline', '.panel h2');
  await shoot(page, 'studio-hooks', '#hooks', 'tbody tr');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, 'studio-health-dark', '#health', '.health p');
  await browser.close();
  end();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
