/** Whether `npm run test:long` runs, which tries as much as there is; `npm test` tries a part of it in three minutes. */
export const isLong = process.env['QUIRE_TESTS'] === 'long';
/** The share of it that a long run tries. */
const share = Number(process.env['EFFORT'] ?? 1);

/** How much of something a test tries: all of it in a long run, or the share that EFFORT says, else a fifth unless told. */
export const effort = (whole: number, short = Math.ceil(whole / 5)): number =>
  isLong ? Math.max(short, Math.ceil(whole * share)) : short;

/** At every how many steps a test looks: each in a long run, or as many as EFFORT leaves, else as told. */
export const stride = (short: number): number => (isLong ? Math.min(short, Math.round(1 / share)) : short);

/** How many times a property is tried, as much as {@link effort} says (a short run tries a tenth) or the environment's RUNS. */
export const runs = (whole: number, short = Math.ceil(Math.max(whole / 10, Math.min(whole / 5, 10)))): number =>
  Number(process.env['RUNS'] ?? effort(whole, short));
