import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { absoluteTime, dayOf, hourOf, relativeTime } from '../../../ui/parts/relativeTime.ts';
import { fetchOnce } from '../../../ui/router/root.ts';
import { MOST_SCHEDULED, pagesQuery, scheduledChangesQuery } from '../../../ui/screens/home/Drafts.tsx';
import { HomeSection } from '../../../ui/screens/home/HomeSection.tsx';
import { LinkList, type ListLine, toPageLink } from '../../../ui/screens/home/LinkList.tsx';
import type { PageRow } from '../../../ui/screens/pages/queries.ts';
import type { ChangeItem } from '../../../ui/wire/interface.ts';

const timedPagesQuery = pagesQuery('timed', { waiting: true, limit: MOST_SCHEDULED });

/** Loads what the section shows: it stands above others. */
export const fetchSchedule = (client: QueryClient): Promise<unknown> =>
  Promise.all([fetchOnce(client, timedPagesQuery), fetchOnce(client, scheduledChangesQuery)]);

type What = 'goesLive' | 'goesOffline' | 'draftGoesLive' | 'changeGoesLive';

/** Something that happens to the site by itself at a time. */
interface ScheduledLine extends Omit<ListLine, 'key' | 'detail'> {
  readonly what: What;
  readonly at: string;
}

/** What goes live or offline by itself, the next first: pages, drafts of live pages, and changes. */
export function ScheduledSection() {
  const { t } = useTranslation();
  const { data: pages } = useQuery(timedPagesQuery);
  const { data: changes } = useQuery(scheduledChangesQuery);
  const lines =
    pages &&
    changes &&
    [...pages.data.flatMap(listPageSchedule), ...changes.flatMap(listChangeSchedule)]
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ what, at, ...line }) => ({
        ...line,
        key: `${what} ${JSON.stringify(line.to.params)}`,
        detail: (
          <>
            {t(`schedule.${what}`)} <ScheduledTime value={at} />
          </>
        ),
      }));
  return (
    <HomeSection title={t('schedule.title')}>
      <LinkList lines={lines} empty={t('schedule.none')} />
    </HomeSection>
  );
}

function listPageSchedule({ id, title, locale, scheduledAt, unpublishAt }: PageRow): readonly ScheduledLine[] {
  const line = { title, locale, to: toPageLink(id) };
  return [
    ...(isUpcoming(scheduledAt) ? [{ ...line, what: 'goesLive' as const, at: scheduledAt }] : []),
    ...(isUpcoming(unpublishAt) ? [{ ...line, what: 'goesOffline' as const, at: unpublishAt }] : []),
  ];
}

const isUpcoming = (at: string | null): at is string => at !== null && Date.parse(at) > Date.now();

function listChangeSchedule(change: ChangeItem): readonly ScheduledLine[] {
  const { name, draftOf, scheduledAt: at } = change;
  if (at === null) return [];
  if (draftOf?.kind === 'page')
    return [{ title: titleInDraft(change), to: toPageLink(draftOf.id), what: 'draftGoesLive', at }];
  return [{ title: change.title, to: { to: '/changes/$name', params: { name } }, what: 'changeGoesLive', at }];
}

/** The title that the record of a draft has in it. */
const titleInDraft = ({ title, draftOf, records }: ChangeItem): string =>
  records.find(({ kind, id }) => kind === draftOf?.kind && id === draftOf.id)?.title ?? title;

/** When something will happen, as one would write it down: `tomorrow at 14:30`. Its tooltip says how long that is. */
function ScheduledTime({ value }: { readonly value: string }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (
    <time dateTime={value} title={`${absoluteTime(value, language)} (${relativeTime(value, language)})`}>
      {t('schedule.dayAt', { day: dayOf(value, language), hour: hourOf(value, language) })}
    </time>
  );
}
