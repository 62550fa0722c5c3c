// What `--version` prints: the version first, for scripts, and which installation that is, for people.
import { realpathSync } from 'node:fs';
import { VERSION } from '../version.js';

export function versionLine(): string {
  const [node, own = ''] = [process.execPath, process.argv[1]];
  return `${VERSION} (${realPath(own)}, Node ${process.versions.node} at ${node})\n`;
}

/** Package managers put a link into PATH; who asks wants to know where that leads. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
