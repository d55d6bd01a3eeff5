import type { Page } from '../../model/entities/page.ts';
import type { Change, Entry } from '../../model/entry.ts';
import { dueChange, isPublic, nextPublicChange, timedPages } from '../../model/page/isPublic.ts';
import type { Store } from '../store.ts';
import type { Direction, PageSort } from './pageOrder.ts';
import { createSortedPages, type PageFilter, type SortedPages } from './sortedPages.ts';

type PageEntry = Entry<Page>;

/** Sorted lists of pages, each made when first asked for and then kept, so that a list costs its page, not its site. */
export interface PageLists {
  /** Pages of any status. */
  all(filter: PageFilter, sort: PageSort, direction: Direction): readonly PageEntry[];
  /** Only what everybody may see at `now`. */
  public(filter: PageFilter, sort: PageSort, direction: Direction, now: Date): readonly PageEntry[];
  /** When the public lists may change next though nobody writes, as milliseconds since 1970. */
  nextChangeAt(now: Date): number | undefined;
}

/** How long a draft whose time has come may take to be published, the queue before it included. */
const PUBLISHING_MS = 10_000;
/** How long what is seen holds meanwhile: less than a second, so that no cache keeps it. */
const MOMENT_MS = 500;

/** From so many changes at once, all is made anew when it is next asked for: to move each page takes longer. */
const MANY_CHANGES = 500;

/** The public pages, as they were at the latest time that a page was judged at. */
interface PublicPages {
  readonly store: Store;
  readonly shown: SortedPages;
  /** Made when a public list is first asked for. */
  visible: Set<PageEntry> | null;
  /** Pages whose publicness depends on the time still to come, by when they are to be looked at. Made when they are first asked for. */
  waiting: Map<PageEntry, string> | null;
  /** The first of these times; null: it is to be looked for. */
  earliest: string | undefined | null;
  /** When drafts were first found to be due. */
  readonly dueSince: WeakMap<PageEntry, number>;
  /** The latest time that a page was judged at. */
  seenAt: string;
}

export function createPageLists(store: Store, clock: () => Date): PageLists {
  const all = createSortedPages(() => store.all('page'));
  const pages: PublicPages = {
    store,
    shown: createSortedPages(() => getVisible(pages)),
    visible: null,
    waiting: null,
    earliest: null,
    dueSince: new WeakMap(),
    seenAt: '',
  };
  store.add({ apply: (changes) => apply({ all, pages }, changes, clock()) });
  return {
    all: all.get,
    public(filter, sort, direction, now) {
      advance(pages, now);
      return pages.shown.get(filter, sort, direction);
    },
    nextChangeAt(now) {
      advance(pages, now);
      const due = dueAt(pages);
      return due === undefined ? undefined : Date.parse(due);
    },
  };
}

interface Kept {
  readonly all: SortedPages;
  readonly pages: PublicPages;
}

function apply({ all, pages }: Kept, changes: readonly Change[], now: Date): void {
  const changed = changes.filter((change): change is Change<Page> => change.kind === 'page');
  const time = now.toISOString();
  if (time > pages.seenAt) pages.seenAt = time;
  if (changed.length >= MANY_CHANGES) {
    for (const lists of [all, pages.shown]) lists.forget();
    Object.assign(pages, { visible: null, waiting: null, earliest: null });
    return;
  }
  for (const { before } of changed) {
    if (!before) continue;
    all.remove(before);
    drop(pages, before);
  }
  for (const { after } of changed) {
    if (!after) continue;
    all.add(after);
    take(pages, after, now);
  }
}

function getVisible(pages: PublicPages): ReadonlySet<PageEntry> {
  if (pages.visible) return pages.visible;
  const now = new Date(pages.seenAt);
  const visible = new Set<PageEntry>();
  for (const page of pages.store.all('page')) if (isPublic(page.data, now)) visible.add(page);
  pages.visible = visible;
  return visible;
}

function getWaiting(pages: PublicPages): ReadonlyMap<PageEntry, string> {
  if (pages.waiting) return pages.waiting;
  pages.waiting = new Map();
  for (const page of timedPages(pages.store)) waitFor(pages, page, new Date(pages.seenAt));
  return pages.waiting;
}

function dueAt(pages: PublicPages): string | undefined {
  if (pages.earliest !== null) return pages.earliest;
  let earliest: string | undefined;
  for (const at of getWaiting(pages).values()) if (earliest === undefined || at < earliest) earliest = at;
  pages.earliest = earliest;
  return earliest;
}

/** When a page is to be looked at again: at its next public change, and from moment to moment while it is being published. */
function lookAgainAt({ dueSince }: PublicPages, page: PageEntry, now: Date): string | undefined {
  if (dueChange(page.data, now) !== 'publish') return nextPublicChange(page.data, now);
  const time = now.getTime();
  const since = dueSince.get(page) ?? time;
  dueSince.set(page, since);
  return time - since < PUBLISHING_MS ? new Date(time + MOMENT_MS).toISOString() : undefined;
}

function waitFor(pages: PublicPages, page: PageEntry, now: Date): void {
  const at = lookAgainAt(pages, page, now);
  if (at === undefined) return;
  pages.waiting?.set(page, at);
  pages.earliest = null;
}

function take(pages: PublicPages, page: PageEntry, now: Date): void {
  if (pages.waiting) waitFor(pages, page, now);
  if (!pages.visible || !isPublic(page.data, now)) return;
  pages.visible.add(page);
  pages.shown.add(page);
}

function drop(pages: PublicPages, page: PageEntry): void {
  if (pages.waiting?.delete(page)) pages.earliest = null;
  if (pages.visible?.delete(page)) pages.shown.remove(page);
}

/** Moves pages whose time has come, or all whose time plays a part when the clock was put back. */
function advance(pages: PublicPages, now: Date): void {
  const time = now.toISOString();
  const isBack = time < pages.seenAt;
  pages.seenAt = time;
  const due = dueAt(pages);
  if (!isBack && (due === undefined || due > time)) return;
  const waiting = getWaiting(pages);
  const moving = isBack ? timedPages(pages.store) : [...waiting].flatMap(([page, at]) => (at > time ? [] : page));
  for (const page of moving) {
    drop(pages, page);
    take(pages, page, now);
  }
}
