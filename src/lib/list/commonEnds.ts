/** How many items two lists, or characters two texts, have in common at their beginnings, and of the others at their ends. */
export function commonEnds(
  a: ArrayLike<string>,
  b: ArrayLike<string>,
): { readonly start: number; readonly end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return { start, end };
}
