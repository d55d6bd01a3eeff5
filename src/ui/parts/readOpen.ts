/** Which record of a list stands open beside it, as an address says: the id of one, or a new one. */
export const readOpen = (value: unknown): number | 'new' | undefined =>
  value === 'new' || Number.isInteger(value) ? (value as number | 'new') : undefined;
