/** Reads from an address which record of a list is open: its id, or `new`. */
export const readOpen = (value: unknown): number | 'new' | undefined =>
  value === 'new' || Number.isInteger(value) ? (value as number | 'new') : undefined;
