/** `French` for `fr`, in the language of the interface. */
export function localeName(locale: string, language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(locale) ?? locale;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return locale;
  }
}
