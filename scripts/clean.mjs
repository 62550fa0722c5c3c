// A stale file in dist/ would be published; so every build starts from nothing.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
