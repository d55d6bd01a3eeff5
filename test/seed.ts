import fc from 'fast-check';

/**
 * Properties are tried with the same numbers in every run, so that a change is judged by what it changes; `SEED=random`
 * tries others, and `SEED=<number>` those that a failure has named.
 */
const seed = process.env['SEED'] ?? '20261123';
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
