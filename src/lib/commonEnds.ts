/** How many items two lists have in common at their beginnings, and of the others at their ends. */
export function commonEnds(
  a: readonly string[],
  b: readonly string[],
): { readonly start: number; readonly end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return { start, end };
}
