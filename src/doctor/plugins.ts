// Whether installed plugins still are what was installed.
import type { Settled } from '../engine/index.js';
import { PluginProblem, placesOf, type Verified, verifyInstalled } from '../plugins/index.js';
import { type Finding, inArea } from './finding.js';

const { pass, warn, fail } = inArea('plugins');

/** Says nothing where nothing is installed. */
export async function plugins({ projectDir, home }: Settled): Promise<readonly Finding[]> {
  return placesOf({ projectDir, home }).flatMap((place) => {
    try {
      return verifyInstalled(place).map(findingOf);
    } catch (error) {
      if (!(error instanceof PluginProblem)) throw error;
      return [fail(error.message, error.hint, { file: place.lockFile })];
    }
  });
}

function findingOf({ name, folder, changed, missing, added, intact }: Verified): Finding {
  const parts = [
    ...(changed.length === 0 ? [] : [`changed: ${shortened(changed)}`]),
    ...(missing.length === 0 ? [] : [`missing: ${shortened(missing)}`]),
    ...(added.length === 0 ? [] : [`added: ${shortened(added)}`]),
  ];
  const place = { file: folder };
  if (intact) return pass(parts.length === 0 ? name : `${name}; ${parts.join('; ')}`, place);
  const fix =
    'If you did not do that, look at the files, then restore them: `amplifier-hooks install --force`';
  return warn(`${name} is not what was installed; ${parts.join('; ')}`, fix, place);
}

const MOST = 5;

const shortened = (paths: readonly string[]): string =>
  paths.length <= MOST
    ? paths.join(', ')
    : `${paths.slice(0, MOST).join(', ')} and ${paths.length - MOST} more`;
