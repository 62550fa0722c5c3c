import { expect, it } from 'vitest';
import { changesPrograms } from './index.js';

it.each(['PATH', 'Path', 'path', 'Ld_Preload', 'SystemRoot', 'Http_Proxy', 'git_ssh'])(
  '%s changes programs: on Windows case is nothing',
  (name) => expect(changesPrograms(name)).not.toBeNull(),
);

it.each(['MY_PATHS', 'APP_HOME', 'X'])('%s is an ordinary variable', (name) =>
  expect(changesPrograms(name)).toBeNull(),
);
