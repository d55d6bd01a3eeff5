import { Loader, Select, Text } from '@mantine/core';
import { IconArrowLeft, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../fields/fieldLabel.ts';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { Problem } from '../../parts/screen/Problem.tsx';
import { useRole } from '../../session/useRole.ts';
import type { RevisionItem } from '../../wire/interface.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import { pageQuery } from '../page/queries.ts';
import { valueName } from './changes.ts';
import classes from './HistoryScreen.module.css';
import { diffQuery, versionsQuery } from './queries.ts';
import { VersionDiff } from './VersionDiff.tsx';
import { VersionList } from './VersionList.tsx';

const route = getRouteApi('/shell/pages/$id/history');

/** The versions of a page: who changed what and when, with the way back to each. */
export function HistoryScreen() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useRole('editor');
  const { data: page } = useQuery(pageQuery(Number(id)));
  const { data: types = [] } = useQuery(contentTypesQuery);
  const list = useInfiniteQuery(versionsQuery(Number(id)));
  const versions = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const { shown, isSearching } = useVersionsOf(Number(id), versions, search.only);
  const chosen = versions.find((one) => one.id === search.version) ?? shown[0];
  const type = types.find(({ slug }) => slug === page?.data.type);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // What a version changed shows in comparison with the one before it, which may not be loaded yet.
  const lacksBefore = chosen !== undefined && chosen.id === versions.at(-1)?.id && hasNextPage;
  useEffect(() => {
    if (lacksBefore && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [lacksBefore, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (page === undefined) return null;
  return (
    <>
      <PageHead
        title={t('history.title', { title: page.data.title || t('page.untitled') })}
        back={
          <Link to="/pages/$id" params={{ id }} className={classes.back}>
            <IconArrowLeft size={15} aria-hidden /> {t('history.back')}
          </Link>
        }
      />
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && versions.length === 0 && (
        <EmptyState icon={IconHistory} title={t('history.empty')} text={t('history.emptyText')} />
      )}
      {versions.length > 0 && (
        <div className={classes.columns}>
          <div>
            <Select
              label={t('history.only')}
              mb="sm"
              size="xs"
              searchable
              clearable
              placeholder={t('history.all')}
              value={search.only ?? null}
              onChange={(only) => void navigate({ search: { only: only ?? undefined }, replace: true })}
              data={[
                { value: 'title', label: t('history.values.title') },
                ...(type?.fields.map((field) => ({ value: `fields/${field.name}`, label: fieldLabel(field) })) ?? []),
              ]}
            />
            {isSearching && <Loader size="sm" />}
            {!isSearching && shown.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('history.none')}
              </Text>
            )}
            <VersionList
              pageId={id}
              versions={shown}
              chosen={chosen?.id}
              newest={versions[0]?.id}
              hasMore={hasNextPage}
              isLoading={isFetchingNextPage}
              onMore={() => void fetchNextPage()}
            />
          </div>
          {chosen && (
            <VersionDiff
              page={page.data}
              type={type}
              versions={versions}
              version={chosen}
              lacksBefore={lacksBefore}
              comparedWith={search.with}
              onCompare={(comparedWith) =>
                void navigate({
                  search: (before) => ({ ...before, version: chosen.id, with: comparedWith }),
                  replace: true,
                })
              }
              mayEdit={mayEdit}
            />
          )}
        </div>
      )}
    </>
  );
}

/** The versions that changed the value `only`, newest first; all of them if it is undefined. */
function useVersionsOf(id: number, versions: readonly RevisionItem[], only: string | undefined) {
  const readable = versions.filter(({ problem }) => problem === undefined);
  const pairs =
    only === undefined ? [] : readable.slice(1).map(({ id: from }, index) => ({ from, to: readable[index]!.id }));
  const diffs = useQueries({ queries: pairs.map((pair) => diffQuery(id, pair)) });
  if (only === undefined) return { shown: versions, isSearching: false };
  const changed = pairs.filter((_, index) => diffs[index]?.data?.some(({ path }) => valueName(path) === only));
  return {
    shown: readable.filter((one) => changed.some(({ to }) => to === one.id)),
    isSearching: diffs.some(({ isPending }) => isPending),
  };
}
