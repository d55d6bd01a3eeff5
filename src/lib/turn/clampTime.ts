/** The first and the last millisecond that ISO 8601 can write with a four-digit year. */
const FIRST = Date.UTC(-1, 12);
const LAST = Date.UTC(10_000, 0) - 1;

/**
 * The nearest time (milliseconds since 1970) that a timestamp can express. Commits and files may carry any number, even
 * ones that a Date cannot hold.
 */
export const clampTime = (ms: number): number => Math.min(Math.max(ms, FIRST), LAST);
