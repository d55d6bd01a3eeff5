/** The id that a value holds, if any. */
export const readId = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
