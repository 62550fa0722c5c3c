// The page about the commands, made from their own help texts.
import { Readable, Writable } from 'node:stream';
import { Output } from '../src/cli/output.js';
import { COMMANDS, main } from '../src/cli/program.js';

/** docs/commands.md. Takes nothing from the machine it is made on. */
export async function commandsPage(): Promise<string> {
  const sections = await Promise.all(
    COMMANDS.map(async ({ name }) => `## \`${name}\`\n\n\`\`\`text\n${await help(name)}\n\`\`\`\n`),
  );
  const rows = COMMANDS.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${summary} |`);
  return `# Commands

<!-- Made by \`npm run docs\` from the help texts in src/cli/. Edit those, not this page. -->

Results are on stdout, diagnostics on stderr. \`--json\` prints one object with \`"version": 1\`; its shape is in
[schemas/command-output.schema.json](../schemas/command-output.schema.json). Colours appear on a terminal: \`--color\` (\`=always\`, \`=never\`, \`=auto\`), which every command takes,
decides, then \`FORCE_COLOR\`, then \`NO_COLOR\`.
In what others wrote, characters that would move the cursor, turn the direction round or be invisible are spelled out as JSON spells them: \`\\u001b\`.
Commands in messages stand in backticks and can be pasted: they have the options of the call that printed them. How hooks are called and marked: [Journal](journal.md#how-it-reads).
Exit codes: 0 fine, 1 something you can put right (or a deny, with \`--exit-code\`), 3 a fault of amplifier-hooks, 130 interrupted.
2 is never given, except by \`dispatch\`, whose job is to speak a hook's exit code.

What is wrong is one line on stderr that begins with \`amplifier-hooks:\`, mostly followed by one that says what to do. A place that cannot be read or
written, a full disk among them, is exit code 1. Empty values, a second value for an option that has one (of \`dispatch\` the last counts), and options that say nothing where they
stand are refused. \`--project <dir>\` is a folder and \`--scope\` one of \`user\`, \`project\` and \`local\` in every command that has them.
\`--version\` prints the version as its first word, then which installation and which Node that is.

| command | what it does |
| --- | --- |
${rows.join('\n')}

${sections.join('\n')}`;
}

async function help(command: string): Promise<string> {
  const chunks: string[] = [];
  const stream = () =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          chunks.push(String(chunk));
          done();
        },
      }),
      { columns: 80 },
    );
  const [stdout, stderr] = [stream(), stream()];
  const code = await main([command, '--help'], {
    stdin: Readable.from([]),
    stdout: new Output(stdout),
    stderr: new Output(stderr),
    env: {},
    cwd: '/',
  });
  if (code !== 0) throw new Error(`amplifier-hooks ${command} --help: exit code ${code}`);
  return chunks.join('').trim();
}
