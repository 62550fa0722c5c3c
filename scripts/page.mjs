// Makes the page of the studio: one script and one style, which stand in the bundles as texts.
import { readFileSync } from 'node:fs';
import { bundleOf, path } from './bundle-parts.mjs';

/** More is not put into the package. */
const MOST_BYTES = 150 * 1024;
const PLACE = path('src/studio/page-files.ts');

/**
 * The texts of both.
 *
 * @param modules gets the names of the modules inside
 */
export async function pageParts(modules = []) {
  const bundle = await bundleOf({ input: path('src/studio/page/main.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true, charset: 'ascii' });
  await bundle.close();
  const [main, ...others] = output;
  if (others.length > 0) throw new Error('the page of the studio must be one script');
  modules.push(...main.moduleIds);
  const parts = {
    script: main.code,
    style: shortened(readFileSync(path('src/studio/page/page.css'), 'utf8')),
  };
  const bytes = Buffer.byteLength(parts.script) + Buffer.byteLength(parts.style);
  if (bytes > MOST_BYTES)
    throw new Error(`the page of the studio has ${bytes} bytes, and may have ${MOST_BYTES}`);
  return parts;
}

/** Without comments and indentation; what stands in quotes stays as it is. */
const shortened = (style) =>
  style
    .replace(/("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\//g, (_, quoted) => quoted ?? '')
    .replace(/^\s+/gm, '')
    .trimEnd();

/** Puts the page where sources have none. */
export const pageInside = (modules = []) => ({
  name: 'page-inside',
  load: async (id) =>
    id === PLACE ? `export const PAGE = ${JSON.stringify(await pageParts(modules))};` : null,
});
