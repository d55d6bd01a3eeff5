import { Button, Text } from '@mantine/core';
import { IconFileOff, IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { kindOfType } from '../../../model/page/typeKind.ts';
import { addSection } from '../../i18n/i18n.ts';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { pluralName } from '../../parts/pluralName.ts';
import { RowList } from '../../parts/row/RowList.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { useMay } from '../../session/useMay.ts';
import type { AdminContentType } from '../../wire/interface.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import { usePagedRows } from '../../wire/usePagedRows.ts';
import { BulkBar } from './BulkBar.tsx';
import { tableColumnsOf, usePageColumns } from './columns.tsx';
import { FilterConditions } from './filter/FilterConditions.tsx';
import { PageFilters } from './filter/PageFilters.tsx';
import { SavedViews } from './filter/SavedViews.tsx';
import { NewPageButton } from './NewPageButton.tsx';
import { type PageListSearch, pageChunkQuery, sortOf } from './queries.ts';
import { TreeOfLanguage } from './tree/TreeOfLanguage.tsx';
import { usePageSelection } from './usePageSelection.tsx';
import { ViewChoice } from './ViewChoice.tsx';

const DataTable = loadOnDemand(async () => {
  const [{ DataTable: Table }] = await Promise.all([import('./table/DataTable.tsx'), addSection('dataTable')]);
  return Table;
});

const route = getRouteApi('/shell/pages');

/** All pages, or those of one type, with search, filters, sorting and bulk actions. */
export function PageListScreen() {
  const { t } = useTranslation();
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const type = types.find(({ slug }) => slug === asked.type);
  const table = type && kindOfType(type) === 'data' ? type : undefined;
  const search = table ? { columns: tableColumnsOf(table), sort: 'title:asc', ...asked } : asked;
  const change = (more: Partial<PageListSearch>): void =>
    void navigate({ search: (before) => omitEmptyFilters({ ...before, ...more }), replace: true });

  return (
    <div>
      <PageHead title={type ? pluralName(type) : t('pages.title')}>
        <SavedViews search={search} />
        {!table && <ViewChoice view={search.view} onChange={(view) => change({ view })} />}
        {!table && <NewPageButton types={type ? [type] : types} locale={search.locale} />}
      </PageHead>
      {search.view === 'tree' && !table ? (
        <TreeOfLanguage search={search} onChange={change} />
      ) : (
        <>
          <PageFilters search={search} type={type} onChange={change} />
          <FilterConditions search={search} type={type} onChange={change} />
          {/* The key gives every list a selection of its own. */}
          <PageList
            key={JSON.stringify({ ...search, sort: '', columns: [] })}
            search={search}
            table={table}
            onChange={change}
          />
        </>
      )}
    </div>
  );
}

const omitEmptyFilters = (search: PageListSearch): PageListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

interface PageListProps {
  readonly search: PageListSearch;
  /** The type whose records are edited as a table. */
  readonly table: AdminContentType | undefined;
  onChange(more: Partial<PageListSearch>): void;
}

function PageList({ search, table, onChange }: PageListProps) {
  const { t } = useTranslation();
  const may = useMay();
  const mayChoose = may('update', 'page') || may('delete', 'page');
  const columns = usePageColumns(search);
  const rows = usePagedRows((chunk) => pageChunkQuery(search, chunk));
  const selection = usePageSelection(search);
  const { total } = rows;

  if (rows.error) return <ProblemNotice error={rows.error} onRetry={rows.retry} />;
  if (total === undefined) return null;
  if (total === 0 && !table) return <NoPagesFound search={search} onShowAll={() => onChange(NO_FILTERS)} />;
  const list = {
    columns,
    total,
    rowAt: rows.rowAt,
    onShow: rows.show,
    sort: sortOf(search),
    onSort: (sort: string) => onChange({ sort }),
    lead: mayChoose ? selection.lead(total) : undefined,
  };
  return (
    <>
      {!table && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {t('pages.count', { count: total })}
        </Text>
      )}
      <div style={{ opacity: rows.isOutdated ? 0.6 : 1 }}>
        {table ? (
          <DataTable
            type={table}
            locale={search.locale}
            noneFound={isFiltered(search) && <NoPagesFound search={search} onShowAll={() => onChange(NO_FILTERS)} />}
            {...list}
          />
        ) : (
          <RowList label={t('pages.title')} {...list} />
        )}
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

const isFiltered = (search: PageListSearch): boolean =>
  Object.keys(NO_FILTERS).some((name) => search[name as keyof PageListSearch] !== undefined);

interface NoPagesFoundProps {
  readonly search: PageListSearch;
  onShowAll(): void;
}

function NoPagesFound({ search, onShowAll }: NoPagesFoundProps) {
  const { t } = useTranslation();
  if (!isFiltered(search)) return <EmptyState icon={IconFiles} title={t('pages.emptyTitle')} text={t('pages.empty')} />;
  return (
    <EmptyState icon={IconFileOff} title={t('pages.noneFoundTitle')} text={t('pages.noneFound')}>
      <Button variant="default" onClick={onShowAll}>
        {t('list.showAll')}
      </Button>
    </EmptyState>
  );
}
