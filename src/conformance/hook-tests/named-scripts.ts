// The scripts that hooks of a project name, wherever in the project they lie.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { scriptsInCommand, scriptsInProgram } from '../../config/index.js';
import { readGeneration, settle } from '../../engine/index.js';
import { liesIn } from '../../files/index.js';
import type { Hook } from '../../nouns.js';

/** Those that are there, of the hooks that are defined in a folder. */
export function scriptsNamed(root: string, definedIn: string): readonly string[] {
  const nobody = join(root, '.nobody');
  const { hooks } = readGeneration(
    settle({
      projectDir: root,
      home: nobody,
      stateDir: nobody,
      env: {},
      claudeSettings: { sources: ['project', 'local'], managedFile: null },
      // They are looked at, not run.
      trust: 'off',
    }),
  );
  const own = hooks.filter(({ source }) => liesIn(definedIn, source.file));
  return [...new Set(own.flatMap((hook) => filesOf(hook, root)))].filter(
    (file) => liesIn(root, file) && statSync(file, { throwIfNoEntry: false })?.isFile() === true,
  );
}

function filesOf({ handler, source }: Hook, root: string): readonly string[] {
  if (handler.type !== 'command') return [];
  const { command, args } = handler;
  const variables = {
    CLAUDE_PROJECT_DIR: root,
    AMPLIFIER_PROJECT_DIR: root,
    AMPLIFIER_HOOKS_DIR: source.hooksDir,
    CLAUDE_PLUGIN_ROOT: source.pluginRoot ?? '',
    HOME: root,
  };
  const uses =
    args === null
      ? scriptsInCommand(command, variables, root)
      : scriptsInProgram(command, args, variables, root);
  return uses.map(({ path }) => path);
}
