// All hosts that are driven, with the versions that are installed.
import type { DrivenName, Driver } from '../driver.js';
import { claude } from './claude.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { droid } from './droid.js';
import { gemini } from './gemini.js';
import { kimiCode } from './kimi-code.js';
import { opencode } from './opencode.js';
import { qwen } from './qwen.js';

export const DRIVERS: Readonly<Record<DrivenName, Driver>> = {
  claude,
  codex,
  copilot,
  gemini,
  qwen,
  'kimi-code': kimiCode,
  droid,
  cline,
  opencode,
};
