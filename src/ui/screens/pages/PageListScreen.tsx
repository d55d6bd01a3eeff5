import { Button, Checkbox, Text } from '@mantine/core';
import { IconFileOff, IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../parts/dialog/notify.tsx';
import { pluralName } from '../../parts/pluralName.ts';
import { RowList } from '../../parts/row/RowList.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { useMay } from '../../session/useMay.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import { usePagedRows } from '../../wire/usePagedRows.ts';
import { BulkBar } from './BulkBar.tsx';
import { usePageColumns } from './columns.tsx';
import { FilterConditions } from './filter/FilterConditions.tsx';
import { PageFilters } from './filter/PageFilters.tsx';
import { SavedViews } from './filter/SavedViews.tsx';
import { NewPageButton } from './NewPageButton.tsx';
import { findIds, type PageListSearch, type PageRow, pageChunkQuery, sortOf } from './queries.ts';
import { TreeOfLanguage } from './tree/TreeOfLanguage.tsx';
import { ViewChoice } from './ViewChoice.tsx';

const route = getRouteApi('/shell/pages');

/** All pages, or those of one type, with search, filters, sorting and bulk actions. */
export function PageListScreen() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const type = types.find(({ slug }) => slug === search.type);
  const change = (more: Partial<PageListSearch>): void =>
    void navigate({ search: (before) => omitEmptyFilters({ ...before, ...more }), replace: true });

  return (
    <div>
      <PageHead title={type ? pluralName(type) : t('pages.title')}>
        <SavedViews search={search} />
        <ViewChoice view={search.view} onChange={(view) => change({ view })} />
        <NewPageButton types={type ? [type] : types} locale={search.locale} />
      </PageHead>
      {search.view === 'tree' ? (
        <TreeOfLanguage search={search} onChange={change} />
      ) : (
        <>
          <PageFilters search={search} type={type} onChange={change} />
          <FilterConditions search={search} type={type} onChange={change} />
          {/* The key gives every list a selection of its own. */}
          <PageList key={JSON.stringify({ ...search, sort: '', columns: [] })} search={search} onChange={change} />
        </>
      )}
    </div>
  );
}

const omitEmptyFilters = (search: PageListSearch): PageListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

interface PageListProps {
  readonly search: PageListSearch;
  onChange(more: Partial<PageListSearch>): void;
}

function PageList({ search, onChange }: PageListProps) {
  const { t } = useTranslation();
  const may = useMay();
  const mayChoose = may('update', 'page') || may('delete', 'page');
  const columns = usePageColumns(search);
  const rows = usePagedRows((chunk) => pageChunkQuery(search, chunk));
  const selection = usePageSelection(search);
  const { total } = rows;

  if (rows.error) return <ProblemNotice error={rows.error} onRetry={rows.retry} />;
  if (total === undefined) return null;
  if (total === 0) return <NoPagesFound search={search} onShowAll={() => onChange(NO_FILTERS)} />;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {t('pages.count', { count: total })}
      </Text>
      <div style={{ opacity: rows.isOutdated ? 0.6 : 1 }}>
        <RowList
          label={t('pages.title')}
          columns={columns}
          total={total}
          rowAt={rows.rowAt}
          onShow={rows.show}
          sort={sortOf(search)}
          onSort={(sort) => onChange({ sort })}
          lead={mayChoose ? selection.lead(total) : undefined}
        />
      </div>
      <BulkBar ids={selection.ids} onClear={selection.clear} />
    </>
  );
}

const NO_FILTERS: Partial<PageListSearch> = {
  state: undefined,
  mine: undefined,
  locale: undefined,
  term: undefined,
  search: undefined,
  filter: undefined,
};

interface NoPagesFoundProps {
  readonly search: PageListSearch;
  onShowAll(): void;
}

function NoPagesFound({ search, onShowAll }: NoPagesFoundProps) {
  const { t } = useTranslation();
  const isFiltered = Object.keys(NO_FILTERS).some((name) => search[name as keyof PageListSearch] !== undefined);
  if (!isFiltered) return <EmptyState icon={IconFiles} title={t('pages.emptyTitle')} text={t('pages.empty')} />;
  return (
    <EmptyState icon={IconFileOff} title={t('pages.noneFoundTitle')} text={t('pages.noneFound')}>
      <Button variant="default" onClick={onShowAll}>
        {t('list.showAll')}
      </Button>
    </EmptyState>
  );
}

/** The pages that are selected for bulk actions. */
function usePageSelection(search: PageListSearch) {
  const { t } = useTranslation();
  const [ids, setIds] = useState<readonly number[]>([]);
  const toggle = (id: number): void =>
    setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  async function toggleAll(): Promise<void> {
    try {
      setIds(ids.length > 0 ? [] : await findIds(search));
    } catch (error) {
      notifyError(error);
    }
  }
  const lead = (total: number) => ({
    head: (
      <Checkbox
        size="xs"
        aria-label={t('pages.selectAll')}
        checked={ids.length > 0}
        indeterminate={ids.length > 0 && ids.length < total}
        onChange={() => void toggleAll()}
      />
    ),
    isChosen: ({ id }: PageRow) => ids.includes(id),
    show: ({ id, title }: PageRow) => (
      <Checkbox
        size="xs"
        aria-label={t('pages.selectOne', { title })}
        checked={ids.includes(id)}
        onChange={() => toggle(id)}
      />
    ),
  });
  return { ids, lead, clear: () => setIds([]) };
}
