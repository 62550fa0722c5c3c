// Diagnostic codes of trust. The reference page is made from this table.
import { type CodeInfo, error, warning } from '../text/index.js';

export const TRUST_CODES = {
  'hooks-untrusted': warning(
    'A project brings hooks, settings or MCP servers that nobody has approved as they are; they do not count.',
    'Look at them and approve them with `amplifier-hooks trust`, or refuse them with `amplifier-hooks untrust`.',
  ),
  'guard-gone': warning(
    'A PreToolUse or PermissionRequest hook that was approved is no longer in its file; nothing asks it any more.',
    'If you removed it, `amplifier-hooks trust` at a terminal forgets it; if not, look at who did.',
  ),
  'hook-swapped': error(
    'A file that an approved hook runs changed while the session was running; the hook was not run.',
    'Look at the change and approve it with `amplifier-hooks trust`.',
  ),
  'plugin-changed': warning(
    'Files of a plugin that you installed are no longer what was installed; its hooks do not run, and its guards deny.',
    'Look at them and approve them with `amplifier-hooks trust`, or restore them with `amplifier-hooks install --scope user --force`.',
  ),
  'trust-store-invalid': error(
    'The file with the approvals of a project cannot be used; nothing of the project counts as approved.',
    'Make it a file of yours that nobody else may read or write (chmod 600), or remove it and approve again; a state directory must lie outside of the project.',
  ),
} as const satisfies Record<string, CodeInfo>;
