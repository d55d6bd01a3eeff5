import { Badge, Button } from '@mantine/core';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECORD_SCREENS } from '../../../ui/parts/record/recordScreens.ts';
import { Time } from '../../../ui/parts/Time.tsx';
import { fetchOnce } from '../../../ui/router/root.ts';
import { HomeSection } from '../../../ui/screens/home/HomeSection.tsx';
import { LinkList, type ListLine } from '../../../ui/screens/home/LinkList.tsx';
import { SHOWN } from '../../../ui/screens/home/queries.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { WatchlistItem } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** Events of the inbox tell that something watched has changed. */
const watchedQuery = (limit: number | undefined) =>
  queryOptions({
    queryKey: createQueryKey('inbox', 'watched', limit),
    queryFn: ({ signal }) => ask('GET /api/admin/watchlist', { query: limit === undefined ? {} : { limit }, signal }),
  });

/** Loads what the section shows: it stands above others. */
export const fetchWatched = (client: QueryClient): Promise<unknown> => fetchOnce(client, watchedQuery(SHOWN));

/** What somebody watches, what was changed last first. Nothing is shown to those who watch nothing. */
export function WatchSection() {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const { data: first } = useQuery(watchedQuery(SHOWN));
  const { data: whole } = useQuery({ ...watchedQuery(undefined), enabled: isWhole });
  const total = first?.meta.total ?? 0;
  if (!first || total === 0) return null;
  return (
    <HomeSection
      title={t('watchlist.title')}
      more={
        total > SHOWN &&
        !isWhole && (
          <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
            {t('watchlist.all', { count: total })}
          </Button>
        )
      }
    >
      <LinkList lines={(whole ?? first).data.flatMap((one) => toWatchedLine(one, t('watchlist.changed')))} empty="" />
    </HomeSection>
  );
}

function toWatchedLine({ record, change, about, at, isNew }: WatchlistItem, news: string): readonly ListLine[] {
  const to = record
    ? RECORD_SCREENS[record.kind]?.(record.id)
    : { to: '/changes/$name' as const, params: { name: change! } };
  if (!to) return [];
  const detail = (
    <>
      {isNew && (
        <Badge size="sm" variant="light" tt="none" mr={6}>
          {news}
        </Badge>
      )}
      {at !== null && <Time value={at} />}
    </>
  );
  return [{ key: record ? `${record.kind} ${record.id}` : `change ${change}`, title: about, to, detail }];
}
