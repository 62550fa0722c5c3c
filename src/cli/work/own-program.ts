// The program that runs, as another one can start it.
import type { Program } from '../../connect/index.js';
import type { Io } from '../io.js';
import { ownCommand } from '../resident/door.js';

export const ownProgram = ({ command }: Io): Program => ({
  node: process.execPath,
  command: command ?? ownCommand(),
});
