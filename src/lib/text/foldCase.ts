// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\u0000-\u007f]*$/;
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/** To upper case and back, so that `ς` becomes `σ` and `ß` becomes `ss`. To no file system is a dotless `ı` an `i`. */
const foldCharacter = (character: string): string =>
  character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();

/**
 * Names that a case-insensitive file system takes for one have the same folded form: Unicode's full case folding of the
 * decomposed text, without invisible characters. It folds at least as much as APFS, NTFS and ext4 do.
 */
export const foldCase = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : Array.from(text.normalize('NFD').replace(IGNORED, ''), foldCharacter).join('').normalize('NFC');
