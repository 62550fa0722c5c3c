// The hook system of gemini-cli, with no more of gemini-cli around it than it asks for.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderOf, versionOf } from './install.js';
import type { Peer, Scene } from './peer.js';

const PACKAGE = '@google/gemini-cli-core';

/** What is used of it. */
interface HookSystem {
  initialize(): Promise<void>;
  getEventHandler(): {
    fireBeforeToolEvent(tool: string, input: unknown): Promise<{ readonly success: boolean }>;
  };
}

interface Module {
  readonly HookSystem: new (config: unknown) => HookSystem;
}

export async function gemini({ projectDir, commands }: Scene): Promise<Peer> {
  // It tells the console of every step.
  console.debug = () => undefined;
  const door = join(folderOf(PACKAGE), 'dist', 'src', 'hooks', 'index.js');
  const { HookSystem }: Module = await import(pathToFileURL(door).href);
  const hooks = commands.map((command) => ({ type: 'command', command }));
  const config = {
    getProjectHooks: () => ({}),
    getProjectRoot: () => projectDir,
    getHooks: () => ({ BeforeTool: [{ matcher: 'Bash', hooks }] }),
    getExtensions: () => [],
    getDisabledHooks: () => [],
    getSessionId: () => 'bench',
    getWorkingDir: () => projectDir,
    isTrustedFolder: () => true,
    getUsageStatisticsEnabled: () => false,
    getTelemetryEnabled: () => false,
    getTelemetryLogPromptsEnabled: () => false,
    sanitizationConfig: {},
    storage: { getProjectTempDir: tmpdir, getPlansDir: tmpdir },
  };
  const system = new HookSystem({ ...config, config });
  await system.initialize();
  const handler = system.getEventHandler();
  return {
    name: `gemini-cli ${versionOf(PACKAGE)}`,
    async fire() {
      const { success } = await handler.fireBeforeToolEvent('Bash', { command: 'x'.repeat(900) });
      if (!success) throw new Error('the hooks did not run in gemini-cli');
    },
    close: () => undefined,
  };
}
