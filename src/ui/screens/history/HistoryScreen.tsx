import { Select, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../fields/fieldLabel.ts';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { useMay } from '../../session/useMay.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import { pageQuery } from '../page/queries.ts';
import classes from './HistoryScreen.module.css';
import { versionsQuery } from './queries.ts';
import { VersionDiff } from './VersionDiff.tsx';
import { VersionList } from './VersionList.tsx';

/** Below this there is room for the list or for a version, not for both. */
const NARROW = '(max-width: 62rem)';

const route = getRouteApi('/shell/pages/$id/history');

/** The versions of a page: who changed what and when, with the way back to each. */
export function HistoryScreen() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: page } = useQuery(pageQuery(Number(id)));
  const { data: types = [] } = useQuery(contentTypesQuery);
  const list = useInfiniteQuery(versionsQuery(Number(id)));
  const versions = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const { only } = search;
  const shown = only === undefined ? versions : versions.filter(({ changed }) => changed?.includes(only));
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const chosen = versions.find((one) => one.id === search.version) ?? shown[0];
  const type = types.find(({ slug }) => slug === page?.data.type);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isOpened = search.version !== undefined;
  const may = useMay();
  const { caller } = useRouteContext({ from: '/shell' });
  if (page === undefined) return null;
  const about = { ...page.data, path: page.data.slug, isOwn: page.data.createdBy === caller.name };
  const mayEdit = may('update', 'page', about) && may('restore', 'page', about);
  return (
    <>
      <PageHead
        title={t('history.title', { title: page.data.title || t('page.untitled') })}
        back={
          isNarrow && isOpened ? (
            <Link to="/pages/$id/history" params={{ id }} search={{ only }} className={classes.back}>
              <IconArrowLeft size={15} aria-hidden /> {t('history.allVersions')}
            </Link>
          ) : (
            <Link to="/pages/$id" params={{ id }} className={classes.back}>
              <IconArrowLeft size={15} aria-hidden /> {t('history.back')}
            </Link>
          )
        }
      />
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && versions.length === 0 && (
        <EmptyState icon={IconHistory} title={t('history.empty')} text={t('history.emptyText')} />
      )}
      {versions.length > 0 && (
        <div className={classes.columns}>
          <div hidden={isNarrow && isOpened}>
            <Select
              label={t('history.only')}
              mb="sm"
              size="xs"
              searchable
              clearable
              placeholder={t('history.all')}
              value={only ?? null}
              onChange={(next) => void navigate({ search: { only: next ?? undefined }, replace: true })}
              data={[
                { value: 'title', label: t('history.values.title') },
                ...(type?.fields.map((field) => ({ value: `fields/${field.name}`, label: fieldLabel(field) })) ?? []),
              ]}
            />
            {shown.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('history.none')}
              </Text>
            )}
            <VersionList
              pageId={id}
              {...{ type, versions, shown }}
              chosen={isNarrow && !isOpened ? undefined : chosen?.id}
              isAlone={isNarrow}
              hasMore={hasNextPage}
              isLoading={isFetchingNextPage}
              onMore={() => void fetchNextPage()}
            />
          </div>
          {chosen && (isOpened || !isNarrow) && (
            <VersionDiff
              page={page.data}
              type={type}
              versions={versions}
              version={chosen}
              comparedWith={search.with}
              isWhole={search.whole === true}
              onWhole={(whole) =>
                void navigate({
                  search: (before) => ({ ...before, version: chosen.id, whole: whole || undefined }),
                  replace: true,
                  resetScroll: false,
                })
              }
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
