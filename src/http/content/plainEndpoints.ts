import type { OgImages } from '../../media/ogImage.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import type { Endpoint } from '../endpoint.ts';
import { ogEndpoints } from './og.ts';
import { contentPageEndpoints } from './pages.ts';
import { siteEndpoints } from './site.ts';
import { sitemapEndpoints } from './sitemap.ts';

export interface PlainDeps {
  readonly content: PublicContent;
  /** The address of the site, for what needs whole URLs. */
  readonly siteUrl: string;
  readonly ogImages: OgImages;
}

/** What can be answered from public content alone: the part of the interface that the static site is made of. */
export const plainEndpoints = ({ content, siteUrl, ogImages }: PlainDeps): Endpoint[] => [
  ...contentPageEndpoints(content),
  ...siteEndpoints(content),
  ...sitemapEndpoints(content, { siteUrl }),
  ...ogEndpoints(content, ogImages),
];
