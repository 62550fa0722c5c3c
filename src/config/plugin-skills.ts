// Hooks in the front matter of a plugin's own skills: they are the plugin's, and run once the skill is in use.
import { join, resolve } from 'node:path';
import { liesIn, readText } from '../files/index.js';
import type { HookSource } from '../nouns.js';
import { fieldOf, type ObjectTree, textOf } from '../text/index.js';
import { MOST_SKILLS } from './budget.js';
import { type Collection, kindAt } from './collect.js';
import { frontMatterMentionsHooks, readFrontMatter } from './front-matter.js';
import type { Rules, Sheet } from './sheet.js';

/** Where skills lie by themselves. */
const USUAL = 'skills';
const FILE = 'SKILL.md';

/** Reads the hooks of all skills of a plugin. Most skills have none, and nothing is said of those. */
export function readPluginSkills(
  all: Collection,
  folder: string,
  manifest: ObjectTree | null,
  { sourceOf, rules }: { readonly sourceOf: (file: string) => HookSource; readonly rules: Rules },
): readonly Sheet[] {
  const files = skillFilesIn(all, folder, manifest);
  const most = all.rules.budgetOf(sourceOf(folder)).takeSkills(files.length);
  if (most < files.length) {
    const message = `The plugins here have more than ${MOST_SKILLS} skills; hooks of ${files.length - most} skills of ${folder} are not looked for`;
    all.report('too-many-skills', message, { file: folder });
  }
  return files.slice(0, most).flatMap((file): Sheet[] => {
    all.files.add(file);
    if (!mayCarryHooks(file)) return [];
    const plugin = sourceOf(file);
    const sheet = readFrontMatter(file, rules, (name) => ({
      ...plugin,
      skill: `${plugin.owner}:${name}`,
    }));
    if (sheet === null || saysNothing(sheet) || !all.isNew(file, true)) return [];
    all.add(sheet.source, sheet);
    return [sheet];
  });
}

/** What cannot be read may carry some. */
function mayCarryHooks(file: string): boolean {
  const read = readText(file);
  return read.state === 'broken' || (read.state === 'text' && frontMatterMentionsHooks(read.text));
}

const saysNothing = ({ hooks, quarantined, diagnostics, broken }: Sheet): boolean =>
  hooks.length + quarantined.length + diagnostics.length === 0 && broken === null;

function skillFilesIn(all: Collection, folder: string, manifest: ObjectTree | null): readonly string[] {
  const places = [USUAL, ...declaredIn(manifest)].map((path) => resolve(folder, path));
  return [...new Set(places.filter((place) => liesIn(folder, place)))].flatMap((place) => {
    all.folders.add(place);
    if (kindAt(place) !== 'folder') return [];
    const own = join(place, FILE);
    if (kindAt(own) !== 'absent') return [own];
    const problem: Parameters<Collection['foldersIn']>[1] = (code, message) =>
      all.report(code, message, { file: place });
    return all.foldersIn(place, problem).map((skill) => join(skill, FILE));
  });
}

/** A manifest names a folder of skills, one skill, or a list of these. */
function declaredIn(manifest: ObjectTree | null): readonly string[] {
  const stated = manifest === null ? undefined : fieldOf(manifest, 'skills');
  if (stated === undefined) return [];
  return (stated.kind === 'array' ? stated.items : [stated]).flatMap((one) => textOf(one) ?? []);
}
