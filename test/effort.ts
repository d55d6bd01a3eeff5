/** Whether `npm run test:long` runs, which tries as much as there is; `npm test` tries a part of it in three minutes. */
const isLong = process.env['QUIRE_TESTS'] === 'long';

/** How much of something a test tries: all of it in a long run, else a fifth unless told. */
export const effort = (whole: number, short = Math.ceil(whole / 5)): number => (isLong ? whole : short);

/** How many times a property is tried, as much as {@link effort} says or the environment's RUNS. */
export const runs = (whole: number, short?: number): number => Number(process.env['RUNS'] ?? effort(whole, short));
