import { expect, it } from 'vitest';
import {
  showHeaders as headerPieces,
  showMediaRedirects as redirectPieces,
} from '../../../src/http/content/hostFiles.ts';
import { createPageLists } from '../../../src/store/page/pageLists.ts';
import { createPublicContent, type PublicContent } from '../../../src/view/publicContent.ts';
import { makeSite, NOW } from '../../makeSite.ts';

const CACHE = { maxAgeSeconds: 1, sharedMaxAgeSeconds: 2, staleSeconds: 3 };
const showHeaders = (...asked: Parameters<typeof headerPieces>): string => [...headerPieces(...asked)].join('');
const showMediaRedirects = (...asked: Parameters<typeof redirectPieces>): string =>
  [...redirectPieces(...asked)].join('');

const json = (data: object): string => JSON.stringify({ createdAt: '2026-01-01T00:00:00.000Z', ...data });

async function makeContent(files: Readonly<Record<string, string>>): Promise<PublicContent> {
  const { store } = (await makeSite(files)).cms;
  const clock = (): Date => new Date(NOW);
  return createPublicContent(store, createPageLists(store, clock), clock);
}

const MEDIA = {
  'media/photo.json': json({ id: 1, filename: 'photo.jpg' }),
  'media/page.json': json({ id: 2, filename: 'page.html', originalName: 'A page (1).html' }),
  'media/leaflet.json': json({ id: 3, filename: 'leaflet.pdf' }),
};

it('lets browsers show no file that may contain a script', async () => {
  const headers = showHeaders(await makeContent(MEDIA), CACHE);
  expect(headers).toContain("/api/content/media/*\n  Content-Security-Policy: default-src 'none'; sandbox\n");
  expect(headers).toContain('  Cache-Control: public, max-age=1, s-maxage=2, stale-while-revalidate=3\n');
  for (const name of ['original', 'thumbnail', 'medium', 'large']) {
    expect(headers).toContain(
      `/api/content/media/2/${name}.bin\n  Content-Disposition: attachment; filename*=UTF-8''A%20page%20%281%29.html\n`,
    );
  }
  expect(headers).not.toMatch(/media\/[13]\//);
});

it('redirects media addresses without a file ending to their files', async () => {
  const content = await makeContent(MEDIA);
  const rules = showMediaRedirects(content, { publicUrl: () => null }).split('\n');
  expect(rules).toContain('/api/content/media/1/original /api/content/media/1/original.jpg 200');
  expect(rules).toContain('/api/content/media/3/large /api/content/media/3/large.pdf 200');
  expect(rules.indexOf('/api/content/media/3/large /api/content/media/3/large.pdf 200')).toBeLessThan(
    rules.indexOf('/api/content/media/:id/large /api/content/media/:id/large.webp 200'),
  );
  const elsewhere = showMediaRedirects(content, {
    publicUrl: ({ data }) => `https://files.example/é/${data.filename}`,
  });
  for (const from of ['/api/content/media/1/original', '/api/content/media/1/original.jpg'])
    expect(elsewhere).toContain(`${from} https://files.example/%C3%A9/photo.jpg 302\n`);
});

it('writes malformed text with replacement characters', async () => {
  const content = await makeContent({
    'media/page.json': json({ id: 2, filename: 'page.html', originalName: '\ud800.html' }),
  });
  expect(showHeaders(content, CACHE)).toContain("filename*=UTF-8''%EF%BF%BD.html\n");
});
