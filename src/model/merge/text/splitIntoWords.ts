/** In scripts without spaces between words, each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|[^\S\n]+|[\s\S]/gu;

/** Splits a text into words, runs of spaces, and other single characters; joined they give the text. */
export const splitIntoWords = (text: string): readonly string[] => text.match(WORD) ?? [];
