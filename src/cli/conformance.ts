// The command `conformance`: runs the vectors of folders against the engine and reports.
import { realpathSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BadFolder, jsonReport, loadVectors, runVectors, tally, textReport } from '../conformance/index.js';
import { ownFile } from '../package.js';
import { reasonOf, shownJson, traceOf } from '../text/index.js';
import type { Io } from './io.js';
import { Output } from './output.js';

const USAGE = `usage: conformance [folder…] [--only <text>] [--json] [--time-scale <factor>]

  folder         a folder with vectors; default: those of this repository
  --only         only vectors whose name (<group>/<id>) contains the text
  --json         print one JSON object instead of a report for people
  --time-scale   what a slow machine may multiply upper time limits with; default 1

exit code: 0 all passed, 1 something failed or the command line is wrong, 3 fault of the command itself`;

/** A command line that cannot be followed. */
class BadUsage extends Error {}

/** Runs the command; gives its exit code. */
export async function conformance(
  args: readonly string[],
  { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>,
): Promise<number> {
  try {
    const { folders, only, json, help, timeScale } = readArguments(args);
    if (help) {
      stdout.text(`${USAGE}\n`);
      return 0;
    }
    const loaded = await loadVectors(folders);
    const chosen = loaded.filter(({ subject }) => subject.name.includes(only));
    if (chosen.length === 0) throw new BadUsage(`no vector has a name that contains "${only}"`);
    const results = await runVectors(chosen, { timeScale });
    if (json) stdout.data(`${shownJson(jsonReport(results))}\n`);
    else stdout.text(`${textReport(results)}\n`);
    return tally(results).failed > 0 ? 1 : 0;
  } catch (error) {
    const known = error instanceof BadFolder || error instanceof BadUsage;
    stderr.text(`${known ? `conformance: ${error.message}` : traceOf(error)}\n`);
    return known ? 1 : 3;
  }
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        only: { type: 'string', default: '' },
        json: { type: 'boolean', default: false },
        'time-scale': { type: 'string', default: '1' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const timeScale = Number(values['time-scale']);
    if (!(timeScale >= 1 && Number.isFinite(timeScale))) {
      throw new Error(`--time-scale must be a number from 1 on, not "${values['time-scale']}"`);
    }
    return {
      ...values,
      timeScale,
      folders: positionals.length > 0 ? positionals : [ownFile('conformance') ?? 'conformance'],
    };
  } catch (error) {
    throw new BadUsage(`${reasonOf(error)}\n\n${USAGE}`);
  }
}

const [, program] = process.argv;
if (program !== undefined && realpathSync(program) === import.meta.filename) {
  process.exitCode = await conformance(process.argv.slice(2), {
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
  });
  // A hook that could not be ended must not keep the command from ending.
  setTimeout(() => process.exit(), 3000).unref();
}
