import fc from 'fast-check';

/**
 * Every run tries properties with the same random numbers, so that only a code change can change a result. `SEED=random`
 * uses others, and `SEED=<number>` those that a failure has named.
 */
const seed = process.env['SEED'] ?? '20261123';
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
