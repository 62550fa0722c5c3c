// Every diagnostic code about matchers, `if` rules and repeated definitions. The reference page is made from this table.
import { type CodeInfo, error, info, warning } from '../text/index.js';

export const MATCH_CODES = {
  // Matchers that do not do what is written.
  'matcher-invalid': error(
    'A matcher is not a valid regular expression. It never matches (profile `amplifier`: only exactly this text).',
    'Write a name, a list such as `Edit|Write`, or a valid JavaScript regular expression.',
  ),
  'matcher-unjudged': error(
    'A regular expression takes too long, or nests too deep to be tried. It counts as matching everything, so that no guard is left out.',
    'Rewrite it without a repetition inside a repetition, or as a list of names.',
  ),
  'matcher-unchecked': warning(
    'There are more matchers than can be tried in the time of a load, or more problems of them than are listed. They are used as they are.',
    'Rewrite slow matchers without a repetition inside a repetition, or as lists of names.',
  ),
  'matcher-permission-rule': error(
    'A permission rule such as `Bash(git *)` stands in a matcher, where it selects nothing.',
    'Put the tool name into `matcher` and the rule into `if` of the hook.',
  ),
  'matcher-expression': error(
    'A matcher looks like an expression (`tool == "Bash"`), but is taken as one regular expression.',
    'Write the names alone; conditions on the input belong into `if` or into the hook.',
  ),
  'matcher-glob': error(
    'A file pattern such as `*.ts` stands in a matcher.',
    'For tools use `if`, for example `Edit(*.ts)`; for file names a regular expression such as `\\.ts$`.',
  ),
  'matcher-empty': error(
    'A matcher is a list without names, such as `|`, and selects nothing.',
    'For everything write `*`, or leave the matcher out.',
  ),
  'matcher-ignored': warning(
    'The event ignores matchers, so the hook always runs.',
    'Leave the matcher out, and let the hook look at its input.',
  ),
  'matcher-matches-everything': warning(
    'A regular expression is found in every text, such as `B*` or `(?!Bash).*`.',
    'For everything write `*`; for a beginning `^B`; for all but one `^(?!Bash$)`.',
  ),
  'matcher-matches-nothing': warning(
    'A regular expression matches no known tool, or no value this event can have.',
    'Correct it; slashes around it are part of the pattern.',
  ),
  'matcher-list-is-regex': warning(
    'One special character makes a whole list a regular expression, so that `Edit` also selects `NotebookEdit`.',
    'Anchor it: `^(?:Edit|mcp__.*)$`.',
  ),
  'matcher-case': warning('A tool name differs from a known one in case only.', 'Names are case-sensitive.'),
  'matcher-blank': warning(
    'Names are separated by blanks only, so they are taken as one name.',
    'Separate names with `|` or `,`.',
  ),
  'matcher-mcp-server': warning(
    'The name of an MCP server alone selects none of its tools.',
    'Write `mcp__server__.*`.',
  ),
  'matcher-unknown-value': warning(
    'A name is none of the values that the event can have.',
    'Use one of the values in the message.',
  ),
  'matcher-target-cut': warning(
    'A name is longer than 256 characters; regular expressions see only its beginning.',
    'Match its beginning, or write the whole name as a list.',
  ),
  'matcher-unanchored': info(
    'A regular expression is found anywhere in a name, and so selects more known tools than a whole match would.',
    'If whole names are meant, anchor it: `^(?:…)$`.',
  ),
  'matcher-star': info(
    'A star repeats the character before it; the matcher works by luck.',
    'Write `.*` for "anything".',
  ),
  'matcher-unknown-tool': info(
    'No known tool has that name.',
    'Correct it, unless the host has a tool of that name.',
  ),

  // Rules that select nothing.
  'if-invalid': error(
    'An `if` rule cannot be understood and never selects anything.',
    'Write a tool name, or one with an argument: `Bash(git *)`, `Edit(src/**)`.',
  ),
  'if-without-tool': error('The event has no tool call, so a hook with `if` never runs.', 'Leave `if` out.'),
  'if-tool-case': error(
    'The tool name of a rule differs from a known one in case only.',
    'Names are case-sensitive.',
  ),
  'if-mcp-server': error(
    'A rule names an MCP server; it needs the full name of one tool.',
    'Write the full name, or use the matcher.',
  ),

  // Definitions that a stronger one pushes aside.
  'definition-outranked': warning(
    'A hook of a stronger scope is defined again with other options; where both are selected, the stronger definition counts.',
    'Remove the repetition, or write a hook of its own with another command.',
  ),
} as const satisfies Record<string, CodeInfo>;

export type MatchCode = keyof typeof MATCH_CODES;
