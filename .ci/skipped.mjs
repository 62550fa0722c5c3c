// Lists the tests that were skipped, from the results that test runs left in a folder. What is skipped for another
// reason than those below could have run here, and fails.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** Who may be skipped: part of the file and title, and why. */
const MAY = [
  [/^src\/files\/read.* is broken where it may not be read$/, 'root may read everything'],
  [/^src\/engine\/remembered.* cannot be written /, 'root may write everywhere'],
  [/^src\/journal\/journal.* no permission is one of them$/, 'root may write everywhere'],
  [/^src\/run\/agent\/look.* a file without permission$/, 'root may read everything'],
  [/^test\/conformance.* documented divergences /, 'there is none'],
  [/^examples\/hooks\/plugins.* runs one quoted script /, 'the hook has no script'],
  [/^test\/other-systems/, 'nothing can be mounted here'],
  [/test_bundle test_the_real_loader|test_real_loops /, 'only the published kernel of Amplifier is here'],
  [/^test\/amplihack-golden/, 'its cases are not part of this repository'],
  [/^src\/hosts\/.*\brecord/, 'payloads that others recorded are not part of this repository'],
  [
    /full-disk|install\/processes.*(?:leaves what was there|can only be read)/,
    'no small disk can be mounted here',
  ],
  [/^test\/other-systems/, 'nothing can be hidden by mounts here'],
];

const folder = process.argv[2] ?? '';
const skipped = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return name.endsWith('.json') ? inVitest(JSON.parse(text)) : inPytest(text);
});

const counts = new Map();
for (const title of skipped) {
  const why = MAY.find(([pattern]) => pattern.test(title))?.[1] ?? null;
  const line = `${why === null ? 'COULD HAVE RUN' : why}: ${title}`;
  counts.set(line, (counts.get(line) ?? 0) + 1);
  if (why === null) process.exitCode = 1;
}
for (const [line, count] of [...counts].sort()) console.log(`${count} × ${line}`);
console.log(`${skipped.length} skipped in ${readdirSync(folder).length} test runs`);

function inVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${relative(process.cwd(), name)} ${fullName}`),
  );
}

function inPytest(text) {
  return [...text.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*><skipped/g)].map(
    ([, file, title]) => `${basename(file ?? '')} ${title}`,
  );
}
