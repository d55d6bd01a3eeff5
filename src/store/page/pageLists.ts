import type { Page, PageEntry } from '../../model/entities/page.ts';
import type { EntryChange } from '../../model/entry.ts';
import { dueChange, isPublic, nextPublicChange, timedPages } from '../../model/page/isPublic.ts';
import type { Store } from '../store.ts';
import { createFieldOrders, type FieldOrders } from './fieldOrders.ts';
import {
  createDataTypes,
  createKindedLists,
  type DataTypes,
  type ListedPages,
  type SortedPages,
} from './sortedPages.ts';

/**
 * Sorted lists of pages, each made on first use and then kept, so that the cost of a request does not grow with the
 * site.
 */
export interface PageLists extends ListedPages {
  /** Pages of any status, by a field of their type. */
  readonly byField: FieldOrders['get'];
}

/** How long publishing a due draft may take, including the write queue. */
const PUBLISHING_MS = 10_000;
/** How long lists are valid meanwhile: less than a second, so that no cache keeps them. */
const MOMENT_MS = 500;

/** From this many changes at once, all lists are rebuilt on next use: moving each page would take longer. */
const MANY_CHANGES = 500;

/** The public pages, as of `seenAt`. */
interface PublicPages {
  readonly store: Store;
  readonly shown: SortedPages;
  /** The public pages; null until a public list is first requested. */
  visible: Set<PageEntry> | null;
  /**
   * Pages that may become public or stop being so as time passes, with the time to check them; null until first needed.
   */
  waiting: Map<PageEntry, string> | null;
  /** The first of these times; null: not computed. */
  earliest: string | undefined | null;
  /** When drafts were first seen to be due. */
  readonly dueSince: WeakMap<PageEntry, number>;
  /** The last time at which pages were checked. */
  seenAt: string;
}

export function createPageLists(store: Store, clock: () => Date): PageLists {
  const dataTypes = createDataTypes(store);
  const all = createKindedLists(() => store.all('page'), dataTypes);
  const pages: PublicPages = {
    store,
    shown: createKindedLists(() => getVisible(pages), dataTypes),
    visible: null,
    waiting: null,
    earliest: null,
    dueSince: new WeakMap(),
    seenAt: '',
  };
  store.add({ apply: (changes) => applyPageChanges({ all, pages, dataTypes }, changes, clock()) });
  return {
    all: all.get,
    byField: createFieldOrders(store).get,
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

interface PageListState {
  readonly dataTypes: DataTypes;
  readonly all: SortedPages;
  readonly pages: PublicPages;
}

function applyPageChanges({ all, pages, dataTypes }: PageListState, changes: readonly EntryChange[], now: Date): void {
  const changed = changes.filter((change): change is EntryChange<Page> => change.kind === 'page');
  const time = now.toISOString();
  if (time > pages.seenAt) pages.seenAt = time;
  if (dataTypes.follow(changes) || changed.length >= MANY_CHANGES) {
    for (const lists of [all, pages.shown]) lists.forget();
    Object.assign(pages, { visible: null, waiting: null, earliest: null });
    return;
  }
  for (const { before } of changed) {
    if (!before) continue;
    all.remove(before);
    removePublicPage(pages, before);
  }
  for (const { after } of changed) {
    if (!after) continue;
    all.add(after);
    addPublicPage(pages, after, now);
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

/** When to check a page again: at its next public change, and every moment while it is being published. */
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

function addPublicPage(pages: PublicPages, page: PageEntry, now: Date): void {
  if (pages.waiting) waitFor(pages, page, now);
  if (!pages.visible || !isPublic(page.data, now)) return;
  pages.visible.add(page);
  pages.shown.add(page);
}

function removePublicPage(pages: PublicPages, page: PageEntry): void {
  if (pages.waiting?.delete(page)) pages.earliest = null;
  if (pages.visible?.delete(page)) pages.shown.remove(page);
}

/** Checks the pages whose time has come, or all scheduled pages if the clock was set back. */
function advance(pages: PublicPages, now: Date): void {
  const time = now.toISOString();
  const isBack = time < pages.seenAt;
  pages.seenAt = time;
  const due = dueAt(pages);
  if (!isBack && (due === undefined || due > time)) return;
  const waiting = getWaiting(pages);
  const moving = isBack ? timedPages(pages.store) : [...waiting].flatMap(([page, at]) => (at > time ? [] : page));
  for (const page of moving) {
    removePublicPage(pages, page);
    addPublicPage(pages, page, now);
  }
}
