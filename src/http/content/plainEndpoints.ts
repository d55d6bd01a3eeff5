import type { CacheConfig } from '../../config.ts';
import type { MediaFiles } from '../../media/mediaFiles.ts';
import type { OgImages } from '../../media/picture/ogImage.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import type { Endpoint } from '../endpoint.ts';
import { hostEndpoints } from './hostFiles.ts';
import { contentMediaEndpoints } from './media.ts';
import { ogEndpoints } from './og.ts';
import { contentPageEndpoints } from './pages.ts';
import { createShowWritten } from './showWritten.ts';
import { siteEndpoints } from './site.ts';
import { sitemapEndpoints } from './sitemap.ts';
import { staticPageEndpoints } from './staticPages.ts';
import { writeInThread } from './writeInThread.ts';

export interface PlainDeps {
  readonly content: PublicContent;
  readonly files: MediaFiles;
  readonly ogImages: OgImages;
  /** The address of the site, for whole URLs. */
  readonly siteUrl: string;
  readonly cache: CacheConfig;
}

/** The endpoints that need nothing but public content: the static site is made of them. */
export function plainEndpoints({ content, files, ogImages, siteUrl, cache }: PlainDeps): Endpoint[] {
  const showWritten = createShowWritten(writeInThread());
  return [
    ...contentPageEndpoints(content, showWritten),
    ...staticPageEndpoints(content, showWritten),
    ...siteEndpoints(content),
    ...sitemapEndpoints(content, { siteUrl }),
    ...ogEndpoints(content, ogImages),
    ...contentMediaEndpoints({ lookup: content, files }),
    ...hostEndpoints({ content, files, cache }),
  ];
}
