// How the declarations of the library are made from what the compiler emits.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { declarations } from '../scripts/declarations.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amplifier-hooks-declarations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function emitted(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
const made = (...names: readonly string[]) =>
  Object.fromEntries(
    declarations(Object.fromEntries(names.map((name) => [name, join(folder, `${name}.d.ts`)]))),
  );

it('what an entry exports stands in one file, with its comments, and nothing else', () => {
  emitted({
    'index.d.ts': "export { make, type Thing } from './room/index.js';",
    'room/index.d.ts':
      "export * from './thing.js';\nexport declare function make(): Thing;\nimport type { Thing } from './thing.js';",
    'room/thing.d.ts':
      'declare const KINDS: readonly ["a", "b"];\n/** One thing. */\nexport interface Thing {\n    readonly kind: (typeof KINDS)[number];\n}\nexport type Other = string;\n',
  });
  expect(made('index')['index.d.ts']).toBe(
    'export declare function make(): Thing;\n/** One thing. */\nexport interface Thing {\n    readonly kind: (typeof KINDS)[number];\n}\ndeclare const KINDS: readonly ["a", "b"];\nexport {};\n',
  );
});

it('a later entry refers to what stands in an earlier one', () => {
  emitted({
    'kernel.d.ts': 'export declare class Registry {\n    #private;\n}\n',
    'index.d.ts':
      "import { Registry } from './kernel.js';\nexport { Registry };\nexport declare function mount(registry: Registry): void;\n",
  });
  expect(made('kernel', 'index')['index.d.ts']).toBe(
    "import type { Registry } from './kernel.js';\nexport { Registry } from './kernel.js';\nexport declare function mount(registry: Registry): void;\nexport {};\n",
  );
});

it.each([
  [
    'a type without a name for others',
    "import type { Thing } from './thing.js';",
    'does not export Thing, which make needs',
  ],
  [
    'a type of another package',
    "import type { Thing } from 'things';",
    'needs Thing of things, which is not part of the package',
  ],
])('%s fails', (_, line, why) => {
  emitted({
    'thing.d.ts': 'export interface Thing {\n}\n',
    'index.d.ts': `${line}\nexport declare function make(): Thing;\n`,
  });
  expect(() => made('index')).toThrow(why);
});
