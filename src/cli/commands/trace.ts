// `trace <session> --out x.html`: one session as a page in one file.
import { resolve } from 'node:path';
import { homeOf, PRIVATE_FILE, replaceFile } from '../../files/index.js';
import { recordedSessions } from '../../journal/index.js';
import { makeTrace } from '../../studio/index.js';
import { plural, systemReasonOf } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { journalPlace, noSession, nothingRecorded } from '../options/journal-flags.js';
import { builtPage } from '../studio/page.js';

export const trace: CommandModule = {
  define(command) {
    command
      .argument(
        '[session]',
        'the id of a session, or the beginning of it (default: the one that was last active)',
      )
      .requiredOption('--out <file>', 'the file to write, such as trace.html')
      .option('--project <dir>', 'the project whose journal is read (default: the one around)')
      .option('--home <dir>', 'the home directory it lies in (default: yours)')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
The file is the page of \`amplifier-hooks studio\` with the events of the session
inside. It opens without a network and sends nothing. Secrets are redacted as in
the journal, and your home directory is written as ~. Inputs and outputs of hooks
are in it: look through it before you give it to others.

Examples:
  amplifier-hooks trace --out trace.html
  amplifier-hooks trace 7f3c --out trace.html`,
      );
  },

  async run(call) {
    const { io, options } = call;
    const { stateDir, projectDir } = journalPlace(call);
    const session = await sessionOf(call, stateDir, projectDir);
    const home = textFlag(options, 'home') ?? homeOf(io.env).path;
    const made = await makeTrace({ stateDir, projectDir, session, home, page: builtPage(), now: new Date() });
    if (made === null) throw new UserError(`nothing is recorded of the session ${JSON.stringify(session)}`);
    const file = resolve(io.cwd, textFlag(options, 'out') ?? '');
    try {
      replaceFile(file, made.html, { mode: PRIVATE_FILE });
    } catch (error) {
      throw new UserError(`${file} cannot be written: ${systemReasonOf(error)}`);
    }
    const { events, leftOut, cutAt } = made;
    const bytes = Buffer.byteLength(made.html);
    if (flag(options, 'json')) printJson(io, { file, session, events, leftOut, cutAt, bytes });
    else
      print(io, [
        `Written to ${file}: ${plural(events, 'event')} of the session ${session}, ${Math.ceil(bytes / 1000)} kB`,
        ...(leftOut === 0 ? [] : [`Left out: ${plural(leftOut, 'older event')}`]),
        ...(cutAt === null
          ? []
          : [`Texts of more than ${cutAt} characters are cut, so that the file stays small.`]),
        'Look through it before you give it to others: inputs and outputs of hooks are in it.',
      ]);
    return EXIT.fine;
  },
};

async function sessionOf(call: Call, stateDir: string, projectDir: string): Promise<string> {
  const [wish] = call.args;
  const sessions = await recordedSessions(stateDir, projectDir);
  const [last] = sessions;
  if (last === undefined) {
    const [problem = '', hint = null] = nothingRecorded(call, { stateDir, projectDir });
    throw new UserError(problem, hint);
  }
  if (wish === undefined) return last;
  if (sessions.includes(wish)) return wish;
  const meant = sessions.filter((session) => session.startsWith(wish));
  const [found] = meant;
  if (found === undefined) throw new UserError(noSession(wish, { projectDir }));
  if (meant.length > 1)
    throw new UserError(
      `"${wish}" may mean ${plural(meant.length, 'session')}`,
      `They are: ${meant.slice(0, 10).join(', ')}`,
    );
  return found;
}
