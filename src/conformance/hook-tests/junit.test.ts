import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { onPath } from '../needs.js';
import { junitOf, type TestResult } from './index.js';

const place = { line: 3, column: 1 };
/** Everything that XML cannot hold as it is, or not at all. */
const ODD = '<a href="x">&\'\n\ttab \u0000\u0007\u001b[31m \ud800 \ufffe\uffff ]]> ümläut 😀';

const results: readonly TestResult[] = [
  { file: '/p/a.hooktest.yaml', title: 'passes', place, durationMs: 12, outcome: { kind: 'passed' } },
  {
    file: '/p/a.hooktest.yaml',
    title: ODD,
    place,
    durationMs: 1500,
    outcome: {
      kind: 'failed',
      problems: [
        { kind: 'differs', step: 1, key: 'reason', expected: ODD, got: null },
        { kind: 'broke', step: null, message: ODD },
      ],
      trace: [[`guard ran: ${ODD}`]],
    },
  },
  {
    file: '/p/b.hooktest.yaml',
    title: 'skipped',
    place,
    durationMs: 0,
    outcome: { kind: 'skipped', reason: 'jq is not on the PATH' },
  },
  {
    file: '/p/b.hooktest.yaml',
    title: 'malformed',
    place,
    durationMs: 0,
    outcome: { kind: 'malformed', problems: [{ message: '"expct" is not known here', place }] },
  },
];

const text = (): string => junitOf(results, { nameOf: (file) => file.slice('/p/'.length), durationMs: 2345 });

it('has a suite a file and a case a test', () => {
  expect(junitOf(results.slice(0, 1), { nameOf: (file) => file, durationMs: 2345 })).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="amplifier-hooks test" tests="1" failures="0" errors="0" skipped="0" time="2.345">
      <testsuite name="/p/a.hooktest.yaml" tests="1" failures="0" errors="0" skipped="0" time="0.012">
        <testcase name="passes" classname="/p/a.hooktest.yaml" file="/p/a.hooktest.yaml" line="3" time="0.012"/>
      </testsuite>
    </testsuites>
    "
  `);
});

/** What a parser makes of it, as JSON: name, attributes, text and children of each element. */
const PARSE = `
import json, sys, xml.etree.ElementTree as tree
def told(node):
    return [node.tag, dict(node.attrib), (node.text or '').strip(), [told(child) for child in node]]
print(json.dumps(told(tree.fromstring(sys.stdin.buffer.read()))))
`;

const python = onPath('python3');

it.skipIf(!python)(
  `is XML to a parser, whatever stands in it${python ? '' : ' (skipped: there is no python3)'}`,
  () => {
    const [tag, whole, , suites] = JSON.parse(
      execFileSync('python3', ['-c', PARSE], { input: text(), encoding: 'utf8' }),
    );
    expect([tag, whole]).toEqual([
      'testsuites',
      { name: 'amplifier-hooks test', tests: '4', failures: '1', errors: '1', skipped: '1', time: '2.345' },
    ]);
    const [[, first, , [, failing]], [, second, , [skipped, malformed]]] = suites;
    expect(first).toEqual({
      name: 'a.hooktest.yaml',
      tests: '2',
      failures: '1',
      errors: '0',
      skipped: '0',
      time: '1.512',
    });
    expect(second).toMatchObject({ name: 'b.hooktest.yaml', failures: '0', errors: '1', skipped: '1' });
    const spelled = ODD.replace('\u0000', '\\u0000')
      .replace('\u0007', '\\u0007')
      .replace('\u001b', '\\u001b')
      .replace('\ud800', '\\ud800')
      .replace('\ufffe\uffff', '\\ufffe\\uffff');
    const [, attributes, , [failure]] = failing;
    expect(attributes).toEqual({
      name: spelled,
      classname: 'a.hooktest.yaml',
      file: 'a.hooktest.yaml',
      line: '3',
      time: '1.500',
    });
    expect(failure[0]).toBe('failure');
    expect(failure[2]).toContain(`${spelled}\nguard ran: ${spelled}`);
    expect(skipped[3]).toEqual([['skipped', { message: 'jq is not on the PATH' }, '', []]]);
    expect(malformed[3][0]).toEqual([
      'error',
      { type: 'malformed', message: 'b.hooktest.yaml:3:1: "expct" is not known here' },
      'b.hooktest.yaml:3:1: "expct" is not known here',
      [],
    ]);
  },
);
