// The door for what is written into the files of hosts: only who connects one needs it.
export { CLAUDE_SETTINGS } from '../claude/settings.js';
export { hookScript, isHookScript } from '../cline/script.js';
export { isPluginText, PLUGIN_NAME, pluginText } from '../opencode/plugin-file.js';
