/** `French` for `fr`, in the language of the interface. */
export function localeName(locale: string, language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(locale) ?? locale;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return locale;
  }
}

/** Languages that are written from right to left in their usual script. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  ...['ar', 'arc', 'arz', 'ckb', 'dv', 'fa', 'he', 'iw', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi'],
]);
const RIGHT_TO_LEFT_SCRIPTS: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg']);

/** The direction in which a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', script = ''] = locale.split('-');
  if (script.length === 4) return RIGHT_TO_LEFT_SCRIPTS.has(script) ? 'rtl' : 'ltr';
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}

/** The `dir` of inputs for texts in a language: of one from left to right, what is typed decides. */
export const inputDirection = (locale: string | undefined): 'auto' | 'rtl' =>
  locale !== undefined && directionOf(locale) === 'rtl' ? 'rtl' : 'auto';
