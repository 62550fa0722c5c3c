// Which addresses and paths name an archive.
import { urlOf } from '../../text/index.js';

const ENDING = /\.(?:tar|tar\.gz|tgz|zip)$/i;

export const isArchivePath = (path: string): boolean => ENDING.test(path);

/** By the path in the address: a host may end in .zip as well. */
export const isArchiveAddress = (address: string): boolean => ENDING.test(urlOf(address)?.pathname ?? '');
