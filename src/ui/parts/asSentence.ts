/** A message as a sentence: it begins with a capital and ends with a stop. */
export function asSentence(message: string): string {
  const text = message.charAt(0).toLocaleUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
