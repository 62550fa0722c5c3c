// What the name of an archive looks like.

const ENDING = /\.(?:tar|tar\.gz|tgz|zip)$/i;

export const isArchivePath = (path: string): boolean => ENDING.test(path);

/** By the path in the address: a host may end in .zip as well. */
export const isArchiveAddress = (address: string): boolean =>
  URL.canParse(address) && ENDING.test(new URL(address).pathname);
