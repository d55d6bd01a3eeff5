import { ActionIcon, Group, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../session/useMay.ts';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';
import type { Data } from '../wire/sendRequest.ts';
import { WireError } from '../wire/WireError.ts';
import { openDialogs } from './dialog/dialogs.ts';
import { StatusBadge } from './record/StatusBadge.tsx';

/** The parts of a page that the input shows. */
type PickablePage = Omit<Data<'GET /api/admin/pages'>[number], 'translations'>;

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

interface PagePickerQuery extends Pick<PagePickerProps, 'types' | 'locale'> {
  readonly search: string;
}

/** Pages that contain all words of a text, those of one language first, then those that are called so. */
const foundPagesQuery = ({ search, types, locale }: PagePickerQuery) =>
  queryOptions({
    queryKey: createQueryKey('page', 'found', search, types, locale),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const type = types?.join(',') || undefined;
      const query = { search, type, limit: SHOWN, sort: 'relevance' };
      const asked = locale ? [{ locale }, {}] : [{}];
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
    queryKey: createQueryKey('page', 'named', id),
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<PickablePage | null> => {
      try {
        return (await ask('GET /api/admin/pages/{id}', { path: { id: id ?? 0 }, signal })).data;
      } catch (error) {
        if (error instanceof WireError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
  });

/** The value of the option that creates a page. */
const NEW = 'new';

/**
 * Chooses a page by typing words of its title, address or text. Pages of the form's own language come first; a page that
 * is missing is created on the spot.
 */
export function PagePicker({ value, onChange, types, locale, ...props }: PagePickerProps) {
  const { t } = useTranslation();
  const mayCreate = useMay()('create', 'page') && !props.readOnly;
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const { data: named } = useQuery(namedPageQuery(value));
  // While nobody types, the input holds the title of the chosen page, which is not a search.
  const typed = search === named?.title ? '' : search.trim();
  const [wanted] = useDebouncedValue(typed, TYPING_MS);
  const {
    data: found = [],
    isSuccess,
    isPlaceholderData,
  } = useQuery({
    ...foundPagesQuery({ search: wanted, types, locale }),
    enabled: isOpen,
  });
  const isSearched = typed === wanted && isSuccess && !isPlaceholderData;
  const isMissing = isSearched && !found.some(({ title }) => title.toLowerCase() === typed.toLowerCase());
  const pages = named && !found.some(({ id }) => id === named.id) ? [named, ...found] : found;
  const byId = new Map(pages.map((page) => [String(page.id), page]));
  const gone = value !== undefined && named === null;
  const create = (): void =>
    void Promise.all([openDialogs(), import('./CreatePageForm.tsx')]).then(([modals, { CreatePageForm }]) => {
      const id = modals.open({
        title: t('fields.newPage'),
        children: (
          <CreatePageForm {...{ types, locale }} title={typed} onClose={() => modals.close(id)} onCreated={onChange} />
        ),
      });
    });
  return (
    <Select
      placeholder={t('fields.choosePage')}
      nothingFoundMessage={t('fields.noPages')}
      leftSection={named ? <OpenPage page={named} /> : undefined}
      leftSectionPointerEvents="all"
      {...props}
      error={props.error ?? (gone ? t('fields.gonePage') : undefined)}
      data={[
        ...groupPageOptions(pages, locale, t('fields.otherLanguages')),
        ...(gone ? [{ value: String(value), label: `#${value}` }] : []),
        ...(mayCreate && typed !== '' && isMissing
          ? [{ value: NEW, label: t('fields.createPage', { title: typed }) }]
          : []),
      ]}
      value={value === undefined ? null : String(value)}
      onChange={(id) => {
        if (id === NEW) create();
        else onChange(id === null ? undefined : Number(id));
      }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The server has filtered already.
      filter={({ options }) => options}
      clearable
      renderOption={({ option }) =>
        option.value === NEW ? <NewOption words={option.label} /> : <PageOption page={byId.get(option.value)} />
      }
    />
  );
}

/** The options: pages of one's own language, then the others under a heading. */
function groupPageOptions(pages: readonly PickablePage[], locale: string | undefined, others: string) {
  const toOption = ({ id, title }: PickablePage) => ({ value: String(id), label: title });
  const isOwn = (page: PickablePage): boolean => locale === undefined || page.locale === locale;
  const foreign = pages.filter((page) => !isOwn(page)).map(toOption);
  return [...pages.filter(isOwn).map(toOption), ...(foreign.length > 0 ? [{ group: others, items: foreign }] : [])];
}

/** Opens the chosen page beside the form, which may hold unsaved work. */
function OpenPage({ page: { id, title } }: { readonly page: PickablePage }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={t('fields.openPage', { title })}
      title={t('fields.openPage', { title })}
      renderRoot={(props) => <Link to="/pages/$id" params={{ id: String(id) }} target="_blank" {...props} />}
    >
      <IconExternalLink size={15} aria-hidden />
    </ActionIcon>
  );
}

function NewOption({ words }: { readonly words: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <IconPlus size={16} aria-hidden />
      <Text size="sm" truncate dir="auto">
        {words}
      </Text>
    </Group>
  );
}

function PageOption({ page }: { readonly page: PickablePage | undefined }) {
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
