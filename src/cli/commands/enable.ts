// `enable <id|plugin>`: takes back what `disable` did.
import { switchCommand } from '../switch-command.js';

export const enable = switchCommand('enabled');
