// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\u0000-\u007f]*$/;
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/** To upper case and back, which takes `ς` for `σ` and `ß` for `ss`; but a dotless `ı` is no `i` to any file system. */
const foldCharacter = (character: string): string =>
  character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();

/**
 * What all names have in common that are one name to a file system without regard to case: Unicode's full case folding
 * of the decomposed text, without what is not seen, as APFS, NTFS and ext4 have it or less.
 */
export const foldCase = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : Array.from(text.normalize('NFD').replace(IGNORED, ''), foldCharacter).join('').normalize('NFC');
