// The licences of the libraries in a bundle: who passes a library on has to pass on its licence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Name, version and licence of every library that one of these modules belongs to.
 *
 * @param modules names of modules, as the bundler gives them
 */
export function licences(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []),
  );
  return [...folders].map(licence).sort();
}

function licence(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence text; it cannot be passed on`);
  return `${name} ${version}\n${readFileSync(join(folder, file), 'utf8').trim()}`;
}
