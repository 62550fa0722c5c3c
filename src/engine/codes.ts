// Diagnostic codes of the engine itself. The reference page is made from this table.
import { type CodeInfo, error, info, warning } from '../text/index.js';

export const ENGINE_CODES = {
  'env-file-line': warning(
    'A line of a hook’s env file is not a plain assignment, so later hooks do not see it.',
    'Write lines such as: export NAME=value',
  ),
  'env-file-refused': info(
    'A project’s hook exports a variable that changes how programs start: the host’s commands see it, other hooks do not.',
    'Set it in your own settings, or where the host is started, if hooks need it.',
  ),
  'env-file-unavailable': warning(
    'The env file of a hook could not be made; the hook ran without one.',
    'Make the state directory writable, or choose another one with the option stateDir.',
  ),
  'field-too-long': warning(
    'A field of a hook’s answer has more characters than are handed on to the host, and is left out.',
    'Make it shorter than 10,000 characters.',
  ),
  'guard-vanished': error(
    'A PreToolUse or PermissionRequest hook of the project was taken out of its file while the session was running.',
    'If you did not do it, an agent or a program of the project did: put it back, and guard the file with a hook of your own. If you did, say so with `amplifier-hooks trust`.',
  ),
  'journal-failed': warning(
    'The journal threw instead of recording; the decision is what it would be without a journal.',
    'Look at what the host gives as journal.',
  ),
  'observed-unread': warning(
    'A fault of amplifier-hooks: what a hook that only observes would have decided could not be made out, and is not recorded.',
    'Report it, with the message.',
  ),
  'project-missing': error(
    'The folder of the project is not there, so hooks and settings of a project are not loaded.',
    'Start the session in a folder that is there, or name the project: --project, AMPLIFIER_PROJECT_DIR.',
  ),
  'home-missing': error(
    'There is no home directory, so hooks and settings of the user are not loaded.',
    'Set HOME where the host is started to a folder, as an absolute path.',
  ),
  'state-elsewhere': error(
    'The state directory cannot be made: approvals that lie there do not count, and what is remembered now lies in a temporary folder.',
    'Make it writable, or set XDG_STATE_HOME to a folder that is.',
  ),
  'journal-unwritten': warning(
    'The journal cannot be written; hooks run as before.',
    'Make room or make the folder writable, or switch the journal off with AMPLIFIER_HOOKS_JOURNAL=off.',
  ),
  'event-not-known': warning(
    'A host sends an event that is not in the table of events, so no hook can be attached to it.',
    'Let the host send the name of an event that is known; docs/events.md lists them.',
  ),
  'host-cannot': info(
    'A hook asks for something that the host of the session cannot do; what is done instead is the safer side.',
    'Write the hook so that it does without, or use it in a host that can: `docs/dispatch.md` has what each of them does.',
  ),
  'model-settings': error(
    'The user’s settings for models cannot be used; hooks of type prompt and agent fail until they can.',
    'Correct ~/.amplifier/hooks-model.json; docs/models.md lists its fields.',
  ),
} as const satisfies Record<string, CodeInfo>;
