/** The first and the last millisecond that ISO 8601 writes with a year of four digits. */
const FIRST = Date.UTC(-1, 12);
const LAST = Date.UTC(10_000, 0) - 1;

/**
 * The nearest time (milliseconds since 1970) that a timestamp can say. Commits and files may carry any number: a Date
 * cannot even hold all of them.
 */
export const clampTime = (ms: number): number => Math.min(Math.max(ms, FIRST), LAST);
