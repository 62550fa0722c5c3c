// What a host has to do with MCP servers: nothing. Real hosts in processes of their own.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { compiled } from '../../testing/index.js';
import { gone, TEST_PATH, testPlace } from '../testing/place.js';
import { mcpHook, program } from './testing/scene.js';

const place = testPlace();
const built = compiled('run/mcp/runner.ts');
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

afterAll(() => rmSync(built, { recursive: true, force: true }));

/** Runs a host that calls a tool and comes to its end; gives what it printed. */
async function host(server: string, folder = built, last = ''): Promise<readonly unknown[]> {
  const task = { ...place.task(mcpHook(server, 'echo', { text: 'hello' })), stdin: null };
  const script = `
    const { createMcpRunner } = await import(${JSON.stringify(join(folder, 'run/mcp/runner.js'))});
    const { profile } = await import(${JSON.stringify(join(folder, 'profiles.js'))});
    const servers = { entries: [${JSON.stringify(program('s', 'stubborn'))}], diagnostics: [] };
    const runner = createMcpRunner({
      servers: () => servers,
      profile: profile('amplifier'),
      projectDir: '/',
      env: process.env,
      layers: () => [],
    });
    const { outcome } = await runner.run(${JSON.stringify(task)});
    console.log(JSON.stringify(outcome));
    ${last}`;
  const env = { PATH: TEST_PATH, TEST_MARK: place.mark };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

it('the library is not even looked for before a hook needs a server', async () => {
  expect(await host('unknown')).toMatchObject([{ kind: 'launchFailed', problem: 'no-server' }]);
});

it.each([
  ['that is idle does not keep the host, and does not survive it', '', []],
  ['is gone when closing is done', "await runner.close(); console.log('true')", [true]],
])('a server %s', async (_title, last, then) => {
  const installed = mkdtempSync(join(place.root, 'installed-'));
  cpSync(built, installed, { recursive: true });
  symlinkSync(at('../../../node_modules'), join(installed, 'node_modules'));
  expect(await host('s', installed, last)).toEqual([{ kind: 'answered', text: 'hello' }, ...then]);
  await gone(place.mark);
});

it('only files that are loaded on demand name the library', () => {
  const files = readdirSync(at('.')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const naming = (text: string) => files.filter((name) => readFileSync(at(name), 'utf8').includes(text));
  const loading = naming('@modelcontextprotocol/');
  expect(loading.sort()).toEqual(['library-fault.ts', 'sdk.ts', 'stdio-transport.ts']);
  for (const name of loading) {
    const importers = naming(` from './${name.replace('.ts', '.js')}'`);
    expect(importers.filter((importer) => !loading.includes(importer))).toEqual([]);
  }
});
