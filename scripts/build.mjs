// `npm run build`: makes dist/, which is what is published. A stale file would be published too, so nothing of it stays.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { bundleAmplihack } from './amplihack.mjs';
import { bundle, bundleLibrary } from './bundle.mjs';
import { path } from './bundle-parts.mjs';
import { declarations } from './declarations.mjs';
import { licences } from './licences.mjs';

const FOREIGN = `amplifier-hooks contains parts of these libraries. Each is followed by its licence.`;
const LINE = `\n\n${'-'.repeat(80)}\n\n`;

for (const folder of ['dist', 'build/declarations']) rmSync(path(folder), { recursive: true, force: true });
const modules = [];
await bundle(path('dist/bin'), modules);
await bundleAmplihack(path('dist/bin'), modules);
await bundleLibrary(path('dist/lib'), modules);
writeFileSync(path('dist/THIRD-PARTY-LICENSES.txt'), `${[FOREIGN, ...licences(modules)].join(LINE)}\n`);

execFileSync(path('node_modules/.bin/tsc'), ['-p', path('tsconfig.build.json')], { stdio: 'inherit' });
const entries = {
  kernel: path('build/declarations/kernel/index.d.ts'),
  index: path('build/declarations/index.d.ts'),
};
for (const [name, text] of declarations(entries)) writeFileSync(path(`dist/lib/${name}`), text);
