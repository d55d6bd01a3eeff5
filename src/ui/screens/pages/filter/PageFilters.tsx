import { Button, Group, Menu, Select, type SelectProps } from '@mantine/core';
import { IconColumns3, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../parts/localeName.ts';
import { SearchInput } from '../../../parts/row/SearchInput.tsx';
import { type AdminContentType, PAGE_STATES } from '../../../wire/interface.ts';
import { contentTypesQuery, settingsQuery, taxonomiesQuery } from '../../../wire/queries.ts';
import { MOST_TERMS_SHOWN, useTerms } from '../../../wire/useTerms.ts';
import { columnsOf, isColumnShown } from '../columns.tsx';
import type { PageListSearch } from '../queries.ts';
import { AddFieldFilter } from './AddFieldFilter.tsx';
import classes from './PageFilters.module.css';

interface PageFiltersProps {
  readonly search: PageListSearch;
  readonly type: AdminContentType | undefined;
  onChange(more: Partial<PageListSearch>): void;
}

/** Chooses which pages are listed, and with which columns. */
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
        onChange={(value) => onChange({ type: value, ...withoutFields(search) })}
      />
      <Choice
        label={t('pages.anyStatus')}
        value={search.state}
        data={PAGE_STATES.map((value) => ({ value, label: t(`pages.states.${value}`) }))}
        onChange={(value) => onChange({ state: value as PageListSearch['state'] })}
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
      <Button
        variant={search.mine ? 'light' : 'default'}
        aria-pressed={search.mine === true}
        leftSection={<IconUser size={16} />}
        onClick={() => onChange({ mine: search.mine ? undefined : true })}
      >
        {t('pages.mine')}
      </Button>
      {type && <AddFieldFilter search={search} type={type} onChange={onChange} />}
      <ColumnsMenu search={search} type={type} onChange={onChange} />
    </Group>
  );
}

/** What a list of another type leaves out: it has other fields. */
const withoutFields = ({ sort }: PageListSearch): Partial<PageListSearch> => ({
  columns: undefined,
  filter: undefined,
  sort: sort?.startsWith('fields.') ? undefined : sort,
});

type Options = readonly { readonly value: string; readonly label: string }[];

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly data: Options | readonly { readonly group: string; readonly items: Options }[];
  onChange(value: string | undefined): void;
}

function Choice({ label, value, data, onChange, ...others }: ChoiceProps & Omit<SelectProps, keyof ChoiceProps>) {
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
      style={{ flex: '0 1 8.5rem' }}
      {...others}
    />
  );
}

function TermChoice({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const { t } = useTranslation();
  const { data: taxonomies = [] } = useQuery(taxonomiesQuery);
  const [isOpen, setOpen] = useState(false);
  // There may be thousands, so they are loaded only when the user is about to choose.
  const vocabularies = useTerms(isOpen || value !== undefined);
  const groups = useMemo(
    () =>
      vocabularies.map(({ name, slug: vocabulary, terms }) => ({
        group: name,
        items: terms.map((term) => ({ value: `${vocabulary}:${term.slug}`, label: term.name })),
      })),
    [vocabularies],
  );
  if (taxonomies.length === 0) return null;
  return (
    <Choice
      label={t('pages.anyTerm')}
      value={value}
      data={groups}
      onChange={onChange}
      onDropdownOpen={() => setOpen(true)}
      limit={MOST_TERMS_SHOWN}
      searchable
    />
  );
}

function ColumnsMenu({ search, type, onChange }: PageFiltersProps) {
  const { t } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const columns = columnsOf(t, types, type);
  const chosen = columns.map(({ id }) => id).filter((id) => isColumnShown(id, search));
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
