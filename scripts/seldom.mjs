// What of the way from an event to its answer most events do not take, by what they take it for. Each of these is a file, which is
// loaded when it is first needed. What most events need must not be here, nor what says that something could not be loaded.

export const WAITING = {
  /** A hook answered in words, or by its exit code. */
  spoken: [
    'decide/again',
    'decide/conflicts',
    'decide/effects',
    'decide/fields',
    'decide/grants',
    'decide/judged',
    'decide/lost',
    'decide/messages',
    'decide/misspelt',
    'decide/output',
    'decide/overridden',
    'decide/salvage',
    'decide/unheard',
    'decide/would',
    'engine/second-round',
    'run/command/exit-failure',
    'text/partial-json',
    'text/similar',
  ],
  /** A matcher is more than a list of names, or a hook has an `if` rule. */
  patterns: [
    'match/path-glob',
    'match/path-rule',
    'match/patterns',
    'match/rule',
    'match/shell-rule',
    'match/within-time',
    'text/wildcard',
  ],
  /** Hooks come from plugins, skills, agents or settings, or an administrator has a say in them. */
  plugins: [
    'config/demands',
    'config/front-matter',
    'config/hook-tree',
    'config/plugin',
    'config/plugin-skills',
    'config/policy-words',
    'config/settings',
    'config/strict',
    'text/program-variables',
    'text/yaml/depth',
    'text/yaml/yaml',
  ],
  /** What a project's hook runs was never looked at, or is not as it was. */
  unseen: [
    'config/helpers',
    'config/scripts',
    'config/shell-words',
    'trust/files',
    'trust/gone',
    'trust/programs',
  ],
  /** The host is Amplifier. */
  amplifier: [
    'hosts/amplifier/results',
    'hosts/amplifier/to-hook-result',
    'hosts/amplifier/tool-result',
    'kernel/hook-result',
    'kernel/text',
  ],
  /** Something is wrong somewhere, or there is too much of it. */
  problems: [
    'config/diagnostic',
    'config/follow',
    'config/in-words',
    'engine/diagnostic',
    'events/about-unknown',
    'events/own-decision',
    'journal/files',
    'journal/fold-oldest',
    'journal/listener',
    'journal/rollups',
    'files/lines',
    'files/pieces',
    'match/problem',
    'package',
    'run/command/files',
    'run/command/spawn-failure',
    'text/shapes/check',
    'text/tolerant-json',
  ],
  /** An engine, a hook or its words outlive the event. */
  lasting: [
    'config/reload',
    'config/watch',
    'decide/late',
    'files/lock',
    'machine/processes/list',
    'run/command/large/helper',
    'run/command/processes',
    'run/command/warmth',
  ],
};
