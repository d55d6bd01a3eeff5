/**
 * The double-quoted string that starts at `start`: what it says, and where it ends, after its closing quote, or after its
 * line when there is none. Without content it is not one that JSON allows.
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
