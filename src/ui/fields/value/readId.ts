/** The value as an id; undefined if it is none. */
export const readId = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
