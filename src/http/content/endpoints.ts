import type { OgImages } from '../../media/ogImage.ts';
import type { Search } from '../../store/search.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import type { Endpoint } from '../endpoint.ts';
import { graphqlEndpoints } from '../graphql/endpoints.ts';
import { batchEndpoints } from './batch.ts';
import { ogEndpoints } from './og.ts';
import { contentPageEndpoints } from './pages.ts';
import { type PreviewDeps, previewEndpoints } from './preview.ts';
import { searchEndpoints } from './search.ts';
import { siteEndpoints } from './site.ts';
import { sitemapEndpoints } from './sitemap.ts';

export interface ContentDeps extends PreviewDeps {
  readonly content: PublicContent;
  readonly search: Search;
  /** The address of the site, for what needs whole URLs. */
  readonly siteUrl: string;
  readonly ogImages: OgImages;
  /** Whether GraphQL answers introspection and suggests names. */
  readonly tellsSchema: boolean;
}

/** What can be answered from public content alone: the part of the interface that the static site is made of. */
export const plainEndpoints = ({
  content,
  siteUrl,
  ogImages,
}: Pick<ContentDeps, 'content' | 'siteUrl' | 'ogImages'>): Endpoint[] => [
  ...contentPageEndpoints(content),
  ...siteEndpoints(content),
  ...sitemapEndpoints(content, siteUrl),
  ...ogEndpoints(content, ogImages),
];

/** The content interface (contract, section 6). */
export const contentEndpoints = ({
  content,
  search,
  siteUrl,
  ogImages,
  tellsSchema,
  ...deps
}: ContentDeps): Endpoint[] => [
  ...plainEndpoints({ content, siteUrl, ogImages }),
  ...searchEndpoints(content, search),
  ...batchEndpoints(content),
  ...graphqlEndpoints({ content, isOpen: tellsSchema }),
  ...previewEndpoints(deps),
];
