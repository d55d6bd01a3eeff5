/** What only somebody writes who means Markdown. */
const SIGNS: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^(?:[-*+]|\d{1,3}[.)]) \S.*\n(?:[-*+]|\d{1,3}[.)]) \S/m,
  /^> \S/m,
  /^(?:```|~~~)/m,
  /^\|.+\|\n\|[ :|-]+\|/m,
  /\*\*\S[^*\n]*\*\*/,
  /!?\[[^\]\n]+\]\((?:https?:|\/|page:|mailto:)[^)\s]*\)/,
];

/** Whether a text on the clipboard is Markdown. */
export const isMarkdown = (text: string): boolean => SIGNS.some((sign) => sign.test(text));
