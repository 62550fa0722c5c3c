/** Where the Python package carries the sidecar. */
export const SIDECAR_FILE: string;
/** Where it carries the command line. */
export const COMMANDS_FILE: string;
/** The text of the sidecar, made from the sources as they are. */
export function sidecar(): Promise<string>;
/** The text of the command line, made from the sources as they are. */
export function commands(): Promise<string>;
