// `dispatch --client <file>`: writes the client, with everything that the command line said.
import { lstatSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EVENT_NAMES, eventRow, type KnownEventRow } from '../../events/index.js';
import { isFolder, replaceFile, startOf } from '../../files/index.js';
import { findShells } from '../../machine/index.js';
import { VERSION } from '../../version.js';
import type { Call } from '../command.js';
import { answerAtFault } from '../dispatch/fault.js';
import type { Speaker } from '../dispatch/host-event.js';
import { dispatchOrder } from '../dispatch/order.js';
import { speakerOf } from '../dispatch/read-event.js';
import { wordsAgain } from '../dispatch/words-again.js';
import { UserError } from '../io.js';
import { type ClientOf, clientScript } from './client-script.js';
import { doorName, ownCommand } from './door.js';

/** How the second line of every client begins. */
const MARK = '# Answers one event on stdin as `amplifier-hooks dispatch`';
const EXECUTABLE = 0o755;

/** Gives the path of the client. */
export async function writeClient(wish: string, call: Call): Promise<string> {
  const { io } = call;
  const path = resolve(io.cwd, wish);
  const { bash } = findShells(io.env['PATH'] ?? '');
  if (bash === null || process.platform === 'win32')
    throw new UserError('the client is a script for bash, which is not here', 'Let the host call dispatch.');
  if (/\s/.test(bash)) throw new UserError(`${bash} cannot start a script: its path has a space`);
  if (!isFolder(dirname(path))) throw new UserError(`${dirname(path)} is not a folder`);
  if (!isFree(path))
    throw new UserError(`${path} is there already, and is no client`, 'Name another file, or remove it.');
  const command = ownCommand();
  const script = clientScript({
    bash,
    node: process.execPath,
    command,
    id: doorName(command),
    words: wordsAgain(call),
    gates: await gatesOf(call, command),
    version: VERSION,
  });
  replaceFile(path, script, { mode: EXECUTABLE });
  return path;
}

/** What a client answers at each gate when nobody is there any more whom it could ask. */
async function gatesOf(call: Call, command: string): Promise<ClientOf['gates']> {
  const { host, event, cwd, failClosed, load } = dispatchOrder(call);
  // Who will ask is not who makes the client.
  const wish = { host: host === 'auto' ? ('claude' as const) : host, event, cwd, load };
  const speaker = await speakerOf(null, wish);
  const gone = `${command} is not there any more`;
  const all = EVENT_NAMES.map(eventRow);
  const gates = all.filter(({ permission }) => permission);
  // Other agents are told everywhere, since an exit code of ours may mean anything to them.
  const rows = speaker.host === 'agent' ? [...gates, ...all.filter(({ permission }) => !permission)] : gates;
  return rows.flatMap((row) => {
    const answer = answerAtFault(row, { speaker, failClosed }, gone);
    return namesOf(row, speaker, event).map((name) => ({ event: name, answer }));
  });
}

/** What an event is called in what the host sends; '' where the command line says that it is always this one. */
function namesOf({ name }: KnownEventRow, speaker: Speaker, event: string | null): readonly string[] {
  if (speaker.host !== 'agent') return [name];
  const theirs = speaker.agent.facts.events.filter(({ ours }) => ours === name).map((one) => one.theirs);
  if (event === null) return theirs;
  return theirs.includes(event) ? [''] : [];
}

/** Nothing is there, or a client that is made again. */
function isFree(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return true;
  return startOf(path, 4096).toString().includes(`\n${MARK}`);
}
