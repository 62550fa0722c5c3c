import { describe, expect, it } from 'vitest';
import { patchedFiles } from './patch.js';

const filesOf = (...lines: readonly string[]) =>
  patchedFiles({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });

describe('the files of a patch', () => {
  it('are each with what they were and become', () => {
    expect(filesOf('*** Update File: a', '@@', ' x', '-y', '+z', '*** Add File: b', '+n')).toEqual([
      { path: 'a', kind: 'update', before: 'x\ny', after: 'x\nz' },
      { path: 'b', kind: 'add', before: '', after: 'n' },
    ]);
  });

  it('are at both places, where one is moved', () => {
    expect(filesOf('*** Update File: a', '*** Move to: b', '-y', '+z')).toMatchObject([
      { path: 'a', kind: 'update' },
      { path: 'b', kind: 'add', after: 'z' },
    ]);
  });

  it.each([' ', '\t', '\u00a0', '\u0085'])('are found where a head is indented by %j', (indent) => {
    expect(filesOf(`${indent}*** Add File: a`, '+x')).toMatchObject([{ path: 'a', after: 'x' }]);
    expect(filesOf('*** Update File: a', `${indent}*** Move to: b`, '+x')).toMatchObject([
      { path: 'a' },
      { path: 'b' },
    ]);
  });

  it('are both that a path with blanks before it may mean', () => {
    expect(filesOf('*** Add File:   /etc/x  ', '+x')).toMatchObject([
      { path: '  /etc/x' },
      { path: '/etc/x' },
    ]);
    expect(filesOf('*** Update File: a', '*** Move to:  b', '+x')).toMatchObject([
      { path: 'a' },
      { path: ' b' },
      { path: 'b' },
    ]);
  });

  it('are found in time, whatever stands there', () => {
    const blanks = ' '.repeat(200_000);
    expect(filesOf(`*** Add File: a${blanks}b`, '+x')).toHaveLength(1);
    expect(filesOf('*** Add File: a', ...Array<string>(20_000).fill(' *** Add File: b'))).toHaveLength(
      20_001,
    );
  });

  it('keep what follows an indented head, which may be one of their lines', () => {
    const found = filesOf('*** Update File: a', ' *** Add File: b', '+x', '*** Delete File: c');
    expect(found).toMatchObject([
      { path: 'a', after: '*** Add File: b\nx' },
      { path: 'b', after: 'x' },
      { path: 'c', kind: 'delete', after: '' },
    ]);
  });
});
