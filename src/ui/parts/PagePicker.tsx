import { Group, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../wire/ask.ts';
import { keyOf } from '../wire/keys.ts';
import type { Data } from '../wire/sendRequest.ts';
import { WireError } from '../wire/WireError.ts';
import { StatusBadge } from './record/StatusBadge.tsx';

/** The parts of a page that the input shows. */
type FoundPage = Omit<Data<'GET /api/admin/pages'>[number], 'translations'>;

interface PagePickerProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  readonly value: number | undefined;
  onChange(id: number | undefined): void;
  /** Slugs of the content types to choose from; all if absent. */
  readonly types?: readonly string[] | undefined;
  /** Pages of this language come first. */
  readonly locale?: string | undefined;
}

const TYPING_MS = 150;
const SHOWN = 30;

interface Wanted extends Pick<PagePickerProps, 'types' | 'locale'> {
  readonly search: string;
}

/** Pages whose title or address contains a text, those of one language first. */
const foundPagesQuery = ({ search, types, locale }: Wanted) =>
  queryOptions({
    queryKey: keyOf('page', 'found', search, types, locale),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { search, limit: SHOWN, sort: 'updated_at:desc' };
      const wanted = (types?.length ?? 0) > 0 ? (types ?? []) : [undefined];
      const asked = wanted.flatMap((type) => (locale ? [{ type, locale }, { type }] : [{ type }]));
      const lists = await Promise.all(
        asked.map((more) => ask('GET /api/admin/pages', { query: { ...query, ...more }, signal })),
      );
      const found = lists.flatMap(({ data }) => data);
      const distinct = [...new Map(found.map((page) => [page.id, page])).values()];
      return distinct.sort((a, b) => Number(b.locale === locale) - Number(a.locale === locale));
    },
  });

/** One page by its id; null if it no longer exists. */
export const namedPageQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: keyOf('page', 'named', id),
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<FoundPage | null> => {
      try {
        return (await ask('GET /api/admin/pages/{id}', { path: { id: id ?? 0 }, signal })).data;
      } catch (error) {
        if (error instanceof WireError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
  });

/** Chooses a page by typing a part of its title or address. */
export function PagePicker({ value, onChange, types, locale, ...props }: PagePickerProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const { data: named } = useQuery(namedPageQuery(value));
  // While nobody types, the input holds the title of the chosen page, which is not a search.
  const [wanted] = useDebouncedValue(search === named?.title ? '' : search, TYPING_MS);
  const { data: found = [] } = useQuery({ ...foundPagesQuery({ search: wanted, types, locale }), enabled: isOpen });
  const pages = named && !found.some(({ id }) => id === named.id) ? [named, ...found] : found;
  const byId = new Map(pages.map((page) => [String(page.id), page]));
  const gone = value !== undefined && named === null;
  return (
    <Select
      placeholder={t('fields.choosePage')}
      nothingFoundMessage={t('fields.noPages')}
      {...props}
      error={props.error ?? (gone ? t('fields.gonePage') : undefined)}
      data={[
        ...pages.map(({ id, title }) => ({ value: String(id), label: title })),
        ...(gone ? [{ value: String(value), label: `#${value}` }] : []),
      ]}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The server has filtered already.
      filter={({ options }) => options}
      clearable
      renderOption={({ option }) => <PageOption page={byId.get(option.value)} />}
    />
  );
}

function PageOption({ page }: { readonly page: FoundPage | undefined }) {
  if (!page) return null;
  return (
    <Group justify="space-between" wrap="nowrap" w="100%">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate dir="auto">
          {page.title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {page.locale} · /{page.slug}
        </Text>
      </div>
      <StatusBadge page={page} />
    </Group>
  );
}
