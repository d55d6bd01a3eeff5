import { Button, Group, Select } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../parts/row/SearchInput.tsx';
import { MEDIA_TYPES } from '../../wire/queries.ts';
import { type ChangeSearch, MEDIA_ORDERS, type MediaSearch } from './search.ts';

interface MediaFiltersProps {
  readonly search: MediaSearch;
  readonly onChange: ChangeSearch;
}

/** Chooses which files are listed, and in which order. */
export function MediaFilters({ search, onChange }: MediaFiltersProps) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" mb="md" role="search">
      <SearchInput
        label={t('media.search')}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <Select
        aria-label={t('media.anyType')}
        placeholder={t('media.anyType')}
        data={MEDIA_TYPES.map((value) => ({ value, label: t(`media.types.${value}`) }))}
        value={search.type ?? null}
        onChange={(type) => onChange({ type: (type as MediaSearch['type']) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${t('media.anyType')}` }}
        style={{ flex: '1 1 8rem', maxWidth: '11rem' }}
      />
      <Select
        aria-label={t('media.order')}
        data={MEDIA_ORDERS.map((value) => ({
          value,
          label: t(`media.sorts.${value.replace(':', '_') as 'title_asc'}`),
        }))}
        value={search.sort ?? MEDIA_ORDERS[0]}
        onChange={(sort) => onChange({ sort: sort === MEDIA_ORDERS[0] ? undefined : (sort as MediaSearch['sort']) })}
        allowDeselect={false}
        style={{ flex: '1 1 8rem', maxWidth: '11rem' }}
      />
      <Button
        variant={search.alt ? 'light' : 'default'}
        aria-pressed={search.alt !== undefined}
        leftSection={<IconAlertCircle size={16} aria-hidden />}
        onClick={() => onChange({ alt: search.alt ? undefined : 'missing' })}
      >
        {t('media.withoutAlt')}
      </Button>
    </Group>
  );
}
