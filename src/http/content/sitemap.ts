import { notFound } from '../../model/errors.ts';
import { integer, object } from '../../model/schema.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { showSitemap } from '../../view/sitemap.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult } from '../result.ts';
import { untilNextChange } from './query.ts';

const ADDRESSES = ['/api/content/sitemap', '/api/content/sitemap.xml', '/sitemap.xml'] as const;

/** The sitemap for search engines, at all its addresses. */
export const sitemapEndpoints = (content: PublicContent, siteUrl: string): Endpoint[] =>
  ADDRESSES.map((path) =>
    defineEndpoint({
      method: 'GET',
      path,
      summary: 'The sitemap: public pages with their languages',
      access: 'public',
      query: object({}, { part: integer({ minimum: 1, description: 'Of a sitemap in several parts' }) }),
      result: bytesResult('application/xml'),
      handle({ query: { part } }) {
        const raw = showSitemap(content, { siteUrl, part });
        if (raw === null) throw notFound('Part of the sitemap');
        return { raw, type: 'application/xml; charset=utf-8', ...untilNextChange(content) };
      },
      ...(path === '/sitemap.xml' && { exports: () => [{ file: 'sitemap.xml', params: {} }] }),
    }),
  );
