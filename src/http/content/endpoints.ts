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

/** The content interface (contract, section 6). */
export const contentEndpoints = ({
  content,
  search,
  siteUrl,
  ogImages,
  tellsSchema,
  ...deps
}: ContentDeps): Endpoint[] => [
  ...contentPageEndpoints(content),
  ...siteEndpoints(content),
  ...searchEndpoints(content, search),
  ...batchEndpoints(content),
  ...sitemapEndpoints(content, siteUrl),
  ...ogEndpoints(content, ogImages),
  ...graphqlEndpoints({ content, isOpen: tellsSchema }),
  ...previewEndpoints(deps),
];
