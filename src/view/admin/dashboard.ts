import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup, Problem } from '../../model/entry.ts';
import type { PageLists } from '../../store/page/pageLists.ts';
import type { Store } from '../../store/store.ts';

const RECENT_PAGES = 10;
const SHOWN_PROBLEMS = 20;

export const showProblem = ({
  path,
  line,
  column,
  severity = 'error',
  code,
  message,
  record,
  at,
}: Problem): object => ({
  path,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
  severity,
  code,
  message,
  ...(record && { record }),
  ...(record && at && at.length > 0 && { field: at.map(String) }),
});

/** A problem, with the title of the record that it concerns. */
export function showProblemByName(problem: Problem, lookup: Pick<Lookup, 'get'>): object {
  const { record } = problem;
  const entry = record && lookup.get(record.kind, record.id);
  const shown = showProblem(problem);
  return record && entry ? { ...shown, record: { ...record, title: entityOf(entry.kind).title(entry.data) } } : shown;
}

/** The numbers of records, the pages changed most recently, and the first problems. */
export function showDashboard(store: Store, lists: PageLists, problems: readonly Problem[]): object {
  const pages = lists.all({}, 'updated_at', 'desc');
  const withStatus = (status: Page['status']): number => pages.filter(({ data }) => data.status === status).length;
  return {
    stats: {
      pages: pages.length,
      published: withStatus('published'),
      drafts: withStatus('draft'),
      blocks: store.count('block'),
      media: store.count('media'),
      menus: store.count('menu'),
      users: store.count('user'),
      problems: problems.length,
    },
    recentPages: pages.slice(0, RECENT_PAGES).map(showRecentPage),
    problems: problems.slice(0, SHOWN_PROBLEMS).map((problem) => showProblemByName(problem, store)),
  };
}

const showRecentPage = ({ id, updatedAt, data }: Entry<Page>): object => ({
  id,
  type: data.type,
  title: data.title,
  slug: data.slug,
  locale: data.locale,
  status: data.status,
  updatedAt,
});
