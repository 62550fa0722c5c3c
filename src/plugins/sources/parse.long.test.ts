import { it } from 'vitest';
import { meansTheSame } from './testing/texts.js';

it('never throws, and what is understood means the same written out', () => meansTheSame(300_000), 120_000);
