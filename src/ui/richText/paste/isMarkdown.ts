/** Patterns that hardly occur outside Markdown. */
const SIGNS: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^(?:[-*+]|\d{1,3}[.)]) \S.*\n(?:[-*+]|\d{1,3}[.)]) \S/m,
  /^> \S/m,
  /^(?:```|~~~)/m,
  /^\|.+\|\n\|[ :|-]+\|/m,
  /\*\*\S[^*\n]*\*\*/,
  /!?\[[^\]\n]+\]\((?:https?:|\/|page:|mailto:)[^)\s]*\)/,
];

/** Whether a text from the clipboard looks like Markdown. */
export const isMarkdown = (text: string): boolean => SIGNS.some((sign) => sign.test(text));
