/** Without the characters at its end that the class matches. Linear, as a pattern with `+$` is not. */
export function trimEnd(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** Without the characters at its beginning that the class matches. */
export function trimStart(text: string, unwanted: RegExp): string {
  let start = 0;
  while (start < text.length && unwanted.test(text[start]!)) start += 1;
  return text.slice(start);
}

/** Without those at both ends. */
export const trimEnds = (text: string, unwanted: RegExp): string => trimEnd(trimStart(text, unwanted), unwanted);
