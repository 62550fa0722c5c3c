// Every script of a plugin, looked at: also those that nothing was seen to start.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../config/index.js';
import type { Sight } from '../../plugins/index.js';
import type { Facts } from '../facts.js';
import { filePart } from '../parts.js';
import { sightsInPart } from './sights.js';

const SCRIPT = /\.(?:sh|bash|zsh|py|[cm]?js|[cm]?ts)$/;
/** Libraries of others are too much to look at, and tests run nowhere. */
const NOT_LOOKED_AT = /^(?:node_modules|\.git|tests?|__tests__)$/;
const MOST = 500;

export function sightsInFiles(folder: string, facts: Facts): readonly Sight[] {
  return filesIn(folder)
    .slice(0, MOST)
    .flatMap((file) => {
      const text = facts.read(file);
      if (text === null || !(SCRIPT.test(file) || text.startsWith('#!'))) return [];
      const language = languageOf(file, text, null);
      return language === null ? [] : sightsInPart(filePart('helper', file, text, language));
    });
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_LOOKED_AT.test(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}
