import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FOLDER_NAME, folderNameProblem } from './folder-name.js';

it.each(['a', 'no-force-push', 'My_Plugin.2', 'console', 'connect', 'community1', 'hooks', 'n'.repeat(100)])(
  '%s is a name',
  (name) => expect(folderNameProblem(name)).toBeNull(),
);

it.each([
  ['', 'is empty'],
  ['a ', 'ends with a dot or a blank'],
  [' a', 'only letters'],
  ['-rf', 'only letters'],
  ['a:b', 'only letters'],
  ['aux.js', 'a device'],
  ['Known.JSON', 'of amplifier-hooks'],
  ['x..y', 'two dots'],
  ['ü', 'only letters'],
  ['__proto__', 'only letters'],
])('%j is none: it %s', (name, why) => expect(folderNameProblem(name)).toContain(why));

it('a name fits the schema, is one part of a path and says what it seems to', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w.~-]+$/)),
      (name) => {
        fc.pre(folderNameProblem(name) === null);
        expect(name).toMatch(new RegExp(FOLDER_NAME));
        expect(name).not.toMatch(/[/\\\p{C}]|^\.|[. ]$/u);
      },
    ),
  );
});
