/** As `encodeURIComponent`, which throws for half a surrogate pair: that becomes a replacement character. */
export const percentEncode = (text: string): string => encodeURIComponent(text.toWellFormed());
