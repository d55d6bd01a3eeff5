/** Removes the characters at the end that the class matches. Linear, unlike a pattern with `+$`. */
export function trimEnd(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** Removes the characters at the start that the class matches. */
export function trimStart(text: string, unwanted: RegExp): string {
  let start = 0;
  while (start < text.length && unwanted.test(text[start]!)) start += 1;
  return text.slice(start);
}

/** Removes the characters at both ends that the class matches. */
export const trimEnds = (text: string, unwanted: RegExp): string => trimEnd(trimStart(text, unwanted), unwanted);
