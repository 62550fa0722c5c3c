// Defects that a single file does not show: options, the file system, reloading, commands.
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import type { Diagnostic } from '../../nouns.js';
import type { ConfigCode } from '../codes.js';
import { commandProblems } from '../commands.js';
import { reloadGeneration } from '../index.js';
import { watchSources } from '../watch.js';
import { hook, on, type Place, REGISTRY, withoutRights } from './place.js';

export interface OtherCase {
  readonly title: string;
  readonly code: ConfigCode;
  readonly diagnose: (place: Place) => readonly Diagnostic[];
  readonly says?: string;
  readonly at?: readonly [number, number];
}

const commands = (place: Place, command: string, more = {}): readonly Diagnostic[] => {
  place.write('project/.amplifier/hooks/p/hooks.json', on('Stop', hook(command, more)));
  return commandProblems(place.load(), place.path('project'));
};

export const OTHER_CASES: readonly OtherCase[] = [
  {
    title: 'more plugins than anybody has',
    code: 'too-many-plugins',
    diagnose: (place) => {
      for (let index = 0; index <= 1002; index++) place.makeFolder(`project/.amplifier/hooks/p${index}`);
      return place.load().diagnostics;
    },
    says: 'the last 3 of them',
  },
  {
    title: 'more skills than anybody has',
    code: 'too-many-skills',
    diagnose: (place) => {
      for (const plugin of ['a', 'b'])
        for (let index = 0; index < 502; index++)
          place.makeFolder(`project/.amplifier/hooks/${plugin}/skills/s${index}`);
      return place.load().diagnostics;
    },
    says: 'hooks of 4 skills',
  },
  {
    title: 'a negative default',
    code: 'option-invalid',
    diagnose: (place) => place.load({ defaultTimeout: -1 }).diagnostics,
    says: 'default_timeout',
  },
  {
    title: 'a maximum that is no number',
    code: 'option-invalid',
    diagnose: (place) => place.load({ maxTimeout: Number.NaN }).diagnostics,
    says: 'max_timeout',
  },
  {
    title: 'a default above the maximum',
    code: 'option-invalid',
    diagnose: (place) => place.load({ defaultTimeout: 20, maxTimeout: 10 }).diagnostics,
    says: '10 is used for both',
  },
  {
    title: 'a plugin',
    code: 'source-missing',
    diagnose: (place) => place.load({ plugins: ['nope'] }).diagnostics,
    says: 'project/nope',
  },
  {
    title: 'a skill',
    code: 'source-missing',
    diagnose: (place) => place.load({ skills: ['nope/SKILL.md'] }).diagnostics,
    says: 'nope/SKILL.md',
  },
  {
    title: 'an explicit settings file',
    code: 'source-missing',
    diagnose: (place) =>
      place.load({ claudeSettings: { sources: [], flagFile: 'nope.json', managedFile: null } }).diagnostics,
    says: 'nope.json',
  },
  {
    title: 'a hooks file',
    code: 'link-dangling',
    diagnose: (place) => {
      mkdirSync(place.path('project/.amplifier/hooks'), { recursive: true });
      symlinkSync('nowhere', place.path(REGISTRY));
      return place.load().diagnostics;
    },
    says: REGISTRY,
  },
  {
    title: 'a folder of hooks',
    code: 'link-dangling',
    diagnose: (place) => {
      mkdirSync(place.path('project/.amplifier/hooks'), { recursive: true });
      symlinkSync('nowhere', place.path('project/.amplifier/hooks/p'));
      return place.load().diagnostics;
    },
  },
  {
    title: 'a file',
    code: 'file-unreadable',
    diagnose: (place) => {
      const file = place.write(REGISTRY, on('Stop', hook('a')));
      chmodSync(place.root, 0o755);
      return withoutRights(file, () => place.load().diagnostics);
    },
    says: 'permission denied',
  },
  {
    title: 'a folder',
    code: 'file-unreadable',
    diagnose: (place) => {
      place.write('project/.amplifier/hooks/p/hooks.json', on('Stop', hook('a')));
      chmodSync(place.root, 0o755);
      return withoutRights(place.path('project/.amplifier/hooks'), () => place.load().diagnostics);
    },
  },
  {
    title: 'a link to itself',
    code: 'file-unreadable',
    diagnose: (place) => {
      mkdirSync(place.path('project/.amplifier/hooks'), { recursive: true });
      symlinkSync('hooks.json', place.path(REGISTRY));
      return place.load().diagnostics;
    },
    says: 'circle',
  },
  {
    title: 'a folder instead',
    code: 'not-a-file',
    diagnose: (place) => {
      mkdirSync(place.path(REGISTRY), { recursive: true });
      return place.load().diagnostics;
    },
    says: 'a folder',
  },
  {
    title: 'a file instead of the hooks directory',
    code: 'not-a-folder',
    diagnose: (place) => {
      place.write('project/.amplifier/hooks', 'x');
      return place.load().diagnostics;
    },
  },
  {
    title: 'a file instead of a plugin',
    code: 'not-a-folder',
    diagnose: (place) => {
      place.write('project/plugin', 'x');
      return place.load({ plugins: ['plugin'] }).diagnostics;
    },
  },
  {
    title: 'a plugin that is found and named',
    code: 'file-read-once',
    diagnose: (place) => {
      place.write('project/.amplifier/hooks/p/hooks.json', on('Stop', hook('a')));
      return place.load({ plugins: ['.amplifier/hooks/p'] }).diagnostics;
    },
  },
  {
    title: 'a settings file named twice',
    code: 'file-read-once',
    diagnose: (place) => {
      place.write('project/.claude/settings.json', on('Stop', hook('a')));
      const flagFile = '.claude/settings.json';
      return place.load({ claudeSettings: { sources: ['project'], flagFile, managedFile: null } })
        .diagnostics;
    },
  },
  {
    title: 'a file that broke',
    code: 'last-good-kept',
    diagnose: (place) => {
      place.write(REGISTRY, on('Stop', hook('a')));
      const good = place.load();
      place.write(REGISTRY, '{\n  "hooks": oops }');
      return reloadGeneration(good, place.request()).diagnostics;
    },
    says: 'stays in force',
    at: [2, 12],
  },
  {
    title: 'a folder that may not be watched',
    code: 'watch-failed',
    diagnose: (place) => {
      place.write(REGISTRY, on('Stop', hook('a')));
      chmodSync(place.root, 0o755);
      const problems: Diagnostic[] = [];
      withoutRights(place.path('project/.amplifier/hooks'), () =>
        watchSources(place.request(), () => {}, { onProblem: (problem) => problems.push(problem) }).close(),
      );
      return problems;
    },
    says: '.amplifier/hooks',
  },
  {
    title: 'quoted',
    code: 'script-missing',
    diagnose: (place) => commands(place, `"\${CLAUDE_PLUGIN_ROOT}/my nope.sh" --flag`),
    says: 'my nope.sh',
    at: [1, 29],
  },
  {
    title: 'with an interpreter',
    code: 'script-missing',
    diagnose: (place) => commands(place, 'python3 $CLAUDE_PROJECT_DIR/nope.py'),
    says: 'project/nope.py',
  },
  {
    title: 'as argument of an interpreter',
    code: 'script-missing',
    diagnose: (place) => commands(place, 'node', { args: [`\${AMPLIFIER_HOOKS_DIR}/no pe.js`] }),
    says: 'hooks/no pe.js',
  },
  {
    title: 'run directly',
    code: 'script-not-executable',
    diagnose: (place) => {
      place.write('project/.amplifier/hooks/p/x.sh', 'exit 0');
      return commands(place, `\${CLAUDE_PLUGIN_ROOT}/x.sh`);
    },
    says: 'chmod +x',
  },
  {
    title: 'of the plugin',
    code: 'script-relative',
    diagnose: (place) => {
      place.write('project/.amplifier/hooks/p/scripts/x.sh', 'exit 0');
      return commands(place, 'sh ./scripts/x.sh');
    },
    says: 'CLAUDE_PLUGIN_ROOT',
  },
  {
    title: 'a quote that is not closed',
    code: 'command-syntax',
    diagnose: (place) => commands(place, 'echo "oops'),
    says: 'oops',
  },
];
