// What a folder of a plugin or a marketplace may be called, by whomever and wherever it is made.

const LONGEST = 100;
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** Control characters, and those that turn or hide what a person reads. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** What some systems take for a device, whatever ending it has. */
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com\d|lpt\d)(?:\.|$)/i;

/** Files and folders of our own that stand where such folders stand. */
const OURS: ReadonlySet<string> = new Set([
  'hooks.json',
  'hooks.lock.json',
  'hooks-state.json',
  'hooks-install.lock',
  'hooks-backup',
  'hooks-data',
  'settings.json',
  'settings.local.json',
  'known.json',
  'node_modules',
]);

/** The names that are possible, for schemas. */
export const FOLDER_NAME = `^[A-Za-z0-9][A-Za-z0-9._-]{0,${LONGEST - 1}}$`;

/** Why nothing can be called so, as the end of a sentence about the name; `null`: it can. */
export function folderNameProblem(name: string): string | null {
  if (name === '') return 'is empty';
  if (UNSEEN.test(name)) return 'holds characters that cannot be seen';
  if (/[/\\]/.test(name)) return 'holds a slash, so it would lead elsewhere';
  if (name.startsWith('.')) return 'begins with a dot, as what is hidden does';
  if (/[. ]$/.test(name)) return 'ends with a dot or a blank, which some systems leave off';
  if (name.length > LONGEST) return `has more than ${LONGEST} characters`;
  if (name.includes('..')) return 'holds two dots, so it could lead elsewhere';
  if (!PLAIN.test(name)) return 'may have only letters, digits, ".", "_" and "-"';
  if (DEVICE.test(name)) return 'means a device to some systems';
  return OURS.has(name.toLowerCase()) ? 'is what a file or folder of amplifier-hooks is called' : null;
}
