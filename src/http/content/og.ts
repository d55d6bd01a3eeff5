import type { OgImages, OgWords } from '../../media/picture/ogImage.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { object } from '../../model/schema/schema.ts';
import { trimSlug } from '../../model/text/slug.ts';
import { showOgWords } from '../../view/page/og.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult } from '../result.ts';
import { askContent, localeParameter, readContentLocale, untilNextChange } from './query.ts';

/** The pictures that stand for public pages when they are shared. */
export function ogEndpoints(content: PublicContent, ogImages: OgImages): Endpoint[] {
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
        const raw = await ogImages.get(showOgWords(page, askContent(query, content).content) satisfies OgWords);
        return { raw, type: 'image/png', ...untilNextChange(content) };
      },
      exports: () =>
        content.pages({}, 'slug', 'asc').map(({ data: { slug, locale: of } }) => ({ slug: `${of}/${slug}.png` })),
    }),
  ];
}
