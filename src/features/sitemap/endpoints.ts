import { writeInTurns } from '../../http/answer/writeInTurns.ts';
import { untilNextChange } from '../../http/content/query.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { bytesResult } from '../../http/result.ts';
import { notFound } from '../../model/errors.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { countSitemapParts, MAX_URLS, showSitemap } from './view.ts';

const ADDRESSES = ['/api/content/sitemap', '/api/content/sitemap.xml', '/sitemap.xml'] as const;
/** The end of the address of a part, as in `/sitemap-2.xml`. */
const PART = /^([1-9]\d{0,5})\.xml$/;

interface Options {
  readonly siteUrl: string;
  /** The most addresses in one file. */
  readonly maxUrls?: number;
}

/** The sitemap for search engines, at all its addresses, and its parts if it needs several. */
export function sitemapEndpoints(content: PublicContent, { siteUrl, maxUrls = MAX_URLS }: Options): Endpoint[] {
  async function answer(part?: number): Promise<Answer> {
    const pieces = showSitemap(content, { siteUrl, maxUrls, part });
    if (pieces === null) throw notFound('Part of the sitemap');
    const head = { type: 'application/xml; charset=utf-8', ...untilNextChange(content) };
    return { raw: await writeInTurns(pieces), ...head };
  }

  const whole = ADDRESSES.map((path) =>
    defineEndpoint({
      method: 'GET',
      path,
      summary: 'Fetch the sitemap: public pages with their languages',
      access: 'public',
      result: bytesResult('application/xml'),
      handle: () => answer(),
      ...(path === '/sitemap.xml' && { exports: () => [{}] }),
    }),
  );
  const parts = defineEndpoint({
    method: 'GET',
    path: '/sitemap-:part',
    summary: 'Fetch one part (1.xml, 2.xml and so on) of a sitemap that is too long for one file',
    access: 'public',
    result: bytesResult('application/xml'),
    handle: ({ params }) => answer(Number(PART.exec(params.part)?.[1] ?? 0)),
    exports: () =>
      Array.from({ length: countSitemapParts(content, maxUrls) }, (_, index) => ({ part: `${index + 1}.xml` })),
  });
  return [...whole, parts];
}
