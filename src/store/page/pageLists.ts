import type { Page } from '../../model/entities/page.ts';
import type { Change, Entry } from '../../model/entry.ts';
import { dueChange, isPublic, nextPublicChange, timedPages } from '../../model/page/isPublic.ts';
import type { Store } from '../store.ts';
import { createOrderedPages, type OrderedPages, type PagePart } from './orderedPages.ts';
import { createPageOrder, type Direction, type PageSort } from './pageOrder.ts';

type PageEntry = Entry<Page>;

/** Which pages a list holds. */
export interface PageFilter extends PagePart {
  readonly locale?: string;
}

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

/** From so many changes at once, lists are made anew when they are next asked for: to move each page takes longer. */
const MANY_CHANGES = 500;

interface Lists {
  get(filter: PageFilter, sort: PageSort, direction: Direction): readonly PageEntry[];
  add(page: PageEntry): void;
  remove(page: PageEntry): void;
  /** Makes all lists anew when they are asked for. */
  forget(): void;
}

function createLists(pages: () => Iterable<PageEntry>): Lists {
  /** By locale, empty for all of them, and order. */
  const kept = new Map<string, Map<string, OrderedPages>>();
  // A start reads no page's data here: nobody has asked for a list.
  const withPage = (page: PageEntry): readonly OrderedPages[] =>
    kept.size === 0 ? [] : ['', page.data.locale].flatMap((locale) => [...(kept.get(locale)?.values() ?? [])]);

  function make(locale: string, sort: PageSort, direction: Direction): OrderedPages {
    const all = [...pages()];
    const some = locale === '' ? all : all.filter(({ data }) => data.locale === locale);
    return createOrderedPages(some, createPageOrder(sort, direction));
  }

  return {
    get({ locale = '', ...part }, sort, direction) {
      const order = `${sort}:${direction}`;
      const orders = kept.get(locale) ?? new Map<string, OrderedPages>();
      const ordered = orders.get(order) ?? make(locale, sort, direction);
      // Anybody may ask for any locale.
      if (ordered.get({}).length > 0) kept.set(locale, orders.set(order, ordered));
      return ordered.get(part);
    },
    add(page) {
      for (const ordered of withPage(page)) ordered.add(page);
    },
    remove(page) {
      for (const ordered of withPage(page)) ordered.remove(page);
    },
    forget: () => kept.clear(),
  };
}

export function createPageLists(store: Store, clock: () => Date): PageLists {
  const all = createLists(() => store.all('page'));
  const shown = createLists(() => getVisible());
  /** Made when a public list is first asked for. */
  let visible: Set<PageEntry> | null = null;
  /** Pages whose publicness depends on the time still to come, by when they are to be looked at. Made when they are first asked for. */
  let waiting: Map<PageEntry, string> | null = null;
  /** The first of these times; null: it is to be looked for. */
  let earliest: string | undefined | null = null;
  /** When drafts were first found to be due. */
  const dueSince = new WeakMap<PageEntry, number>();
  /** The latest time that a page was judged at. */
  let seenAt = '';

  function getVisible(): ReadonlySet<PageEntry> {
    if (visible) return visible;
    const now = new Date(seenAt);
    visible = new Set();
    for (const page of store.all('page')) if (isPublic(page.data, now)) visible.add(page);
    return visible;
  }

  function getWaiting(): ReadonlyMap<PageEntry, string> {
    if (waiting) return waiting;
    waiting = new Map();
    for (const page of timedPages(store)) waitFor(page, new Date(seenAt));
    return waiting;
  }

  function dueAt(): string | undefined {
    if (earliest !== null) return earliest;
    earliest = undefined;
    for (const at of getWaiting().values()) if (earliest === undefined || at < earliest) earliest = at;
    return earliest;
  }

  /** When a page is to be looked at again: at its next public change, and from moment to moment while it is being published. */
  function lookAgainAt(page: PageEntry, now: Date): string | undefined {
    if (dueChange(page.data, now) !== 'publish') return nextPublicChange(page.data, now);
    const time = now.getTime();
    const since = dueSince.get(page) ?? time;
    dueSince.set(page, since);
    return time - since < PUBLISHING_MS ? new Date(time + MOMENT_MS).toISOString() : undefined;
  }

  function waitFor(page: PageEntry, now: Date): void {
    const at = lookAgainAt(page, now);
    if (at === undefined) return;
    waiting?.set(page, at);
    earliest = null;
  }

  function take(page: PageEntry, now: Date): void {
    if (waiting) waitFor(page, now);
    if (!visible || !isPublic(page.data, now)) return;
    visible.add(page);
    shown.add(page);
  }

  function drop(page: PageEntry): void {
    if (waiting?.delete(page)) earliest = null;
    if (visible?.delete(page)) shown.remove(page);
  }

  /** Moves pages whose time has come, or all whose time plays a part when the clock was put back. */
  function advance(now: Date): void {
    const time = now.toISOString();
    const isBack = time < seenAt;
    seenAt = time;
    const due = dueAt();
    if (!isBack && (due === undefined || due > time)) return;
    const moving = isBack ? timedPages(store) : [...getWaiting()].flatMap(([page, at]) => (at > time ? [] : page));
    for (const page of moving) {
      drop(page);
      take(page, now);
    }
  }

  function apply(changes: readonly Change[]): void {
    const pages = changes.filter((change): change is Change<Page> => change.kind === 'page');
    const now = clock();
    const time = now.toISOString();
    if (time > seenAt) seenAt = time;
    if (pages.length >= MANY_CHANGES) for (const lists of [all, shown]) lists.forget();
    for (const { before } of pages) {
      if (!before) continue;
      all.remove(before);
      drop(before);
    }
    for (const { after } of pages) {
      if (!after) continue;
      all.add(after);
      take(after, now);
    }
  }

  store.add({ apply });
  return {
    all: all.get,
    public(filter, sort, direction, now) {
      advance(now);
      return shown.get(filter, sort, direction);
    },
    nextChangeAt(now) {
      advance(now);
      const due = dueAt();
      return due === undefined ? undefined : Date.parse(due);
    },
  };
}
