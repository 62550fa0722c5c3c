// `npm run schemas`: writes the JSON Schemas of the package.
import { mkdirSync, writeFileSync } from 'node:fs';
import { SCHEMAS, schemaText } from '../src/schema/index.js';

const folder = new URL('../../schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, { make }] of Object.entries(SCHEMAS)) {
  writeFileSync(new URL(`${name}.schema.json`, folder), schemaText(make()));
  process.stdout.write(`schemas/${name}.schema.json\n`);
}
