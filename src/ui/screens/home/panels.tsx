import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { UI_FEATURES } from '../../../features/lists/ui/browser.ts';
import type { HomePanel } from '../../feature.ts';
import { addSection } from '../../i18n/i18n.ts';
import { Moment } from '../../parts/Moment.tsx';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { fetchOnce } from '../../router/root.ts';
import { draftsQuery, MyDrafts, OthersDrafts, unpublishedQuery, workQuery } from './Drafts.tsx';
import { Health, ProblemLines } from './Health.tsx';
import { HomeSection } from './HomeSection.tsx';
import { LinkList, pageLine } from './LinkList.tsx';
import { type Arrangement, ownProblemsQuery, problemsQuery, publishedQuery } from './queries.ts';

/** Stands in for what is loaded ahead, and what people may arrange: see `HomePanel`. */
interface OwnPanel extends HomePanel {
  /** Only for those who may edit pages. */
  readonly isForEditors?: boolean;
}

/** As long as the home screen waits for what may take long. */
const WAIT_MS = 200;
const waitAtMost = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const [MINE, OTHERS] = [{ isMine: true }, { isMine: false }];

const OWN_PANELS: readonly OwnPanel[] = [
  {
    name: 'mine',
    at: 'work',
    title: 'desk.mine',
    Section: MyDrafts,
    isForEditors: true,
    fetchAhead: (client) =>
      Promise.all([
        fetchOnce(client, unpublishedQuery(MINE)),
        fetchOnce(client, draftsQuery(MINE)),
        fetchOnce(client, workQuery),
      ]),
  },
  {
    name: 'ownProblems',
    at: 'work',
    title: 'desk.ownProblems',
    Section: OwnProblems,
    isForEditors: true,
    // The first look at a large site takes long.
    fetchAhead: (client) => Promise.race([fetchOnce(client, ownProblemsQuery), waitAtMost(WAIT_MS)]),
  },
  {
    name: 'others',
    at: 'work',
    title: 'desk.others',
    Section: OthersDrafts,
    isForEditors: true,
    fetchAhead: (client) =>
      Promise.all([fetchOnce(client, unpublishedQuery(OTHERS)), fetchOnce(client, draftsQuery(OTHERS))]),
  },
];

/** Only sites in several languages have something to translate. */
const Translations = loadOnDemand(async () => (await import('./Translations.tsx')).Translations);

const LAST_PANELS: readonly OwnPanel[] = [
  {
    name: 'published',
    at: 'work',
    title: 'desk.published',
    Section: RecentlyPublished,
    fetchAhead: (client) => fetchOnce(client, publishedQuery),
  },
  {
    name: 'translations',
    at: 'work',
    title: 'translations.title',
    Section: Translations,
    fetchAhead: () => Promise.all([addSection('translations'), Translations.load()]),
  },
  {
    name: 'health',
    at: 'site',
    title: 'desk.health',
    Section: Health,
    // May take long on a large site, and is above one section only.
    fetchAhead: async (client) => void client.prefetchQuery(problemsQuery),
  },
];

const ofFeatures = (...places: readonly HomePanel['at'][]): readonly OwnPanel[] =>
  UI_FEATURES.flatMap(({ home = [] }) => home).filter(({ at }) => places.includes(at));

/** The panels of the home screen, in the order of those who have not arranged them. */
export const HOME_PANELS: readonly OwnPanel[] = [
  ...ofFeatures('asks'),
  ...OWN_PANELS,
  ...ofFeatures('work'),
  ...LAST_PANELS,
  ...ofFeatures('site'),
];

/** The panels as somebody has arranged them; one that is new stays behind the one that it follows at first. */
export function arrangePanels<P extends Pick<HomePanel, 'name'>>(
  panels: readonly P[],
  { order }: Pick<Arrangement, 'order'>,
): readonly P[] {
  const names = order.filter((name) => panels.some((panel) => panel.name === name));
  for (const [index, { name }] of panels.entries())
    if (!names.includes(name)) names.splice(names.indexOf(panels[index - 1]?.name ?? '') + 1, 0, name);
  return names.map((name) => panels.find((panel) => panel.name === name)!);
}

/** What is wrong with what somebody has made; nothing is shown while all is well. */
function OwnProblems() {
  const { t } = useTranslation();
  const { data } = useQuery(ownProblemsQuery);
  if (!data || data.data.length === 0) return null;
  return (
    <HomeSection title={t('desk.ownProblems')}>
      <ProblemLines problems={data.data} />
    </HomeSection>
  );
}

function RecentlyPublished() {
  const { t } = useTranslation();
  const { data } = useQuery(publishedQuery);
  return (
    <HomeSection title={t('desk.published')}>
      <LinkList
        lines={data?.data.map((page) => pageLine(page, <Moment value={page.publishedAt} />))}
        empty={t('desk.nonePublished')}
      />
    </HomeSection>
  );
}
