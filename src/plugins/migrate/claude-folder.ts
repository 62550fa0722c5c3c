// Where Claude Code keeps what belongs to the user.
import { join } from 'node:path';
import type { Journey } from './host.js';

/** `~/.claude`, wherever the user has put it. */
export const claudeFolder = ({ home, env }: Pick<Journey, 'home' | 'env'>): string =>
  env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
