import { Button, Group, Menu, Select } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../parts/localeName.ts';
import { SearchInput } from '../../../parts/row/SearchInput.tsx';
import type { AdminContentType } from '../../../wire/interface.ts';
import { contentTypesQuery, settingsQuery, taxonomiesQuery, taxonomyQuery } from '../../../wire/queries.ts';
import { columnsOf, isShown } from '../columns.tsx';
import type { PageListSearch } from '../queries.ts';
import { AddFieldFilter } from './AddFieldFilter.tsx';
import classes from './PageFilters.module.css';

interface PageFiltersProps {
  readonly search: PageListSearch;
  readonly type: AdminContentType | undefined;
  onChange(more: Partial<PageListSearch>): void;
}

/** What of the pages is shown, and which columns. */
export function PageFilters({ search, type, onChange }: PageFiltersProps) {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const { data: types = [] } = useQuery(contentTypesQuery);
  const locales = settings?.supportedLocales ?? [];
  return (
    <Group gap="xs" mb="md" role="search" className={classes.filters}>
      <SearchInput
        label={t('pages.search')}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <Choice
        label={t('pages.anyType')}
        value={search.type}
        data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
        onChange={(value) => onChange({ type: value, columns: undefined, filter: undefined })}
      />
      <Choice
        label={t('pages.anyStatus')}
        value={search.status}
        data={(['draft', 'published', 'archived'] as const).map((value) => ({
          value,
          label: t(`pages.statuses.${value}`),
        }))}
        onChange={(value) => onChange({ status: value as PageListSearch['status'] })}
      />
      {locales.length > 1 && (
        <Choice
          label={t('pages.anyLanguage')}
          value={search.locale}
          data={locales.map((locale) => ({ value: locale, label: localeName(locale, i18n.language) }))}
          onChange={(locale) => onChange({ locale })}
        />
      )}
      <TermChoice value={search.term} onChange={(term) => onChange({ term })} />
      {type && <AddFieldFilter search={search} type={type} onChange={onChange} />}
      <ColumnsMenu search={search} type={type} onChange={onChange} />
    </Group>
  );
}

type Options = readonly { readonly value: string; readonly label: string }[];

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly data: Options | readonly { readonly group: string; readonly items: Options }[];
  onChange(value: string | undefined): void;
}

function Choice({ label, value, data, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      data={data as Options}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${label}` }}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      style={{ flex: '0 1 9.5rem' }}
    />
  );
}

function TermChoice({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const { t } = useTranslation();
  const { data: taxonomies = [] } = useQuery(taxonomiesQuery);
  const known = useQueries({ queries: taxonomies.map(({ id }) => taxonomyQuery(id)) });
  const groups = known.flatMap(({ data }) =>
    data ? [{ group: data.name, items: flatten(data.terms).map((term) => optionOf(data.slug, term)) }] : [],
  );
  if (groups.length === 0) return null;
  return <Choice label={t('pages.anyTerm')} value={value} data={groups} onChange={onChange} />;
}

interface TermNode {
  readonly slug: string;
  readonly name: string;
  readonly children?: readonly TermNode[];
}

const optionOf = (vocabulary: string, { slug, name }: TermNode) => ({ value: `${vocabulary}:${slug}`, label: name });

const flatten = (terms: readonly TermNode[]): readonly TermNode[] =>
  terms.flatMap((term) => [term, ...flatten(term.children ?? [])]);

function ColumnsMenu({ search, type, onChange }: PageFiltersProps) {
  const { t } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const columns = columnsOf(t, types, type);
  const chosen = columns.map(({ id }) => id).filter((id) => isShown(id, search));
  const toggle = (id: string): void =>
    onChange({ columns: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] });
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />} visibleFrom="sm">
          {t('list.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {columns.map(({ id, label }) => (
          <Menu.CheckboxItem
            key={id}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
            closeMenuOnClick={false}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
