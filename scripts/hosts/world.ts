// A throw-away user with a project, hooks and a connected host, and what that host asks and is answered.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settle } from '../../src/engine/index.js';
import { Folder } from '../../src/testing/index.js';
import { isRecord, shellWord } from '../../src/text/index.js';
import { follow, repositoryOf } from '../../src/trust/index.js';
import type { Case } from './case.js';
import { hooksFile, NEW_FILE, OLD_FILE, OLD_TEXT } from './cases.js';
import type { Driver } from './driver.js';
import { repository } from './kept.js';
import type { Exchange } from './seen.js';

/** What is looked at: all that the calls of the model would make or change. */
const FILES = [NEW_FILE, OLD_FILE, 'changed.txt'];
/** What `connect` makes, below the throw-away folder. */
const LAUNCHER = 'home/.amplifier/bin/amplifier-hooks';
const EXECUTABLE = join(repository(), 'dist/bin/amplifier-hooks.cjs');

export class World extends Folder {
  readonly home = this.makeFolder('home');
  readonly project = this.makeFolder('project');
  readonly below = this.makeFolder('project/below');
  readonly #noted = this.makeFolder('noted');
  constructor() {
    super('amplifier-hooks-hosts-');
    this.makeFolder('tmp');
    for (const folder of [this.project, this.below]) this.#keep(folder);
    execFileSync('git', ['init', '--quiet', this.project]);
  }

  /** Where the host is started. */
  start({ below }: Case): string {
    return below === true ? this.below : this.project;
  }

  env(path: readonly string[] = []): Readonly<Record<string, string>> {
    const programs = [...path, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'];
    return {
      PATH: programs.join(':'),
      HOME: this.home,
      TMPDIR: this.path('tmp'),
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      NO_COLOR: '1',
    };
  }

  /** Writes the hooks of a case. */
  prepare(which: Case): void {
    const isProject = which.owner === 'project';
    const place = isProject ? 'project' : 'home';
    this.write(`${place}/.amplifier/hooks/hooks.json`, hooksFile(which, this.project));
    if (isProject) this.#own();
  }

  /** Connects a host for this user; from then on what it asks, and what it is answered, is noted. */
  connect({ name, connecting = [] }: Driver): void {
    const words = [EXECUTABLE, 'connect', name, ...connecting];
    execFileSync(process.execPath, words, { cwd: this.project, env: this.env(), stdio: 'pipe' });
    const launcher = this.path(LAUNCHER);
    renameSync(launcher, `${launcher}-itself`);
    this.write(LAUNCHER, this.#noting(`${launcher}-itself`), 0o755);
  }

  /** The project is the user's own work, which needs no approval: what `amplifier-hooks trust --follow` asks a person. */
  #own(): void {
    const { stateDir } = settle({ projectDir: this.project, env: this.env() });
    follow({ stateDir, key: repositoryOf(this.project).key }, true);
  }

  files(where: string): Readonly<Record<string, string | undefined>> {
    const folder = where.slice(this.root.length + 1);
    const there = FILES.filter((name) => existsSync(this.path(folder, name)));
    return Object.fromEntries(there.map((name) => [name, this.read(`${folder}/${name}`).trim()]));
  }

  /** What was asked and answered, in its order. A host may end before its last question is put. */
  exchanges(): readonly Exchange[] {
    return readdirSync(this.#noted)
      .filter((name) => existsSync(this.path('noted', name, 'stdin')))
      .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
      .map((name) => this.#exchange(`noted/${name}`));
  }

  #exchange(folder: string): Exchange {
    const payload: unknown = JSON.parse(this.read(`${folder}/stdin`));
    const [, event = null] = /--event (\S+)/.exec(this.read(`${folder}/words`)) ?? [];
    const code = existsSync(this.path(folder, 'code')) ? Number(this.read(`${folder}/code`)) : null;
    return {
      event,
      payload: isRecord(payload) ? payload : {},
      answer:
        code === null
          ? null
          : {
              exitCode: code,
              stdout: this.read(`${folder}/stdout`),
              stderr: this.read(`${folder}/stderr`),
            },
    };
  }

  #keep(folder: string): void {
    this.write(`${folder.slice(this.root.length + 1)}/${OLD_FILE}`, `${OLD_TEXT}\n`);
  }

  /** Stands in the place of what `connect` made for hosts to start, and ends as that ends. */
  #noting(itself: string): string {
    return `#!/bin/sh
at=${shellWord(this.#noted)}/$(date +%s%N)-$$
mkdir "$at"
echo "$*" > "$at/words"
cat > "$at/coming"
mv "$at/coming" "$at/stdin"
${shellWord(itself)} "$@" < "$at/stdin" > "$at/stdout" 2> "$at/stderr"
code=$?
echo "$code" > "$at/code"
cat "$at/stdout"
cat "$at/stderr" >&2
[ "$code" -le 128 ] || kill -9 $$
exit "$code"
`;
  }
}
