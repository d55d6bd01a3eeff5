import i18next from 'i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import type { Caller } from '../wire/interface.ts';

/** Shows the interface as the user has chosen it in whichever browser. */
export async function followChoices(
  { language, theme }: Pick<Caller, 'language' | 'theme'>,
  setTheme: (theme: NonNullable<Caller['theme']>) => void,
): Promise<void> {
  if (theme) setTheme(theme);
  if (language && language !== i18next.language) await chooseLanguage(language);
}
