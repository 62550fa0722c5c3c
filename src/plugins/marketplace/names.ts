// Which names a marketplace and a plugin may have. Both become names of folders, and parts of `plugin@marketplace`.
import { FOLDER_NAME, folderNameProblem } from '../../text/index.js';
import { narrowed, text } from '../../text/shapes/index.js';

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What stands after the `@` of plugins that come from no marketplace. */
const NO_MARKETPLACE: ReadonlySet<string> = new Set(['skills-dir', 'inline', 'synced', 'builtin']);

/** Why a marketplace cannot be called so; `null`: it can. */
export function marketplaceNameProblem(name: string): string | null {
  if (NO_MARKETPLACE.has(name.toLowerCase())) return 'has another meaning after the @ of a plugin';
  return folderNameProblem(name);
}

export const pluginName = narrowed(text, (name) => folderNameProblem(name) === null, 'the name of a folder', {
  pattern: FOLDER_NAME,
});

export const isKebab = (name: string): boolean => KEBAB.test(name);

/** Official marketplaces whose names do not show it. */
const OFFICIAL: ReadonlySet<string> = new Set([
  'agent-skills',
  'claude-code-marketplace',
  'claude-code-plugins',
  'knowledge-work-plugins',
  'life-sciences',
]);
const HOUSE = /^(?:https:\/\/github\.com\/|ssh:\/\/git@github\.com\/|git@github\.com:)anthropics\//i;

/** Whether only the repositories of Anthropic may go by a name, so that nobody installs from somebody else by mistake. */
export function isReserved(name: string): boolean {
  const small = name.toLowerCase();
  return (
    OFFICIAL.has(small) || small.includes('anthropic') || /official.*claude|claude.*official/.test(small)
  );
}

export const isOfficialAddress = (url: string): boolean => HOUSE.test(url);
