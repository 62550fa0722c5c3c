/** Makes what is published, into a folder that is emptied first. */
export function build(dist: string): Promise<void>;
