// Makes the page of the studio: one script and one style, which the server sends and a trace has inside.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf, path } from './bundle-parts.mjs';

/** More is not put into the package. */
const MOST_BYTES = 150 * 1024;

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
  const style = readFileSync(path('src/studio/page/page.css'), 'utf8');
  return { script: main.code, style: shortened(style) };
}

/** Without comments and indentation; what stands in quotes stays as it is. */
const shortened = (style) =>
  style
    .replace(/("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\//g, (_, quoted) => quoted ?? '')
    .replace(/^\s+/gm, '')
    .trimEnd();

/** Writes them beside the command. */
export async function bundlePage(dir, modules = []) {
  const { script, style } = await pageParts(modules);
  const bytes = Buffer.byteLength(script) + Buffer.byteLength(style);
  if (bytes > MOST_BYTES)
    throw new Error(`the page of the studio has ${bytes} bytes, and may have ${MOST_BYTES}`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'studio.js'), script);
  writeFileSync(join(dir, 'studio.css'), style);
}
