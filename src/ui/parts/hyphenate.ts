/** Puts hyphens for the blanks of what is typed, and gives that; the caret stays where one types. */
export function hyphenate(input: HTMLInputElement): string {
  const { value, selectionStart } = input;
  const text = withHyphens(value);
  if (text === value) return text;
  // As React is going to want it: what it writes itself leaves the caret at the end.
  input.value = text;
  const caret = withHyphens(value.slice(0, selectionStart ?? value.length)).length;
  input.setSelectionRange(caret, caret);
  return text;
}

const withHyphens = (text: string): string => text.replaceAll(/\s+/g, '-');
