/** A text of at most so many characters; a longer one ends with an ellipsis. */
export const clipText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
