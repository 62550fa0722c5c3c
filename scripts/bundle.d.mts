/** Writes the command and what belongs to it into a folder; gives the path of the command. */
export function bundle(dir: string): Promise<string>;
