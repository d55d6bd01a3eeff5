import type { OgImages, OgWords } from '../../media/ogImage.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { object } from '../../model/schema.ts';
import { trimSlug } from '../../model/slug.ts';
import { showOgWords } from '../../view/og.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult } from '../result.ts';
import { locale, readLocale, untilNextChange } from './query.ts';

/** Pictures of public pages, for where they are shared. */
export function ogEndpoints(content: PublicContent, ogImages: OgImages): Endpoint[] {
  /** A slug may itself end with `.png`. */
  const findPage = (of: string, slug: string): Entry<Page> | undefined =>
    content.page(of, slug.replace(/\.png$/, '')) ?? content.page(of, slug);
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/content/og/:slug*',
      summary: 'Fetch the picture that stands for a published page where it is shared',
      access: 'public',
      query: object({}, { locale }),
      result: bytesResult('image/png'),
      async handle({ params, query }) {
        const page = findPage(readLocale(query.locale, content), trimSlug(params.slug));
        if (!page) throw notFound('Page');
        const raw = await ogImages.get(showOgWords(page, content) satisfies OgWords);
        return { raw, type: 'image/png', ...untilNextChange(content) };
      },
      exports: () =>
        content.pages({}, 'slug', 'asc').map(({ data: { slug, locale: of } }) => ({
          file: `api/content/og/${of}/${slug}.png`,
          params: { slug: `${slug}.png` },
          query: { locale: of },
        })),
    }),
  ];
}
