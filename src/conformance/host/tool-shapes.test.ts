import { describe, expect, it } from 'vitest';
import { inputFits, outputFits } from './tool-shapes.js';

describe('inputFits', () => {
  it.each([
    ['Bash', { command: 'ls' }, true],
    ['Bash', { command: 'ls', description: 'x', bogus: 1 }, true],
    ['Bash', { description: 'only description' }, false],
    ['Bash', { command: 1 }, false],
    ['Bash', { command: 'ls', timeout: 'soon' }, false],
    ['Bash', 'ls', false],
    ['Write', { file_path: 'b.txt', content: 'new' }, true],
    ['Write', { file_path: 'b.txt' }, false],
    ['Edit', { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: false }, true],
    ['Edit', { file_path: 'a', old_string: 'x' }, false],
    ['Read', { file_path: 'a' }, true],
    ['Read', {}, false],
    ['mcp__mock__echo', { anything: 1 }, true],
    ['mcp__mock__echo', [], false],
    ['constructor', {}, true],
  ])('%s %j: %s', (tool, input, fits) => {
    expect(inputFits(tool, input)).toBe(fits);
  });
});

describe('outputFits', () => {
  const bash = { stdout: 'x', stderr: '', interrupted: false, isImage: false };
  it.each([
    ['Bash', bash, true],
    ['Bash', { foo: 1 }, false],
    ['Bash', 'REPLACED', false],
    ['Bash', { ...bash, stderr: null }, false],
    ['Read', { type: 'text', file: { content: 'x' } }, true],
    ['Read', 'x', false],
    ['Write', { filePath: 'a', content: 'b' }, true],
    ['Edit', { filePath: 'a' }, false],
    ['mcp__mock__echo', 'REPLACED', true],
    ['SomethingElse', 'REPLACED', true],
  ])('%s %j: %s', (tool, output, fits) => {
    expect(outputFits(tool, output)).toBe(fits);
  });
});
