// The pages about the validator, made from its tables.
import { CONTRACT, FIXABLE_CONFIG, RULES, type RuleInfo } from '../src/validate/index.js';
import { REPORTS, type Silence, WITHOUT_CAUSE } from '../src/validate/testing/does-not-fire.js';
import { MALFORMED } from '../src/validate/testing/malformed.js';
import { code, MADE, table } from './markdown.js';

const SEEN_IN = { configuration: 'the definition', script: 'the text', run: 'a run' } as const;

/** docs/validate.md */
export function rulesPage(): string {
  const rules: readonly (readonly [string, RuleInfo])[] = Object.entries(RULES);
  return `# Validate

${MADE}

\`amplifier-hooks validate [path…]\` says what is wrong with hooks: where, why, and what to do. Without a path it looks at everything that is loaded; a path
may be a \`hooks.json\`, a settings file, a plugin, a \`SKILL.md\`, the file of a command or an agent, or a project. It runs nothing.

It gathers what loading says ([Diagnostics](diagnostics.md): shape, events, matchers, \`if\` rules) and the rules below, which look at commands and at the
scripts they run: shell with a parser, Python and JavaScript as far as text tells, code in other languages not at all. Which hooks are reproduced from public
reports: [Hooks that do not fire](does-not-fire.md).

## What it prints

One line a finding, as compilers say it, so that terminals and editors lead to the place, and below it what to do. On a terminal long lines are wrapped; a
program that reads them gets them whole.

<!-- not run: an excerpt -->
\`\`\`text
.claude/settings.json:7:11: warning: no tool is called "bash"; names are case-sensitive [matcher-case]
    → Did you mean "Bash"? (--fix)
\`\`\`

| \`--format\` | for |
| --- | --- |
| \`text\` | people; the default |
| \`json\` | programs; the same as \`--json\` |
| \`github\` | workflows of GitHub: an annotation a finding, beside the line in the pull request |
| \`sarif\` | whatever reads SARIF 2.1.0, such as code scanning; with the meaning of every code |

\`github\` and \`sarif\` name files from the working directory, so start the command where the repository begins. With \`--contract\` they have what is not met too.

\`\`\`yaml
- run: npx amplifier-hooks validate --claude-settings --profile claude-code --strict --format github
\`\`\`

Exit code 0: no errors. 1: errors, with \`--strict\` also warnings. \`--json\` gives \`{version, files, hooks, findings[], contract[]?, fixes[]?}\`.

## What it takes for granted, and where it is silent

A finding says what is so, not what may be. Where a text leaves it open, nothing is said:

- A name may be a function: all files that a shell script sources are read, however deep, by \`source x\`, \`. "$(dirname "$0")/x"\`, \`"\${BASH_SOURCE%/*}/x"\`
  or behind a variable, beside the script or below a folder above it. If one cannot be found, no program of that hook is called missing.
- A program whose failure is dealt with (\`|| …\`, \`&\`, \`try\`, \`command -v\`), or that only another system has where the text asks for the system, may be missing.
- A field that is looked for first, or has something else in its place (\`// false\`, \`.get(…)\`, \`in\`, \`??\`), may be missing. Only what is read from the event itself counts.
- A script that reads \`hook_event_name\` and names events serves several; which answer is for which is not told.
- Exit codes and output of a program that a hook starts are that program’s own, unless the hook becomes it (\`exec\`). A file that is only named in a comment is not looked at.
- Ending with 2 because of a wrong command line is no block, and a Stop hook that counts its rounds ends them itself.

How often that is right is measured on public configurations; the labels are in \`test/corpus\`, and how they were made stands in \`CONTRIBUTING.md\`.

## Rules

The severity is the usual one; where a message says that something counts all the same, it is lower.

${table(
  ['code', 'severity', 'meaning', 'what to do', 'contract'],
  rules.map(([name, rule]) => [code(name), rule.severity, rule.meaning, rule.fix, rule.section ?? '']),
)}

## What \`--fix\` does

Only what provably means the same, and names of tools that differ in case alone, in JSON files: a changed file is written in one step, with its mode, and the file as it was stays beside it as \`.bak\`.
Comments and layout stay. \`--fix --dry-run\` shows the change. Codes it knows: ${[
    ...FIXABLE_CONFIG,
    ...rules.filter(([, rule]) => rule.fixable).map(([name]) => name),
  ]
    .sort()
    .map(code)
    .join(', ')}.
A timeout in milliseconds is changed only in the profile \`amplifier\`, where it is read as such; a script becomes executable only if its first line names an interpreter.

## The contract

\`validate --contract\` holds each hook against every requirement for hook handlers (H) and plugins (P). The answer to each is \`met\`, \`not met\`, \`cannot be seen\`
with the reason, or \`does not apply\`; for what is met or not met the place is shown. “Nothing of the kind was found” counts as met only where everything the hook runs could be read.
What must be is an error (exit code 1), what should be a warning (\`--strict\`).

${table(
  ['section', 'requirement', 'level', 'seen in'],
  CONTRACT.map(({ section, requirement, level, seenIn }) => [section, requirement, level, SEEN_IN[seenIn]]),
)}
`;
}

/** docs/does-not-fire.md */
export function doesNotFirePage(): string {
  const row = ({ report, cause, teller, flags = [], event, says }: Silence): readonly string[] => [
    report,
    cause,
    code([teller, ...(event === undefined ? [] : [event.name]), ...flags].join(' ')),
    code(says),
  ];
  return `# Hooks that do not fire

${MADE}

The most frequent complaint about hooks is that nothing happens and nobody says why. Each row is a report of that kind, rebuilt as a small configuration in a test, with
the command that names the cause and the line in which it does. Where only a comment on a report shows a cause, that one is rebuilt.

## Reports

${table(['report', 'cause', 'command', 'what it says'], REPORTS.map(row))}

## Configurations found in public

${table(
  ['cause', 'command', 'what it says'],
  MALFORMED.map((one) => row(one).slice(1)),
)}

## Reports without a cause to show

Nothing was rebuilt for these. Only parts of them could be read, and those name no cause that a configuration shows.

${table(
  ['report', 'what is known'],
  WITHOUT_CAUSE.map(([report, why]) => [report, why]),
)}
`;
}
