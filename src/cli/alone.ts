// The entry of the command line where all of it is one file, as the Python package carries it.
import { start } from './start.js';

start(process.argv.slice(2), () => undefined);
