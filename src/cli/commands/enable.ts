// `enable <id|plugin>`: takes back what `disable` did.
import { switchCommand } from '../work/switch-command.js';

export const enable = switchCommand('enabled');
