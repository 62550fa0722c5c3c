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
may be a \`hooks.json\`, a settings file, a plugin, a \`SKILL.md\`, an agent file or a project. It runs nothing.

It gathers what loading says ([Diagnostics](diagnostics.md): shape, events, matchers, \`if\` rules) and the rules below, which look at commands and at the
scripts they run: shell with a parser, Python and JavaScript as far as text tells, code in other languages not at all. Which hooks are reproduced from public
reports: [Hooks that do not fire](does-not-fire.md).

Exit code 0: no errors. 1: errors, with \`--strict\` also warnings. \`--json\` gives \`{version, files, hooks, findings[], contract[]?, fixes[]?}\`.

## Rules

The severity is the usual one; where a message says that something counts all the same, it is lower.

${table(
  ['code', 'severity', 'meaning', 'what to do', 'contract'],
  rules.map(([name, rule]) => [code(name), rule.severity, rule.meaning, rule.fix, rule.section ?? '']),
)}

## What \`--fix\` does

Only what provably means the same, in JSON files: a changed file is written in one step, with its mode, and the file as it was stays beside it as \`.bak\`.
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
