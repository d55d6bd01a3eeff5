/** Like `encodeURIComponent`, but half a surrogate pair becomes a replacement character instead of an error. */
export const percentEncode = (text: string): string => encodeURIComponent(text.toWellFormed());
