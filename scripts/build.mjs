// `npm run build`: makes dist/, which is what is published. A stale file would be published too, so nothing of it stays.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAmplihack } from './amplihack.mjs';
import { bundle, bundleLibrary } from './bundle.mjs';
import { path } from './bundle-parts.mjs';
import { declarations } from './declarations.mjs';
import { licences } from './licences.mjs';

const FOREIGN = 'amplifier-hooks contains parts of these libraries. Each is followed by its licence.';
const RULE = `\n\n${'-'.repeat(80)}\n\n`;

/** Makes the executables, the library, its declarations and the licences of what is inside. */
export async function build(dist) {
  rmSync(dist, { recursive: true, force: true });
  const modules = [];
  await bundle(join(dist, 'bin'), modules);
  await bundleAmplihack(join(dist, 'bin'), modules);
  await bundleLibrary(join(dist, 'lib'), modules);
  writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), `${[FOREIGN, ...licences(modules)].join(RULE)}\n`);
  const emitted = mkdtempSync(join(tmpdir(), 'amplifier-hooks-declarations-'));
  try {
    const project = ['-p', path('tsconfig.build.json'), '--outDir', emitted];
    execFileSync(path('node_modules/.bin/tsc'), project, { stdio: 'inherit' });
    const entries = { kernel: join(emitted, 'kernel', 'index.d.ts'), index: join(emitted, 'index.d.ts') };
    for (const [name, text] of declarations(entries)) writeFileSync(join(dist, 'lib', name), text);
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(path('dist'));
