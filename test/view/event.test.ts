import { describe, expect, it } from 'vitest';
import { showEvent } from '../../src/view/event.ts';
import { fillPreviewUrl } from '../../src/view/previewUrl.ts';
import { pageFile, siteInMemory } from './siteInMemory.ts';

const at = '2026-02-01T00:00:00.000Z';
const { store } = siteInMemory({
  'pages/de/ü.yaml': pageFile({ id: 1, title: 'Ü', fields: { secret: 'x' } }),
  'media/sea.yaml': { id: 2, filename: 'sea.jpg', folder: 'secret' },
});
const addresses = { siteUrl: 'https://a.example', lookup: store };

describe('an event', () => {
  it('of a page has its address and what has changed, not its content', () => {
    const event = { type: 'page.updated', at, commit: 'c1', entry: store.get('page', 1)!, changed: ['title'] } as const;
    expect(showEvent(event, addresses)).toEqual({
      type: 'page.updated',
      timestamp: at,
      data: {
        ...{ id: 1, slug: 'ü', locale: 'de', title: 'Ü', status: 'published', url: 'https://a.example/de/%C3%BC' },
        ...{ commit: 'c1', changed: ['title'] },
      },
    });
  });

  it('of a file has its address, and not what was changed', () => {
    const event = { type: 'media.uploaded', at, commit: null, entry: store.get('media', 2)!, changed: ['x'] } as const;
    expect(showEvent(event, addresses)).toEqual({
      type: 'media.uploaded',
      timestamp: at,
      data: {
        id: 2,
        filename: 'sea.jpg',
        mimeType: 'image/jpeg',
        url: 'https://a.example/api/content/media/2/original.jpg',
        commit: null,
      },
    });
  });

  it('of the content has paths without a host', () => {
    const reach = { records: [], recordCount: 3, urls: ['/a'] };
    const event = { type: 'content.changed', at, commit: 'c2', parent: 'c1', ...reach } as const;
    expect(showEvent(event, addresses)).toEqual({
      type: 'content.changed',
      timestamp: at,
      data: { commit: 'c2', parent: 'c1', ...reach },
    });
  });

  it('of a clash names it without its values', () => {
    const clash = {
      clashId: 'x',
      kind: 'page',
      key: 'en/a',
      id: 1,
      ours: 'SECRET',
      theirs: 'SECRET',
      path: ['title'],
    } as const;
    expect(showEvent({ type: 'merge.clashed', at, commit: 'c1', clashes: [clash] }, addresses)).toEqual({
      type: 'merge.clashed',
      timestamp: at,
      data: { commit: 'c1', clashes: [{ clashId: 'x', kind: 'page', key: 'en/a', id: 1 }] },
    });
  });
});

describe('the address of a preview', () => {
  const place = { token: 'a&b', ref: 'change/x', path: '/de/%C3%BC', locale: 'de' };

  it.each([
    ['https://a.example{path}?t={token}', 'https://a.example/de/%C3%BC?t=a%26b'],
    ['https://a.example/{path}', 'https://a.example/de/%C3%BC'],
    ['https://a.example/{path}{path}', 'https://a.example/de/%C3%BC/de/%C3%BC'],
    ['https://{locale}.example/?ref={ref}&ref={ref}', 'https://de.example/?ref=change%2Fx&ref=change%2Fx'],
    ['https://a.example/{other}', 'https://a.example/{other}'],
  ])('%s is filled to %s', (template, expected) => {
    expect(fillPreviewUrl(template, place)).toBe(expected);
  });

  it('takes signs that a replacement would read for what they are', () => {
    expect(fillPreviewUrl('https://a.example{path}', { ...place, path: "/$&$'$1" })).toBe("https://a.example/$&$'$1");
    expect(fillPreviewUrl('?r={ref}', { ...place, ref: null })).toBe('?r=');
  });
});
