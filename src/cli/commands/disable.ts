// `disable <id|plugin>`: switches a hook or plugin off, without touching the file it stands in.
import { switchCommand } from '../work/switch-command.js';

export const disable = switchCommand('disabled');
