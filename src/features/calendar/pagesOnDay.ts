import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { isPublic, timedPages } from '../../model/page/isPublic.ts';
import type { Site } from '../../site/site.ts';

export const DAY_DIFFERENCES = ['published', 'edited', 'takenOff'] as const;

/** A page as visitors can read it at a time. */
export interface PageOnDay {
  readonly id: number;
  readonly title: string;
  /** The slug of its content type. */
  readonly type: string;
  readonly locale: string;
  readonly slug: string;
  /** How it differs from what visitors read now. */
  readonly difference: (typeof DAY_DIFFERENCES)[number] | null;
}

export const toPageOnDay = ({ id, data }: Entry<Page>, difference: PageOnDay['difference']): PageOnDay => ({
  ...{ id, title: data.title, type: data.type, locale: data.locale, slug: data.slug, difference },
});

interface Moments {
  readonly live: Pick<Site, 'store'>;
  /** The path of the content in the repository. */
  readonly prefix: string;
  readonly now: Date;
  readonly time: Date;
}

/** The pages that visitors will read otherwise than now: only those with other files, or with times, can differ. */
export function findDayDifferences(
  { store, edits }: Pick<Site, 'store' | 'edits'>,
  { live, prefix, now, time }: Moments,
): ReadonlyMap<number, PageOnDay> {
  const versions = [store, live.store];
  const paths = [...(edits?.keys() ?? [])].map((path) => path.slice(prefix.length));
  const edited = versions.flatMap((version) => paths.flatMap((path) => findPageAt(version, path) ?? []));
  const ids = new Set([...edited, ...versions.flatMap(timedPages)].map(({ id }) => id));
  const found = new Map<number, PageOnDay>();
  for (const id of ids) {
    const [then, present] = [findPublicPage(store, id, time), findPublicPage(live.store, id, now)];
    const page = then ?? present;
    const difference = nameDifference(then, present);
    if (page && difference) found.set(id, toPageOnDay(page, difference));
  }
  return found;
}

function findPageAt(store: Site['store'], path: string): Entry<Page> | undefined {
  const file = store.fileAt(path);
  return file?.kind === 'page' ? store.byKey('page', file.key) : undefined;
}

function findPublicPage(lookup: Pick<Lookup, 'get'>, id: number, at: Date): Entry<Page> | undefined {
  const page = lookup.get('page', id);
  return page && isPublic(page.data, at) ? page : undefined;
}

function nameDifference(then: Entry<Page> | undefined, now: Entry<Page> | undefined): PageOnDay['difference'] {
  if (!now) return then ? 'published' : null;
  if (!then) return 'takenOff';
  return then.rev === now.rev ? null : 'edited';
}
