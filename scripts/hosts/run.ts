// `npm run hosts [-- <host> …]`: plays every case in the real hosts, keeps what was seen, and writes docs/hosts.md.
// `npm run hosts -- <host> --show <case>`: plays one, prints what came and went, and keeps nothing.
import { writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../../src/text/index.js';
import type { Case } from './case.js';
import { ALL_CASES } from './cases.js';
import { cellOf, UNKNOWN } from './cell.js';
import { DRIVEN_NAMES, type DrivenName, type Driver } from './driver.js';
import { DRIVERS } from './drivers/index.js';
import { type Installed, install } from './install.js';
import { keep, repository } from './kept.js';
import { type Played, play } from './play.js';
import { type RecordedCase, type RecordedPlay, type Recording, stable } from './recording.js';
import { scorecard } from './scorecard.js';
import { show } from './show.js';

const root = repository();
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function record(driver: Driver): Promise<Recording> {
  const { name: host, version } = driver;
  const date = new Date().toISOString().slice(0, 10);
  const system = `${process.platform} ${process.arch}, ${release().split('.').slice(0, 2).join('.')}`;
  const about = { host, version, date, system };
  try {
    const installed = await install(driver);
    const cases: RecordedCase[] = [];
    for (const which of ALL_CASES) cases.push(await recordCase(driver, installed, which));
    const [control] = cases;
    // What did not happen means nothing where it does not happen without hooks either.
    const problem = control === undefined || control.cell === 'works' ? null : control.cell;
    return { ...about, problem, cases };
  } catch (error) {
    const [problem = ''] = reasonOf(error).split('\n');
    return { ...about, problem, cases: [] };
  }
}

async function recordCase(driver: Driver, installed: Installed, which: Case): Promise<RecordedCase> {
  const plays: Played[] = [];
  for (const [take] of which.plays(driver.tools('')).entries())
    plays.push(await play(driver, installed, which, take));
  const { cell, why } = await cellOf(
    which,
    driver.name,
    plays.map(({ seen }) => seen),
  );
  say(`${driver.name}: ${which.title}: ${cell}${why === null ? '' : ` (${why})`}`);
  return { id: which.id, cell, why, plays: plays.map((played) => kept(which, played)) };
}

/** What a case is about, and what was answered with something. */
function kept({ inOrder, about }: Case, { exchanges, seen, root: place }: Played): RecordedPlay {
  const isKept = ({ answer, event, payload }: Played['exchanges'][number]): boolean =>
    inOrder === true ||
    answer === null ||
    answer.exitCode !== 0 ||
    `${answer.stdout}${answer.stderr}` !== '' ||
    (event ?? payload['hook_event_name']) === about?.event;
  return stable({ exchanges: exchanges.filter(isKept), seen }, place);
}

const isDriven = (name: string): name is DrivenName => DRIVEN_NAMES.some((known) => known === name);

const [first = '', option, shownCase = ''] = process.argv.slice(2);
if (option === '--show' && isDriven(first)) {
  say(await show(DRIVERS[first], shownCase));
  process.exit(0);
}
const wished = process.argv.slice(2);
const strange = wished.filter((name) => !isDriven(name));
if (strange.length > 0) {
  say(`${strange.join(', ')} cannot be played; hosts: ${DRIVEN_NAMES.join(', ')}`);
  process.exit(1);
}
const names = wished.length === 0 ? DRIVEN_NAMES : wished.filter(isDriven);
const recordings: Recording[] = [];
for (const name of names) {
  const recording = await record(DRIVERS[name]);
  if (recording.problem !== null) say(`${name}: not played: ${recording.problem}`);
  keep(root, recording);
  recordings.push(recording);
}
writeFileSync(join(root, 'docs/hosts.md'), await scorecard(root));
say('docs/hosts.md');
/** Whatever is not explained needs a look. */
const unexplained = recordings.flatMap(({ cases, problem }) => [
  ...cases.filter(({ why }) => why === UNKNOWN).map(({ id }) => id),
  ...(problem === null ? [] : [problem]),
]);
process.exit(unexplained.length === 0 ? 0 : 1);
