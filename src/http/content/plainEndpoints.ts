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
import { staticPageEndpoints } from './staticPages.ts';
import { writeInThread } from './writeInThread.ts';

/** Public endpoints that need nothing but public content. */
export type ContentArea = (content: PublicContent, site: { readonly siteUrl: string }) => readonly Endpoint[];

/** What features add to the public interface. */
export interface ContentAreas {
  readonly areas: readonly ContentArea[];
  /** Lines of `_redirects`. */
  hostRedirects(content: PublicContent): Iterable<string>;
}

export interface PlainDeps extends ContentAreas {
  readonly content: PublicContent;
  readonly files: MediaFiles;
  readonly ogImages: OgImages;
  /** The address of the site, for whole URLs. */
  readonly siteUrl: string;
  readonly cache: CacheConfig;
}

/** The endpoints that need nothing but public content: the static site is made of them. */
export function plainEndpoints({
  content,
  files,
  ogImages,
  siteUrl,
  cache,
  areas,
  hostRedirects,
}: PlainDeps): Endpoint[] {
  const showWritten = createShowWritten(writeInThread());
  return [
    ...contentPageEndpoints(content, showWritten),
    ...staticPageEndpoints(content, showWritten),
    ...siteEndpoints(content),
    ...areas.flatMap((area) => area(content, { siteUrl })),
    ...ogEndpoints(content, ogImages),
    ...contentMediaEndpoints({ content, files }),
    ...hostEndpoints({ content, files, cache, hostRedirects }),
  ];
}
