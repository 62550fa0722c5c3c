// Hooks in the front matter of skills: they run from the loading of a skill to its end.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRecord } from '../../text/index.js';
import type { Core, Handler } from './core.js';

export const onSkillLoaded: Handler = async (core, data) => {
  const { skill_name: name, skill_directory: folder, hooks } = data;
  const carries = isRecord(hooks) ? Object.keys(hooks).length > 0 : Array.isArray(hooks) && hooks.length > 0;
  // Hosts that know of hooks in skills say so even where there are none.
  if (typeof name !== 'string' || (hooks !== undefined && !carries)) return null;
  if (typeof folder !== 'string' || folder === '') {
    if (carries)
      core.parts.voice.say(
        `The hooks of the skill "${name}" do not run: the host does not say where the skill is`,
        'error',
      );
    return null;
  }
  const problem = start(core, name, resolve(core.parts.about.cwd, folder, 'SKILL.md'));
  if (problem !== null && carries)
    core.parts.voice.say(`The hooks of the skill "${name}" do not run: ${problem}`, 'error');
  return null;
};

export const onSkillUnloaded: Handler = async (core, data) => {
  const { engine, asking, family, about } = core.parts;
  const name = data['skill_name'];
  if (typeof name !== 'string') return null;
  for (const skill of core.skills.get(name) ?? [name]) {
    if (family.leavesSkill(asking.root, skill, about.session)) engine.deactivateSkill(asking.root, skill);
  }
  core.skills.delete(name);
  return null;
};

/** Why the hooks of the file do not run; `null`: they do. */
function start(core: Core, name: string, file: string): string | null {
  const { engine, asking, family, about, voice } = core.parts;
  if (!existsSync(file)) return `${file} does not exist`;
  const reload = engine.addSkill(file);
  if (reload.kind === 'kept') voice.tellDiagnostics(reload.diagnostics);
  const { hooks, sources, diagnostics } = engine.generation;
  const source = sources.find((report) => report.file === file);
  if (source?.state !== 'read') return source?.why ?? `${file} cannot be read`;
  voice.tellDiagnostics(diagnostics.filter((found) => found.file === file));
  // Hooks belong to the name in the file, which need not be the one the host uses.
  const owners = hooks.flatMap((hook) => (hook.source.file === file ? (hook.source.skill ?? []) : []));
  const skills = new Set([name, ...owners]);
  for (const skill of skills) {
    family.usesSkill(asking.root, skill, about.session);
    engine.activateSkill(asking.root, skill);
  }
  core.skills.set(name, [...skills]);
  return null;
}
