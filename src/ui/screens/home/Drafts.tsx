import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Time } from '../../parts/Time.tsx';
import { ask } from '../../wire/ask.ts';
import type { Interface, ListedWork } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { useChosenChange } from '../../wire/useChosenChange.ts';
import type { PageRow } from '../pages/queries.ts';
import { HomeSection } from './HomeSection.tsx';
import { LinkList, type ListLine, pageLine, toPageLink } from './LinkList.tsx';
import { SHOWN } from './queries.ts';

/** As many as anybody plans ahead, and as the server lists at once. */
export const MOST_SCHEDULED = 100;

export const pagesQuery = (name: string, query: Interface['GET /api/admin/pages']['query']) =>
  queryOptions({
    queryKey: createQueryKey('page', 'home', name, query),
    queryFn: ({ signal }) => ask('GET /api/admin/pages', { query: { limit: SHOWN, ...query }, signal }),
  });

interface DraftsOptions {
  /** Whether the drafts are the user's own; false for those of others. */
  readonly isMine: boolean;
}

/** Pages that nobody can read yet. Those of others that are scheduled wait for nobody. */
export const unpublishedQuery = ({ isMine }: DraftsOptions) =>
  pagesQuery('unpublished', { status: 'draft', mine: isMine, ...(!isMine && { waiting: false }) });

/** Pages that are live and have a draft. */
export const draftsQuery = ({ isMine }: DraftsOptions) => pagesQuery('drafts', { state: 'waiting', mine: isMine });

/** The changes that go live by themselves, drafts of live records among them. */
export const scheduledChangesQuery = queryOptions({
  queryKey: createQueryKey('change', 'home'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/changes', { query: { limit: MOST_SCHEDULED, scheduled: true }, signal })).data,
});

/** The user's own unfinished work. Saving it makes pages stale, and so this. */
export const workQuery = queryOptions({
  queryKey: createQueryKey('page', 'home', 'work'),
  queryFn: async ({ signal }) => (await ask('GET /api/admin/work', { signal })).data,
  // It is typed in this browser without an event.
  staleTime: 0,
});

/** What the user has begun: unfinished work, drafts of live pages, and pages that nobody can read yet. */
export function MyDrafts() {
  const { t } = useTranslation();
  const drafts = useDrafts({ isMine: true });
  const work = useUnfinished();
  const unfinished = work?.map(
    (one): ListLine => ({
      key: `work ${one.id}`,
      title: t('desk.unfinished', { title: one.title || t('page.untitled') }),
      to: toPageLink(one.id),
      detail: <Time value={one.savedAt} />,
    }),
  );
  const rest = drafts
    ?.filter(({ page }) => !work?.some(({ id }) => id === page.id))
    .map(({ page, at, isOfLive, state }) =>
      pageLine(
        page,
        <>
          {isOfLive && `${t('desk.draftOfLive')} · `}
          {state !== 'open' && `${t(`changeList.states.${state}`)} · `}
          <Time value={at} />
        </>,
      ),
    );
  return (
    <HomeSection title={t('desk.mine')}>
      <LinkList lines={unfinished && rest && [...unfinished, ...rest].slice(0, SHOWN)} empty={t('desk.noneMine')} />
    </HomeSection>
  );
}

/** The drafts of others, which may be waiting for somebody to review and publish them. */
export function OthersDrafts() {
  const { t } = useTranslation();
  const drafts = useDrafts({ isMine: false });
  const lines = drafts?.map(({ page, author, at, isOfLive, state }) =>
    pageLine(
      page,
      <>
        {isOfLive && `${t('desk.draftOfLive')} · `}
        {state !== 'open' && `${t(`changeList.states.${state}`)} · `}
        {author && <span dir="auto">{author} · </span>}
        <Time value={at} />
      </>,
    ),
  );
  return (
    <HomeSection
      title={t('desk.others')}
      more={
        <Button
          size="compact-sm"
          variant="subtle"
          renderRoot={(props) => <Link to="/pages" search={{ state: 'draft' }} {...props} />}
        >
          {t('desk.allDrafts')}
        </Button>
      }
    >
      <LinkList lines={lines} empty={t('desk.noneOthers')} />
    </HomeSection>
  );
}

interface ListedDraft {
  readonly page: PageRow;
  readonly author: string | null;
  readonly at: string;
  /** Whether visitors read the page as it was before the draft. */
  readonly isOfLive: boolean;
  /** How far the draft is on its way to going live. */
  readonly state: NonNullable<PageRow['inDraft']>['state'];
}

/** The newest drafts, of live pages and of others; undefined while they are loading. */
function useDrafts(whose: { readonly isMine: boolean }): readonly ListedDraft[] | undefined {
  const { data: unpublished } = useQuery(unpublishedQuery(whose));
  const { data: ofLive } = useQuery(draftsQuery(whose));
  if (!unpublished || !ofLive) return undefined;
  const drafts = [
    ...unpublished.data.map((page) => ({
      page,
      author: page.createdBy,
      at: page.updatedAt,
      isOfLive: false,
      state: 'open' as const,
    })),
    ...ofLive.data.map(draftOfLive),
  ];
  return drafts.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, SHOWN);
}

const draftOfLive = (page: PageRow): ListedDraft => ({
  page: page.inDraft ? { ...page, title: page.inDraft.title } : page,
  author: page.inDraft?.author ?? null,
  at: page.inDraft?.updatedAt ?? page.updatedAt,
  isOfLive: true,
  state: page.inDraft?.state ?? 'open',
});

type PageWork = ListedWork & { readonly id: number };

/** The user's own unfinished work on pages, where they work now: in a change, or outside of all. */
function useUnfinished(): readonly PageWork[] | undefined {
  const { data } = useQuery(workQuery);
  const change = useChosenChange()?.name ?? null;
  // Work on what has been deleted can be opened nowhere.
  return data?.filter(
    (one): one is PageWork => one.kind === 'page' && one.id !== null && one.title !== null && one.change === change,
  );
}
