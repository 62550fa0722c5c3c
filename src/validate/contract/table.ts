// The contract for hooks, one row a requirement. Sections starting with H are those of the hook handler contract, with P those of the plugin specification.

export interface ContractRow {
  readonly section: string;
  readonly requirement: string;
  /** What tells: the definition, the text of the script, or only a run. */
  readonly seenIn: 'configuration' | 'script' | 'run';
  /** `must`: a hook that breaks it is an error; `should`: a warning. */
  readonly level: 'must' | 'should';
}

type Entry = readonly [
  section: string,
  level: ContractRow['level'],
  seenIn: ContractRow['seenIn'],
  requirement: string,
];

const ENTRIES = [
  ['H1.1', 'must', 'configuration', 'It stands in a file that hooks are read from.'],
  ['H1.2.1', 'must', 'configuration', 'Events, groups and hooks are nested as the format says.'],
  ['H1.2.2', 'must', 'configuration', 'Its type is stated and known.'],
  ['H1.2.3', 'should', 'configuration', 'A timeout is a positive number in the right unit.'],
  ['H1.3.1', 'must', 'configuration', 'Names in its matcher and rule have the right case.'],
  [
    'H1.3.2',
    'must',
    'configuration',
    'Its matcher is a name, a list of names or a valid regular expression that can match.',
  ],
  ['H1.3.3', 'should', 'configuration', 'There is no matcher on an event that has none.'],
  ['H2.1.1', 'must', 'configuration', 'Its event exists.'],
  ['H2.1.2', 'must', 'script', 'It tries to block only where something can be blocked.'],
  ['H2.2.1', 'should', 'script', 'It ends with 0 when all is well.'],
  ['H2.2.2', 'must', 'script', 'It ends with 2 to block, and says why on stderr.'],
  ['H2.2.3', 'must', 'script', 'It ends with another code only when it failed itself, never to block.'],
  ['H3.1.1', 'must', 'script', 'It reads only input fields that its event has.'],
  ['H3.1.2', 'must', 'script', 'It takes the event from stdin, not from variables or placeholders.'],
  ['H3.2.1', 'must', 'script', 'JSON that decides is the only thing on stdout.'],
  [
    'H3.2.2',
    'must',
    'script',
    'Fields for one event stand in hookSpecificOutput, with the name of that event.',
  ],
  ['H3.2.3', 'must', 'script', 'Decisions have values that exist.'],
  ['H3.2.4', 'should', 'script', 'A block has a reason.'],
  ['H4.1', 'should', 'run', 'Whoever installs it knows what it does, and tried it in a safe place.'],
  ['H4.2.1', 'must', 'script', 'All input is checked before it is used.'],
  ['H4.2.2', 'must', 'script', 'Shell variables are quoted.'],
  ['H4.2.3', 'must', 'script', 'Paths from the input are checked for ways out of the project.'],
  ['H4.2.4', 'must', 'configuration', 'Scripts are named by full paths.'],
  [
    'H4.2.5',
    'should',
    'script',
    'Paths in the project start at the project directory, not at the working directory.',
  ],
  ['H4.2.6', 'must', 'script', 'Files with secrets are left alone.'],
  ['H4.3.1', 'must', 'script', 'Input that is not JSON is noticed.'],
  ['H4.3.2', 'must', 'script', 'Fields that may be missing are looked for before they are used.'],
  ['H4.3.3', 'must', 'script', 'A path from the input is made safe before it is used.'],
  ['H5.1.1', 'should', 'configuration', 'The script lies in the folder for hooks.'],
  [
    'H5.1.2',
    'should',
    'configuration',
    'Each event has its own script, or the script looks at the name of the event.',
  ],
  ['H5.1.3', 'should', 'script', 'What several scripts need stands in one place.'],
  ['H5.2.1', 'must', 'script', 'A broken event is handled, not crashed on.'],
  ['H5.2.2', 'should', 'script', 'What is not its business ends quietly with 0 or 1.'],
  ['H5.2.3', 'must', 'script', 'It never ends with 2 by accident.'],
  ['H5.2.4', 'must', 'script', 'It says on stderr what went wrong.'],
  ['H5.3.1', 'should', 'configuration', 'Its time is limited.'],
  ['H5.3.2', 'should', 'run', 'Several may run at once.'],
  ['H5.3.3', 'must', 'script', 'It does nothing that may wait for ever.'],
  ['H5.4.1', 'should', 'script', 'There is a test with sample input.'],
  ['H5.4.2', 'should', 'script', 'Its exit codes are tested.'],
  ['H5.4.3', 'should', 'script', 'Empty, broken and incomplete input is tested.'],
  ['H5.4.4', 'should', 'run', 'It changes no file that it should not.'],
  ['H6.1', 'must', 'script', 'It does not change the configuration of hooks or of the agent.'],
  ['H6.2', 'must', 'script', 'It executes nothing that came from outside unchecked.'],
  ['H6.3', 'must', 'script', 'It does not work on files with passwords, keys or tokens.'],
  ['H6.4', 'must', 'script', 'No shell variable stands unquoted.'],
  ['H6.5', 'must', 'script', 'No input is trusted as it comes.'],
  ['H6.6', 'must', 'script', 'It neither loops for ever nor sets itself off again.'],
  ['H6.7', 'must', 'script', 'It does not change system files.'],
  ['H6.8', 'must', 'script', 'It does not log whole events.'],
  ['H7.1', 'must', 'configuration', 'The definition follows the schema (all of H1).'],
  ['H7.2', 'must', 'script', 'All security practices are there (all of H4.2).'],
  ['H7.3', 'must', 'script', 'Errors are handled (all of H5.2).'],
  ['H7.4', 'should', 'script', 'A comment, a description or a README says what it is for.'],
  ['H7.5', 'should', 'script', 'There are tests for it.'],
  ['P1.1', 'must', 'configuration', 'Paths in the manifest start with "./" and stay in the plugin.'],
  ['P1.2', 'must', 'configuration', 'The hooks file does not lie in .claude-plugin.'],
  ['P1.3', 'must', 'configuration', 'Events stand under "hooks".'],
  ['P1.4', 'must', 'configuration', 'Event names are spelled exactly.'],
  ['P1.5', 'must', 'configuration', 'Each event has an array of groups.'],
  ['P1.6', 'must', 'configuration', 'Commands name the plugin’s files by its root.'],
  ['P1.7', 'should', 'configuration', 'Events without matchers have none, or an empty one.'],
  ['P9.1', 'must', 'script', 'The script is executable.'],
  ['P9.2', 'must', 'script', 'The script’s first line names its interpreter.'],
  ['P9.3', 'should', 'script', 'It reads its event from stdin.'],
  ['P9.4', 'must', 'script', 'Where it decides by JSON, the JSON can be read.'],
  ['P9.5', 'must', 'script', 'Its exit codes mean what they should (all of H2.2).'],
  ['P10.1', 'must', 'configuration', 'Paths of the plugin start at the variable for its root.'],
  ['P10.2', 'must', 'configuration', 'The manifest names files relative to the plugin.'],
  ['P10.3', 'must', 'configuration', 'No command depends on the working directory.'],
] as const satisfies readonly Entry[];

export type Section = (typeof ENTRIES)[number][0];

export const CONTRACT: readonly (ContractRow & { readonly section: Section })[] = ENTRIES.map(
  ([section, level, seenIn, requirement]) => ({ section, level, seenIn, requirement }),
);
