import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../parts/localeName.ts';
import { settingsQuery } from '../../../wire/queries.ts';
import { PageTree } from './PageTree.tsx';

interface TreeOfLanguageProps {
  /** The site's default language unless given. */
  readonly locale: string | undefined;
  onChange(locale: string | undefined): void;
}

/** The tree of one language, since every address belongs to one. */
export function TreeOfLanguage({ locale: wanted, onChange }: TreeOfLanguageProps) {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const locales = settings?.supportedLocales ?? [];
  const locale = wanted ?? settings?.defaultLocale;
  return (
    <>
      {locales.length > 1 && (
        <Select
          mb="md"
          w="12rem"
          aria-label={t('pages.language')}
          data={locales.map((value) => ({ value, label: localeName(value, i18n.language) }))}
          value={locale ?? null}
          onChange={(next) => onChange(next ?? undefined)}
          allowDeselect={false}
        />
      )}
      <PageTree locale={locale} />
    </>
  );
}
