import { SegmentedControl, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '../../wire/queries.ts';
import { inputDirection, localeName } from '../localeName.ts';
import type { TypedTranslations } from './typedTranslations.ts';

interface WordedValues {
  readonly translations: TypedTranslations;
}

/** The words of a record in the language that is chosen in its form. */
interface Words {
  /** Chooses the language; null on sites with only one. */
  readonly languages: ReactNode;
  /** Whether the words beside the translations are shown: those of the site's own language. */
  readonly isMain: boolean;
  /** The properties of the input of a word in the chosen language. */
  input(name: string, placeholder?: string): object;
}

const MOST_IN_A_ROW = 4;

/** Lets the words of a form be written in each language of the site. The form itself holds those of the site's own. */
export function useWords<V extends WordedValues>(form: UseFormReturnType<V>): Words {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const main = settings?.defaultLocale;
  const [chosen, setChosen] = useState<string>();
  const given = Object.keys(form.values.translations);
  const locales = main === undefined ? [] : [...new Set([main, ...(settings?.supportedLocales ?? []), ...given])];
  const locale = chosen ?? main;
  const isMain = locale === main;
  const data = locales.map((value) => ({ value, label: localeName(value, i18n.language) }));
  const props = { data, value: locale ?? '', onChange: (next: string | null) => setChosen(next ?? undefined) };
  return {
    isMain,
    languages:
      locales.length < 2 ? null : locales.length <= MOST_IN_A_ROW ? (
        <SegmentedControl fullWidth size="xs" aria-label={t('shell.language')} {...props} />
      ) : (
        <Select size="xs" label={t('shell.language')} allowDeselect={false} {...props} />
      ),
    input(name, placeholder) {
      const given = form.getInputProps(name);
      const direction = { dir: inputDirection(locale), lang: locale };
      if (isMain || locale === undefined) return { ...given, ...direction };
      const words = form.values.translations[locale] ?? {};
      return {
        ...given,
        ...direction,
        // One input for each language, so that none shows what was undone in another.
        key: `${name} ${locale}`,
        defaultValue: undefined,
        value: words[name] ?? '',
        placeholder: String(given.value ?? '') || placeholder,
        error: form.errors[`translations.${locale}.${name}`],
        onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
          const next = { ...form.values.translations, [locale]: { ...words, [name]: currentTarget.value } };
          form.setFieldValue('translations', next as never);
        },
      };
    },
  };
}
