// Loads again after every change, and takes no passing state of a file for what its author wants.
import type { Generation } from '../nouns.js';
import { lacksFileOf, type Reload, reloadGeneration } from './reload.js';
import type { ConfigRequest } from './request.js';
import { type Watch, type WatchOptions, watchSources } from './watch.js';

export interface FollowOptions extends WatchOptions {
  /** A file that is away for so long was removed. */
  readonly goneMs?: number;
}

/**
 * Calls back with every reload. Keeps no process alive.
 * Editors and version control replace a file by taking it away first, so only one that stays away was removed.
 */
export function followSources(
  request: ConfigRequest,
  current: () => Generation,
  onReload: (reload: Reload) => void,
  { goneMs = 500, ...options }: FollowOptions = {},
): Watch {
  let timer: NodeJS.Timeout | null = null;

  const look = (isSure: boolean): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const reload = reloadGeneration(current(), request);
    if (reload.kind === 'adopted' && !isSure && lacksFileOf(current(), reload.generation)) {
      timer = setTimeout(() => look(true), goneMs).unref();
      return;
    }
    onReload(reload);
  };

  const watch = watchSources(request, () => look(false), options);
  return {
    close() {
      if (timer !== null) clearTimeout(timer);
      watch.close();
    },
  };
}
