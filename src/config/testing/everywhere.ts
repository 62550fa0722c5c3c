// One hook in every kind of place.
import { hook, on, Place, REGISTRY } from './place.js';

/** All settings files of user and project. */
export const ALL = { sources: ['user', 'project', 'local'], flagFile: null, managedFile: null } as const;

export const stop = (command: string) => on('Stop', hook(command));

/** Writes one hook to every kind of place; its command names the place. */
export function everywhere(): Place {
  const place = new Place();
  place.write('home/.amplifier/hooks/hooks.json', stop('user'));
  place.write('home/.amplifier/hooks/a/hooks.json', stop('user-a'));
  place.write(REGISTRY, stop('project'));
  place.write('project/.amplifier/hooks/b/hooks.json', stop('project-b'));
  place.write('project/.amplifier/hooks/a/hooks/hooks.json', stop('project-a'));
  place.write('managed.json', stop('managed'));
  place.write('home/.claude/settings.json', stop('claude-user'));
  place.write('project/.claude/settings.json', stop('claude-project'));
  place.write('project/.claude/settings.local.json', stop('claude-local'));
  place.write('flag.json', stop('flag'));
  place.write('plugin/hooks/hooks.json', stop('plugin'));
  place.write(
    'skill/SKILL.md',
    '---\nhooks:\n  Stop:\n    - hooks: [{type: command, command: skill}]\n---\n',
  );
  place.write(
    'agent.md',
    '---\nhooks:\n  SubagentStop:\n    - hooks: [{type: command, command: agent}]\n---\n',
  );
  return place;
}
/** Asks for all of them. */
export const everything = {
  claudeSettings: { ...ALL, managedFile: '../managed.json', flagFile: '../flag.json' },
  plugins: ['../plugin'],
  skills: ['../skill/SKILL.md'],
  agents: ['../agent.md'],
};
