// Every block of docs/ is tried, or says why it is not. Commands and TypeScript are tried by test/snippets.long.test.ts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { jsonProblems } from './snippets/json.js';
import { type Block, blocksIn, mark, place } from './snippets/page.js';
import { blocksOf, PAGES, root } from './snippets/pages.js';

const all = PAGES.flatMap(blocksOf);
const isTried = (block: Block): boolean => mark(block, 'not run') === null && mark(block, 'tested') === null;
const of = (...languages: readonly string[]): readonly Block[] =>
  all.filter((block) => isTried(block) && languages.includes(block.language));

/** Blocks without a language are drawings and lists of files. */
const TRIED = ['sh', 'ts', 'json', 'yaml', 'text', 'js', ''];

describe('blocks of docs/', () => {
  it('are of kinds that somebody tries', () => {
    expect(all.filter(({ language }) => !TRIED.includes(language)).map(place)).toEqual([]);
    expect(all.length).toBeGreaterThan(80);
  });

  it('that are not run say why', () => {
    expect(all.filter((block) => mark(block, 'not run') === '').map(place)).toEqual([]);
  });

  it('that another test tries are named there', () => {
    const missing = all.filter((block) => {
      const test = mark(block, 'tested');
      if (test === null) return false;
      const file = join(root, test);
      return !existsSync(file) || !readFileSync(file, 'utf8').includes(block.page.slice('docs/'.length));
    });
    expect(missing.map(place)).toEqual([]);
  });

  it('of text are what commands print', () => {
    expect(
      of('text')
        .filter((block) => mark(block, 'output') === null)
        .map(place),
    ).toEqual([]);
  });

  it('of JavaScript are files that are run', () => {
    expect(
      of('js')
        .filter((block) => mark(block, 'file') === null)
        .map(place),
    ).toEqual([]);
  });

  it('of YAML can be read', () => {
    const broken = of('yaml').filter(({ text }) => parseDocument(text).errors.length > 0);
    expect(broken.map(place)).toEqual([]);
  });

  it('of JSON are what they say', () => {
    const wrong = of('json').flatMap((block) =>
      jsonProblems(block).map((problem) => `${place(block)}: ${problem}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the reader of pages', () => {
  it('takes the marks directly before a block, and no others', () => {
    const page =
      '<!-- first: a -->\ntext\n\n<!-- file: x -->\n<!-- exit: 1 -->\n\n```sh\nb\n```\n## t\n  ```json\n  {}\n  ```\n';
    expect(blocksIn('p.md', page)).toMatchObject([
      {
        line: 7,
        section: 0,
        language: 'sh',
        text: 'b\n',
        marks: [
          { name: 'file', value: 'x' },
          { name: 'exit', value: '1' },
        ],
      },
      { section: 1, language: 'json', text: '{}\n', marks: [] },
    ]);
  });

  it('notices blocks that are wrong', () => {
    const block = (text: string, marks: Block['marks'] = []): Block => ({
      page: 'p',
      line: 1,
      section: 0,
      language: 'json',
      text,
      marks,
    });
    expect(jsonProblems(block('{'))).toEqual(['it is not valid JSON']);
    expect(jsonProblems(block('{"hooks":{"PreTolUse":[]}}'))).not.toEqual([]);
    expect(jsonProblems(block('{"type":"command"}'))).not.toEqual([]);
    expect(jsonProblems(block('{"a":1}'))).toHaveLength(1);
    expect(jsonProblems(block('{"name":5}', [{ name: 'schema', value: 'plugin' }]))).not.toEqual([]);
  });
});
