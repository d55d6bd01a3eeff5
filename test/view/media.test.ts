import { describe, expect, it } from 'vitest';
import type { Media } from '../../src/model/entities/media.ts';
import type { Entry } from '../../src/model/entry.ts';
import { mediaUrls, mediaVersion, showImage, showMediaInfo } from '../../src/view/media.ts';
import { siteInMemory } from './siteInMemory.ts';

const HASH = `${'ab'.repeat(8)}${'0'.repeat(48)}`;
const PICTURE = { id: 9, filename: 'sea.jpg', hash: HASH, width: 800, height: 400 };

const entryOf = (values: object): Entry<Media> =>
  siteInMemory({ 'media/sea.yaml': values as Readonly<Record<string, unknown>> }).store.get('media', 9)!;

describe('the version of a file', () => {
  const version = (more: Partial<Media>, name: Parameters<typeof mediaVersion>[1]) =>
    mediaVersion({ ...entryOf(PICTURE).data, ...more }, name);

  it.each(['original', 'medium', 'w640'] as const)(
    '%s is the beginning of its hash, whatever the focal point',
    (name) => {
      expect(version({}, name)).toBe('abababababababab');
      expect(version({ focalPoint: { x: 0.1, y: 0.2 } }, name)).toBe('abababababababab');
    },
  );

  it('thumbnail changes with the focal point', () => {
    const versions = [{}, { focalPoint: { x: 0.1, y: 0.2 } }, { focalPoint: { x: 0.2, y: 0.1 } }].map((more) =>
      version(more, 'thumbnail'),
    );
    expect(versions[0]).toBe('abababababababab');
    expect(new Set(versions).size).toBe(3);
    expect(versions.every((one) => /^[0-9a-f]{16}$/.test(one ?? ''))).toBe(true);
  });

  it('is unknown for a file that its record does not describe', () => {
    const { hash: _, ...unknown } = entryOf(PICTURE).data;
    expect(mediaVersion({ ...unknown, focalPoint: { x: 0, y: 0 } }, 'thumbnail')).toBeUndefined();
  });
});

describe('the addresses of a file', () => {
  it('hold the version, and only widths that the picture has', () => {
    const urls = mediaUrls(entryOf(PICTURE));
    expect(urls.url).toBe('/api/content/media/9/original.jpg?v=abababababababab');
    expect(Object.keys(urls.variantUrls)).toEqual(['thumbnail', 'medium', 'large']);
    expect(urls.srcset?.split(', ').map((part) => part.split(' ')[1])).toEqual(['320w', '640w', '800w']);
  });

  it.each([
    ['is no picture', { filename: 'a.pdf' }],
    ['is of a type that is not known', { filename: 'a.svg' }],
  ])('have no widths where it %s', (_, values) => {
    expect(mediaUrls(entryOf({ id: 9, ...values })).srcset).toBeNull();
  });
});

describe('an item', () => {
  it('is shown to everybody without its folder, its hash and its colours', () => {
    const shown = showMediaInfo(
      entryOf({ ...PICTURE, folder: 'secret', dominantColor: '#123456', altText: 'The sea' }),
      {},
    );
    expect(shown).toMatchObject({ id: 9, filename: 'sea.jpg', originalName: 'sea.jpg', mimeType: 'image/jpeg' });
    expect(shown).toMatchObject({
      size: null,
      width: 800,
      height: 400,
      alt: 'The sea',
      altText: 'The sea',
      title: null,
    });
    expect(Object.keys(shown)).toEqual([
      ...['id', 'filename', 'originalName', 'mimeType', 'size', 'width', 'height', 'altText', 'alt', 'title'],
      ...['url', 'variantUrls', 'srcset', 'variants', 'metadata', 'createdAt'],
    ]);
  });

  it('has the size of each variant, and none are invented for what is no picture or has no size', () => {
    const variantsOf = (values: object) =>
      (showMediaInfo(entryOf(values), {}) as { variants: Record<string, object> }).variants;
    const { thumbnail, medium, large } = variantsOf(PICTURE);
    expect([thumbnail, medium, large].map((one) => ({ ...one, url: null }))).toEqual([
      { url: null, mimeType: 'image/webp', width: 150, height: 150 },
      { url: null, mimeType: 'image/webp', width: 600, height: 300 },
      { url: null, mimeType: 'image/webp', width: 800, height: 400 },
    ]);
    expect(variantsOf({ id: 9, filename: 'sea.jpg' })['medium']).toMatchObject({ width: null, height: null });
    expect(variantsOf({ id: 9, filename: 'a.pdf' })).toEqual({});
  });

  it('is made once for each of its versions', () => {
    const entry = entryOf(PICTURE);
    expect(showMediaInfo(entry, {})).toBe(showMediaInfo(entry, {}));
    expect(showMediaInfo({ ...entry }, {})).not.toBe(showMediaInfo(entry, {}));
  });
});

describe('a picture in a record', () => {
  it.each([
    ['media:sea', '/api/content/media/9/original.jpg?v=abababababababab'],
    ['media:gone', null],
    ['https://a.example/b.png', 'https://a.example/b.png'],
    ['javascript:alert(1)', null],
    [undefined, null],
  ])('%s is shown as %s', (source, expected) => {
    expect(showImage(source, siteInMemory({ 'media/sea.yaml': PICTURE }).content)).toBe(expected);
  });
});
