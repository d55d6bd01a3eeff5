/** Replaces blanks in an input by hyphens and keeps the caret in place. @returns the new text */
export function hyphenate(input: HTMLInputElement): string {
  const { value, selectionStart } = input;
  const text = withHyphens(value);
  if (text === value) return text;
  // Set before React does: its own write would move the caret to the end.
  input.value = text;
  const caret = withHyphens(value.slice(0, selectionStart ?? value.length)).length;
  input.setSelectionRange(caret, caret);
  return text;
}

const withHyphens = (text: string): string => text.replaceAll(/\s+/g, '-');
