// Random tests try the same values in every run, so that a change is judged by itself; `TEST_SEED` tries others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1) });
