/** The offset after the closing quote of the double-quoted string that starts at `start`, or after its line when there is none. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"' || character === '\n') return at + 1;
    if (character === '\\') at += 1;
  }
  return text.length;
}
