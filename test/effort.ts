/** Whether this is `npm run test:long`, which tries everything; `npm test` tries a part of it in three minutes. */
export const isLong = process.env['QUIRE_TESTS'] === 'long';
/** The share of everything that a long run tries. */
const share = Number(process.env['EFFORT'] ?? 1);

/** How much a test tries: all in a long run, or the share given by EFFORT; otherwise a fifth, or the given share. */
export const effort = (whole: number, short = Math.ceil(whole / 5)): number =>
  isLong ? Math.max(short, Math.ceil(whole * share)) : short;

/** The stride of a test that checks steps: each in a long run, fewer with EFFORT; otherwise as given. */
export const stride = (short: number): number => (isLong ? Math.min(short, Math.round(1 / share)) : short);

/** How many times a property is tried: by {@link effort} (a tenth in a short run), or by the environment's RUNS. */
export const runs = (whole: number, short = Math.ceil(Math.max(whole / 10, Math.min(whole / 5, 10)))): number =>
  Number(process.env['RUNS'] ?? effort(whole, short));
