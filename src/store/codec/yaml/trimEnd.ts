/** Without the given character at its end. Linear, as a pattern with `+$` is not; String.trimEnd would take other white space too. */
export function trimEnd(text: string, character: ' ' | '\n'): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
