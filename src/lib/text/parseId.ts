const ID = /^(?:pb_)?([1-9][0-9]{0,9})$/;

/** Reads an id as callers write it: `12`, `"12"` or `"pb_12"`; null for anything else. */
export function parseId(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const digits = ID.exec(String(value))?.[1];
  return digits === undefined ? null : Number(digits);
}
