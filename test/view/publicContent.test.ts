import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/model/entry.ts';
import { onePageContent } from '../../src/view/onePage.ts';
import { findTranslations, isPublicRecord, lookupWithPage } from '../../src/view/publicContent.ts';
import { EARLIER, LATER, NOW, pageFile, siteInMemory } from './siteInMemory.ts';

const PAGES = {
  'pages/en/open.yaml': pageFile({ id: 1, title: 'Open', translationGroup: 'g' }),
  'pages/en/draft.yaml': pageFile({ id: 2, title: 'Draft', status: 'draft' }),
  'pages/en/old.yaml': pageFile({ id: 3, title: 'Old', status: 'archived' }),
  'pages/en/soon.yaml': pageFile({ id: 4, title: 'Soon', scheduledAt: LATER }),
  'pages/en/over.yaml': pageFile({ id: 5, title: 'Over', unpublishAt: EARLIER }),
  'pages/en/due.yaml': pageFile({ id: 6, title: 'Due', scheduledAt: NOW, unpublishAt: LATER }),
  'pages/de/offen.yaml': pageFile({ id: 7, title: 'Offen', translationGroup: 'g' }),
  'pages/fr/brouillon.yaml': pageFile({ id: 8, title: 'Brouillon', translationGroup: 'g', status: 'draft' }),
};

const idsOf = (entries: Iterable<Entry>): readonly number[] => [...entries].map(({ id }) => id).sort();

describe('what everybody sees', () => {
  const { content, preview, store } = siteInMemory(PAGES);
  const VISIBLE = [1, 6, 7];

  it.each(Object.keys(PAGES))('of %s is the same by each way to it', (path) => {
    const id = (PAGES[path as keyof typeof PAGES] as { id: number }).id;
    const key = path.slice('pages/'.length, -'.yaml'.length);
    const isVisible = VISIBLE.includes(id);
    const [locale = '', slug = ''] = key.split('/');
    expect(content.get('page', id)?.id).toBe(isVisible ? id : undefined);
    expect(content.byKey('page', key)?.id).toBe(isVisible ? id : undefined);
    expect(content.page(locale, slug)?.id).toBe(isVisible ? id : undefined);
    expect(content.hides?.('page', key)).toBe(!isVisible);
    expect(isPublicRecord(store.get('page', id)!, new Date(NOW))).toBe(isVisible);
    expect(preview.get('page', id)?.id).toBe(id);
    expect(preview.hides?.('page', key)).toBe(false);
  });

  it('of all pages is the same whichever list is asked', () => {
    expect(idsOf(content.all('page'))).toEqual(VISIBLE);
    expect(idsOf(content.pages({}, 'slug', 'asc'))).toEqual(VISIBLE);
    expect(idsOf(preview.pages({}, 'slug', 'asc'))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(idsOf(content.find('page', 'byTranslationGroup', 'g'))).toEqual([1, 7]);
  });

  it('of a group of translations leaves out the page itself and hidden ones', () => {
    const page = store.get('page', 1)!;
    expect(content.translationsOf(page).map(({ id }) => id)).toEqual([7]);
    expect(preview.translationsOf(page).map(({ id }) => id)).toEqual([7, 8]);
    expect(findTranslations(store, page).map(({ id }) => id)).toEqual([7, 1, 8]);
    expect(findTranslations(store, store.get('page', 2)!).map(({ id }) => id)).toEqual([2]);
  });

  it('hides nothing that does not exist', () => {
    expect(content.hides?.('page', 'en/gone')).toBe(false);
  });

  it('changes next when a page is due, and its answers are kept no longer than that', () => {
    expect(content.secondsToNextChange()).toBe(12 * 60 * 60);
    expect(content.edition()).toBe(content.edition());
    expect(content.edition().endsAt).toBe(Date.parse(LATER));
    expect(preview.secondsToNextChange()).toBe(0);
    expect(siteInMemory({}).content.secondsToNextChange()).toBeUndefined();
  });

  it('never includes people and keys', () => {
    const private_ = { kind: 'user', data: {} } as Entry;
    expect(isPublicRecord(private_, new Date(NOW))).toBe(false);
    expect(isPublicRecord({ ...private_, kind: 'apiKey' }, new Date(NOW))).toBe(false);
    expect(isPublicRecord({ ...private_, kind: 'webhook' }, new Date(NOW))).toBe(false);
  });
});

it('shows one page as somebody writes it, also at a new address, and everything else as it is', () => {
  const { store } = siteInMemory(PAGES);
  const draft = { ...store.get('page', 2)!, key: 'en/new', data: { ...store.get('page', 2)!.data, title: 'Typed' } };
  const seen = lookupWithPage(store, draft, () => new Date(NOW));
  expect(seen.get('page', 2)?.data.title).toBe('Typed');
  expect(seen.byKey('page', 'en/new')?.data.title).toBe('Typed');
  expect(seen.get('page', 3)?.data.title).toBe('Old');
  expect(seen.byKey('page', 'en/gone')).toBeUndefined();
  expect(seen.get('media', 2)).toBeUndefined();
});

describe('the preview of one page of another version', () => {
  const live = siteInMemory({ ...PAGES, 'menus/main.yaml': { id: 1, name: 'Live', items: [] } }).content;
  const version = siteInMemory({
    ...PAGES,
    'pages/en/moved.yaml': pageFile({ id: 1, title: 'Changed', translationGroup: 'g' }),
    'pages/en/open.yaml': pageFile({ id: 9, title: 'Unreleased' }),
    'menus/main.yaml': { id: 1, name: 'Changed', items: [] },
  }).preview;
  const content = onePageContent(version, live, 1);

  it('shows the page as that version has it, at its new address alone', () => {
    expect(content.get('page', 1)?.data.title).toBe('Changed');
    expect(content.byKey('page', 'en/moved')?.id).toBe(1);
    expect(content.byKey('page', 'en/open')).toBeUndefined();
  });

  it('shows the rest of that version, but of other pages only what is public now', () => {
    expect(content.byKey('menu', 'main')?.data.name).toBe('Changed');
    expect(content.get('page', 9)).toBeUndefined();
    expect(content.get('page', 2)).toBeUndefined();
    expect(content.hides?.('page', 'en/draft')).toBe(true);
    expect(idsOf(content.all('page'))).toEqual([1, 6, 7]);
  });

  it('has the page in lists once, where its new values put it', () => {
    const slugs = (direction: 'asc' | 'desc') =>
      content.pages({ locale: 'en' }, 'slug', direction).map(({ data }) => data.slug);
    expect([slugs('desc'), slugs('asc')]).toEqual([
      ['moved', 'due'],
      ['due', 'moved'],
    ]);
    expect(content.pages({ locale: 'de' }, 'slug', 'asc').map(({ id }) => id)).toEqual([7]);
    expect(content.pages({ type: 'other' }, 'slug', 'asc')).toEqual([]);
  });
});
