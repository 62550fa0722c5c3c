/** Writes the executable `amplihack-hooks` into a folder; gives its path. */
export function bundleAmplihack(dir: string, modules?: string[]): Promise<string>;
