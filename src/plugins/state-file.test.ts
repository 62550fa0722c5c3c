// Two who switch at once lose nothing.
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { OtherProcesses } from '../files/testing/other-process.js';
import { Place } from '../files/testing/place.js';
import { writeSwitch } from './state-file.js';

let others: OtherProcesses;
beforeAll(async () => {
  others = await OtherProcesses.make();
});
afterAll(() => others.remove());

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

it('the second waits for the first, and sees what that one wrote', async () => {
  const file = place.at('hooks-state.json');
  const theirs = JSON.stringify({ version: 1, hooks: { theirs: { state: 'disabled' } } });
  const { spoke, ended } = others.start(`const held = files.lock(${JSON.stringify(`${file}.lock`)});
    console.log('held');
    setTimeout(() => {
      files.replaceFile(${JSON.stringify(file)}, ${JSON.stringify(theirs)});
      held.release();
    }, 100);`);
  await spoke;
  writeSwitch({ file, key: null, kind: 'hook', name: 'mine', entry: { state: 'disabled' }, what: null });
  expect(JSON.parse(readFileSync(file, 'utf8')).hooks).toEqual({
    theirs: { state: 'disabled' },
    mine: { state: 'disabled' },
  });
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect(place.names()).toEqual(['hooks-state.json', 'hooks-state.json.bak']);
});
