// A machine whose administrator keeps the managed settings in a folder of the test.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { defaultManagedFile } from '../../../src/config/index.js';
import { withExecutables } from '../../../src/testing/executables.js';
import { type Opened, withOpened } from './command.js';

/** Writes the managed settings; text as it is. */
type Administrator = (content: unknown) => void;

/**
 * As `withOpened`, with an administrator, who has said nothing before a test. The command looks for the managed settings in one
 * place only, so it is a copy that looks in another.
 */
export function withAdministrator(take: (project: Opened) => void): Administrator {
  const { command } = withExecutables('command');
  const machine = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-managed-')));
  const managedFile = join(machine, 'managed', 'managed-settings.json');
  const folder = join(machine, 'dist', 'bin');
  beforeAll(() => {
    cpSync(dirname(command), folder, { recursive: true });
    const usual = defaultManagedFile(process.platform);
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(usual, managedFile));
    }
  });
  afterEach(() => rmSync(dirname(managedFile), { recursive: true, force: true }));
  afterAll(() => rmSync(machine, { recursive: true, force: true }));
  withOpened(take, { command: join(folder, basename(command)) });
  return (content) => {
    mkdirSync(dirname(managedFile), { recursive: true });
    writeFileSync(managedFile, typeof content === 'string' ? content : JSON.stringify(content));
  };
}
