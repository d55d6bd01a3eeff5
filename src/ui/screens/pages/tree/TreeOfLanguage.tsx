import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../parts/localeName.ts';
import { SearchInput } from '../../../parts/row/SearchInput.tsx';
import { settingsQuery } from '../../../wire/queries.ts';
import type { PageListSearch } from '../queries.ts';
import { FoundAddresses } from './FoundAddresses.tsx';
import { PageTree } from './PageTree.tsx';

interface TreeOfLanguageProps {
  readonly search: PageListSearch;
  onChange(more: Partial<PageListSearch>): void;
}

/** The tree of one language, since every address belongs to one; while the user searches, the pages that are found. */
export function TreeOfLanguage({ search: { locale: wanted, search: text = '' }, onChange }: TreeOfLanguageProps) {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const locales = settings?.supportedLocales ?? [];
  const locale = wanted ?? settings?.defaultLocale;
  return (
    <>
      <Group gap="xs" mb="md" role="search">
        <SearchInput
          label={t('pages.search')}
          value={text}
          onChange={(next) => onChange({ search: next || undefined })}
        />
        {locales.length > 1 && (
          <Select
            w="12rem"
            aria-label={t('pages.language')}
            data={locales.map((value) => ({ value, label: localeName(value, i18n.language) }))}
            value={locale ?? null}
            onChange={(next) => onChange({ locale: next ?? undefined })}
            allowDeselect={false}
          />
        )}
      </Group>
      {text === '' ? <PageTree locale={locale} /> : <FoundAddresses locale={locale} text={text} />}
    </>
  );
}
