import { describe, expect, it } from 'vitest';
import {
  findDoubles,
  findMediaItems,
  listFolders,
  type MediaListFilter,
} from '../../../src/view/admin/record/mediaList.ts';
import { showAdminSearch } from '../../../src/view/admin/search.ts';
import { pageFile, siteInMemory } from '../siteInMemory.ts';

describe('a search of everything', () => {
  const { store } = siteInMemory({
    'block-types/quote.yaml': { id: 1, name: 'Quote', fieldsSchema: [{ name: 'words', type: 'text' }] },
    'blocks/a.yaml': {
      id: 2,
      type: 'quote',
      title: 'Motto',
      isReusable: true,
      fields: { words: 'The harbour', secret: 'pier' },
    },
    'media/h.yaml': { id: 3, filename: 'harbour.jpg', altText: 'A pier' },
    'media/x.yaml': { id: 4, filename: 'x.jpg', title: 'Harbour' },
    'menus/harbour-links.yaml': { id: 5, name: 'Links', items: [] },
    'taxonomies/places.yaml': {
      id: 6,
      name: 'Places',
      hierarchical: true,
      terms: [{ id: 7, slug: 'coast', name: 'Coast', children: [{ id: 8, slug: 'harbour', name: 'Hafen' }] }],
    },
    'pages/en/a.yaml': pageFile({ id: 9, title: 'Harbour', status: 'draft' }),
    'pages/en/b.yaml': pageFile({ id: 10, title: 'Harbours' }),
  });
  const search = (text: string, pages: ReadonlyMap<number, number> = new Map(), limit = 5) =>
    showAdminSearch(text, { lookup: store, pages, limit });
  const none = { pages: [], blocks: [], media: [], menus: [], terms: [] };

  it('finds each kind by its names and words, those that are called so first', () => {
    expect(
      search(
        ' HARBOUR ',
        new Map([
          [10, 1],
          [9, 0],
          [99, 0],
        ]),
      ),
    ).toEqual({
      pages: [
        { id: 9, type: 'article', title: 'Harbour', slug: 'a', locale: 'en', status: 'draft' },
        { id: 10, type: 'article', title: 'Harbours', slug: 'b', locale: 'en', status: 'published' },
      ],
      blocks: [{ id: 2, title: 'Motto', typeSlug: 'quote', isReusable: true }],
      media: [
        { id: 4, title: 'Harbour', originalName: 'x.jpg', mimeType: 'image/jpeg' },
        { id: 3, title: null, originalName: 'harbour.jpg', mimeType: 'image/jpeg' },
      ],
      menus: [{ id: 5, name: 'Links', slug: 'harbour-links' }],
      terms: [{ id: 8, name: 'Hafen', slug: 'harbour', taxonomyId: 6, taxonomySlug: 'places', taxonomyName: 'Places' }],
    });
  });

  it.each(['', '   ', 'nothing', 'harbour nothing'])('finds nothing for "%s"', (text) => {
    expect(search(text)).toEqual(none);
  });

  it('does not find a block by a value that its type does not have', () => {
    expect(search('pier')).toEqual({
      ...none,
      media: [{ id: 3, title: null, originalName: 'harbour.jpg', mimeType: 'image/jpeg' }],
    });
  });

  it('shows no more of each kind than asked for, the best', () => {
    expect(
      search(
        'harbour',
        new Map([
          [10, 1],
          [9, 0],
        ]),
        1,
      ),
    ).toMatchObject({ pages: [{ id: 9 }], media: [{ id: 4 }] });
    expect(
      Object.values(
        search(
          'harbour',
          new Map([
            [10, 1],
            [9, 0],
          ]),
          1,
        ),
      ).every((list) => list.length <= 1),
    ).toBe(true);
  });
});

describe('the list of media', () => {
  const hash = 'a'.repeat(64);
  const { store } = siteInMemory({
    'media/a.yaml': { id: 1, filename: 'b.jpg', size: 10, folder: 'Sea', altText: 'Wide', hash },
    'media/b.yaml': { id: 2, filename: 'a.pdf', size: 30, title: 'Äpfel', hash },
    'media/c.yaml': { id: 3, filename: 'c.png', size: 20, altText: ' ', folder: 'Air' },
    'media/d.yaml': { id: 4, filename: 'd.mp4', originalName: 'Film.mp4', folder: 'Sea' },
    'media/e.yaml': { id: 5, filename: 'e.gif', size: 20 },
  });

  it.each<readonly [MediaListFilter, readonly number[]]>([
    [{}, [5, 4, 3, 2, 1]],
    [{ order: 'asc' }, [1, 2, 3, 4, 5]],
    [{ sort: 'size' }, [2, 5, 3, 1, 4]],
    [{ sort: 'size', order: 'asc' }, [4, 1, 3, 5, 2]],
    [{ sort: 'title' }, [2, 1, 3, 5, 4]],
    [{ sort: 'originalName' }, [2, 1, 3, 5, 4]],
    [{ sort: 'originalName', order: 'desc' }, [4, 5, 3, 1, 2]],
    [{ type: 'image' }, [5, 3, 1]],
    [{ type: 'IMAGE/PNG' }, [3]],
    [{ type: 'document' }, [2]],
    [{ folder: 'Sea' }, [4, 1]],
    [{ folder: '' }, [5, 2]],
    [{ folder: 'sea' }, []],
    [{ alt: 'missing' }, [5, 3]],
    [{ search: 'apfel' }, [2]],
    [{ search: 'wide' }, [1]],
    [{ search: 'film mp4' }, [4]],
    [{ search: 'film jpg' }, []],
    [{ search: 'd.mp4', folder: 'Air' }, []],
  ])('for %j is %j', (filter, expected) => {
    expect(findMediaItems(store, filter).map(({ id }) => id)).toEqual(expected);
  });

  it('knows the folders that hold something, and items with the same bytes', () => {
    expect(listFolders(store)).toEqual(['Air', 'Sea']);
    const doubles = (id: number) => findDoubles(store, store.get('media', id)!).map((one) => one.id);
    expect([1, 2, 3].map(doubles)).toEqual([[2], [1], []]);
  });
});
