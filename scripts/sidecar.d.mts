/** Where the Python package carries the sidecar. */
export const SIDECAR_FILE: string;
/** The text of that file, made from the sources as they are. */
export function sidecar(): Promise<string>;
