// A new plugin: its files, before anything is written.
import { type EventName, eventRow } from '../events/index.js';
import { matcherProblems } from '../match/index.js';
import type { HandlerType } from '../nouns.js';
import { folderNameProblem } from '../text/index.js';
import { type NewHandler, newHandler } from './handlers.js';
import { type Sample, sampleFor } from './sample.js';
import { type Language, SCRIPTS } from './scripts.js';
import { casesFor, testText } from './test-file.js';
import { BadWish } from './write.js';

export interface Wish {
  readonly name: string;
  readonly event: EventName;
  /** `null`: none, or where the event is about tools, `Bash`. */
  readonly matcher: string | null;
  readonly language: Language;
  /** Default: `command`. */
  readonly type?: HandlerType;
  /** What `$schema` says, for editors; default: nothing. */
  readonly schema?: string;
}

export interface NewFile {
  readonly name: string;
  readonly content: string;
  readonly executable: boolean;
}

export interface NewPlugin {
  readonly files: readonly NewFile[];
  /** The file that says what the hook does. */
  readonly script: string;
  readonly needs: readonly string[];
  /** An event that the hook has something to say about. */
  readonly caught: Sample['caught'];
}

/** The name is also that of a script, so it has no ending of its own. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i;
const TIMEOUT_S = 10;

/** The files of a plugin with one hook. Throws `BadWish`. */
export function newPlugin(wish: Wish): NewPlugin {
  const { name, event, matcher: stated, language, type = 'command' } = wish;
  const wrong = folderNameProblem(name);
  if (wrong !== null || !NAME.test(name))
    throw new BadWish(
      `"${name}" cannot be the name of a plugin${wrong === null ? '' : `: it ${wrong}`}`,
      'Use letters, digits, "-" and "_", such as no-force-push.',
    );
  const row = eventRow(event);
  const matcher = stated ?? (row.tool ? 'Bash' : null);
  const [problem] = matcherProblems(matcher, row, []).filter(({ severity }) => severity !== 'info');
  if (problem !== undefined) throw new BadWish(problem.message, problem.hint);
  const sample = sampleFor(event, matcher);
  if (sample === null) throw new BadWish(`no ${event} can be made up that "${matcher}" selects`, null);
  const { hook, files, needs, cases, customise } =
    type === 'command'
      ? commandHandler(name, event, sample, language)
      : newHandler(type, name, event, sample);
  const file = (fileName: string, content: string): NewFile => ({
    name: fileName,
    content,
    executable: false,
  });
  return {
    script: files.find(({ executable }) => executable)?.name ?? 'hooks.json',
    needs,
    caught: sample.caught,
    files: [
      file('hooks.json', `${JSON.stringify(registry(wish, matcher, hook, sample), null, 2)}\n`),
      ...files,
      file(`${name}.hooktest.yaml`, testText(cases, needs)),
      file('README.md', readme(name, event, matcher, customise, sample, needs)),
    ],
  };
}

function commandHandler(name: string, event: EventName, sample: Sample, language: Language): NewHandler {
  const { ending, needs, text } = SCRIPTS[language];
  const script = `${name}.${ending}`;
  return {
    hook: { type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/${script}"`, timeout: TIMEOUT_S },
    files: [{ name: script, content: text(name, event, sample), executable: true }],
    needs,
    cases: casesFor(name, event, sample),
    customise: `Everything the hook does stands in \`${script}\`; when it runs, in \`hooks.json\`.`,
  };
}

function registry({ event, schema }: Wish, matcher: string | null, hook: unknown, sample: Sample): unknown {
  const group = matcher === null ? { hooks: [hook] } : { matcher, hooks: [hook] };
  const description = `${sample.purpose.charAt(0).toUpperCase()}${sample.purpose.slice(1)}`;
  const editor = schema === undefined ? {} : { $schema: schema };
  return { ...editor, description, contractVersion: 1, hooks: { [event]: [group] } };
}

function readme(
  name: string,
  event: EventName,
  matcher: string | null,
  customise: string,
  sample: Sample,
  needs: readonly string[],
): string {
  const of = matcher === null ? '' : ` (matcher \`${matcher}\`)`;
  return `# ${name}

A hook that ${sample.purpose}. It runs ${eventRow(event).fires}: \`${event}\`${of}.

## Install

Copy this folder into \`.amplifier/hooks/\` of a project, or into \`~/.amplifier/hooks/\` for all projects.

## Test

\`\`\`sh
amplifier-hooks test .amplifier/hooks/${name}
\`\`\`

What is expected of the hook stands in \`${name}.hooktest.yaml\`.

## Customise

${customise}

## Needs

${needs.length === 0 ? 'Nothing on this machine.' : needs.map((need) => `\`${need}\` on the PATH.`).join('\n')}
`;
}
