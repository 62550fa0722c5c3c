// Makes the command of the package, dist/bin/.
// Node starts a few CommonJS files faster than many modules, and a library that is not needed is not even read:
// libraries that several parts use are files of their own beside the bundle, the others lie in the one part that uses
// them, and both are loaded where they are first used.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import {
  builtinsByNeed,
  clockAlone,
  INJECTED,
  librariesBeside,
  loadedWith,
  path,
  quickPaths,
  quickToRun,
  versionInside,
  write,
} from './bundle-parts.mjs';
import { allOf, ownByNeed } from './by-need.mjs';
import { pageInside } from './page.mjs';
import { WAITING } from './seldom.mjs';

/** Libraries that several parts use. */
const LIBRARIES = ['commander', 'jsonc-parser', 'unbash', 'yaml'];

/** Libraries that are imported where they are always loaded, but seldom used. */
const LAZY = ['unbash'];

/** What of Node is imported where it is always loaded, but not always used. */
const BY_NEED = [
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:net',
  'node:os',
  'node:string_decoder',
  'node:timers/promises',
  'node:util',
];

/** What answering an event in a project without hooks takes, in one file. */
const QUICK =
  /src\/(?:events\/(?:index|input|bounds|kinds|table|tools)\.ts|files\/(?:index|open|read|home|late|modes|state-dir)\.ts|text\/(?:index|values|reason|shown|exact-json|digest)\.ts|(?:profile|host)-names\.ts|end-signal\.ts|config\/(?:nothing|managed-file|project-folder)\.ts|cli\/(?:(?:start|io|output|quick-path|signals)\.ts|dispatch\/(?:host-event|hosts|line|order|plain|probe|read-event|stdin)\.ts|options\/flags\.ts))/;

/** What asking hooks about an event takes, in one file too: sixty small ones are found and compiled much slower. */
const ROAD = 'src/cli/dispatch/answer-event.ts';

/** What Node has around a CommonJS file; src/cli/chunks.ts knows it too. */
const BEFORE = '(function (exports, require, module, __filename, __dirname) {';

/** Many short pieces that most parts use some of: one file is found faster than six. */
const FILES = /src\/files\//;

/**
 * Writes the command and what belongs to it into a folder; gives the path of the command.
 *
 * @param modules gets the names of the modules inside
 */
export async function bundle(dir, modules = []) {
  const plugins = [
    ownByNeed(WAITING),
    librariesBeside(LIBRARIES, LAZY),
    builtinsByNeed(BY_NEED),
    clockAlone,
    quickPaths,
    versionInside,
  ];
  const transform = { inject: INJECTED };
  const road = await loadedWith({ input: path(ROAD), plugins, transform });
  const waiting = new Map();
  for (const name of Object.keys(WAITING))
    waiting.set(name, await loadedWith({ input: allOf(name), plugins, transform }));
  const main = { 'amplifier-hooks': path('src/cli/bin.ts') };
  modules.push(...(await write({ input: main, plugins: [versionInside] }, { dir, codeSplitting: false })));
  const command = join(dir, 'amplifier-hooks.cjs');
  chmodSync(command, 0o755);
  modules.push(
    ...(await write(
      {
        // What the executable loads by name.
        input: {
          start: path('src/cli/start.ts'),
          keep: path('src/cli/keep.ts'),
          ...Object.fromEntries(Object.keys(WAITING).map((name) => [name, allOf(name)])),
        },
        plugins: [...plugins, pageInside(modules), quickToRun('road', 'start')],
        transform,
        preserveEntrySignatures: 'allow-extension',
      },
      {
        dir,
        // Files that are loaded late have a name that no other build has: they may be replaced meanwhile.
        entryFileNames: ({ name }) => (name in WAITING ? '[name]-[hash].cjs' : '[name].cjs'),
        chunkFileNames: '[name]-[hash].cjs',
        // As the loader of the command needs it: putting something around a long text copies it.
        postBanner: BEFORE,
        postFooter: '})',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'quick', test: QUICK, priority: 2 },
            { name: 'road', test: (id) => road.has(id), priority: 1 },
            // What only one of them needs is in it. What several do is not: one would be loaded for another.
            ...[...waiting.keys()].map((name) => ({ name, test: (id) => isOnlyIn(name, id, waiting) })),
            { name: 'files', test: FILES },
          ],
        },
      },
    )),
  );
  for (const library of LIBRARIES)
    modules.push(...(await write({ input: { [library]: library } }, { dir, codeSplitting: false })));
  const helper = { 'hook-helper': path('src/run/command/large/helper-main.ts') };
  modules.push(...(await write({ input: helper }, { dir, codeSplitting: false })));
  modules.push(...(await bundleOpencodePlugin(dir)));
  return command;
}

/** Whether a module is loaded with this one of several alone. */
const isOnlyIn = (name, id, all) =>
  [...all].every(([other, modules]) => modules.has(id) === (other === name));

/** Writes the plugin that opencode loads, in one file that its users can read. */
export const bundleOpencodePlugin = (dir) =>
  write(
    { input: { 'opencode-plugin': path('src/hosts/opencode/plugin/main.ts') } },
    { dir, format: 'esm', entryFileNames: '[name].js', codeSplitting: false, minify: false },
  );

/**
 * Writes the library into a folder beside the one of the command, whose library files it shares.
 * It is not minified: a stack trace through it, and the line that Node prints with it, should say something.
 */
export async function bundleLibrary(dir, modules = []) {
  modules.push(
    ...(await write(
      {
        input: { index: path('src/index.ts'), kernel: path('src/kernel/index.ts') },
        plugins: [librariesBeside(LIBRARIES, LAZY, (id) => `../bin/${id}`), versionInside],
      },
      {
        dir,
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        minify: false,
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    )),
  );
}
