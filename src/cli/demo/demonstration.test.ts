import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Output } from '../output.js';
import { demonstrate } from './demonstration.js';

it('the first thing people see: what is harmless passes, what is dangerous does not, and nothing fails', async () => {
  const stream = new PassThrough();
  await demonstrate(new Output(stream), process.env);
  const seen = await text(stream.end());
  const parts = seen.split(/\n\n(?= ?\d)/);
  const about = (title: string): string => parts.find((part) => part.includes(title)) ?? '';
  expect(about('Bash: ls -la src')).toContain('⇒ no objection');
  expect(about('Bash: rm -rf /')).toMatch(
    /✗ bash-validator[\s\S]*⇒ DENIED {2}Dangerous command blocked: rm -rf \//,
  );
  expect(about('Write: config.json')).toContain('not valid JSON');
  expect(seen).not.toMatch(/^ {3}! |failed:|note:/m);
  expect(seen).toContain('left out: production-guard asks a model');
});
