import type { ContentAreaParts } from '../../http/content/plainEndpoints.ts';
import { askContent, localeParameter, readContentLocale, untilNextChange } from '../../http/content/query.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { bytesResult } from '../../http/result.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { object } from '../../model/schema/schema.ts';
import { trimSlug } from '../../model/text/slug.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { drawOgPicture, showOgWords } from './drawOgPicture.ts';

/** The pictures that stand for public pages when they are shared. */
export function ogEndpoints(content: PublicContent, { drawn }: Pick<ContentAreaParts, 'drawn'>): Endpoint[] {
  /** On the static site a picture lies below the locale of its page: `en/about.png`. */
  function findStatic(address: string): Entry<Page> | undefined {
    const [, of = '', slug = ''] = /^([^/]+)\/(.+)\.png$/.exec(address) ?? [];
    return content.page(of, slug);
  }
  const findPage = (address: string, asked: string | undefined): Entry<Page> | undefined =>
    (asked === undefined ? findStatic(address) : undefined) ??
    content.page(readContentLocale(asked, content), address.replace(/\.png$/, ''));
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/content/og/:slug*',
      summary: 'Fetch the social sharing picture of a published page: <slug>.png or <locale>/<slug>.png',
      access: 'public',
      query: object({}, { locale: localeParameter }),
      result: bytesResult('image/png'),
      async handle({ params, query }) {
        const page = findPage(trimSlug(params.slug), query.locale);
        if (!page) throw notFound('Page');
        const raw = await drawOgPicture(showOgWords(page, askContent(query, content).content), drawn);
        return { raw, type: 'image/png', ...untilNextChange(content) };
      },
      exports: () =>
        content.pages({}, 'slug', 'asc').map(({ data: { slug, locale: of } }) => ({ slug: `${of}/${slug}.png` })),
    }),
  ];
}
