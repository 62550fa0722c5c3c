import { expect, it } from 'vitest';
import { demonstrate } from './demonstration.js';

it('the first thing people see: what is harmless passes, what is dangerous does not, and nothing fails', async () => {
  let text = '';
  await demonstrate({ write: (more) => (text += more) });
  const parts = text.split(/\n\n(?= ?\d)/);
  const about = (title: string): string => parts.find((part) => part.includes(title)) ?? '';
  expect(about('Bash: ls -la src')).toContain('⇒ no objection');
  expect(about('Bash: rm -rf /')).toMatch(
    /✗ bash-validator[\s\S]*⇒ DENIED {2}Dangerous command blocked: rm -rf \//,
  );
  expect(about('Write: config.json')).toContain('not valid JSON');
  expect(text).not.toMatch(/^ {3}! |failed:/m);
  expect(text).toContain('left out: production-guard asks a model');
});
