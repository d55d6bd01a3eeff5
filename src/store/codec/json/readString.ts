/**
 * Reads the double-quoted string at `start`. `end` is after the closing quote, or after the line if there is none.
 * `content` is undefined if it is not a valid JSON string.
 */
export function readString(
  text: string,
  start: number,
): { readonly content: string | undefined; readonly end: number } {
  const end = stringEnd(text, start);
  try {
    return { content: JSON.parse(text.slice(start, end)) as string, end };
  } catch {
    return { content: undefined, end };
  }
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"' || character === '\n') return at + 1;
    if (character === '\\') at += 1;
  }
  return text.length;
}
