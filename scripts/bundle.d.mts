/** Writes the command and what belongs to it into a folder; gives the path of the command. */
export function bundle(dir: string, modules?: string[]): Promise<string>;
/** Writes the library into a folder beside the one of the command. */
export function bundleLibrary(dir: string, modules?: string[]): Promise<void>;
/** Writes the plugin of opencode, `opencode-plugin.js`, into a folder. */
export function bundleOpencodePlugin(dir: string): Promise<readonly string[]>;
