import type { CacheConfig } from '../../config.ts';
import type { MediaFiles } from '../../media/mediaFiles.ts';
import type { DrawnPictures } from '../../media/picture/drawnPictures.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import type { Endpoint } from '../endpoint.ts';
import { hostEndpoints } from './hostFiles.ts';
import { contentMediaEndpoints } from './media.ts';
import { contentPageEndpoints } from './pages.ts';
import { createShowWritten } from './showWritten.ts';
import { siteEndpoints } from './site.ts';
import { staticPageEndpoints } from './staticPages.ts';
import { writeInThread } from './writeInThread.ts';

/** What public endpoints are made with besides the content. */
export interface ContentAreaParts {
  /** The address of the site, for whole URLs. */
  readonly siteUrl: string;
  readonly drawn: DrawnPictures;
}

/** Public endpoints that need nothing but public content. */
export type ContentArea = (content: PublicContent, parts: ContentAreaParts) => readonly Endpoint[];

/** What features add to the public interface. */
export interface ContentAreas {
  readonly areas: readonly ContentArea[];
  /** Lines of `_redirects`. */
  hostRedirects(content: PublicContent): Iterable<string>;
}

export interface PlainDeps extends ContentAreas, ContentAreaParts {
  readonly content: PublicContent;
  readonly files: MediaFiles;
  readonly cache: CacheConfig;
}

/** The endpoints that need nothing but public content: the static site is made of them. */
export function plainEndpoints({ content, files, drawn, siteUrl, cache, areas, hostRedirects }: PlainDeps): Endpoint[] {
  const showWritten = createShowWritten(writeInThread());
  return [
    ...contentPageEndpoints(content, showWritten),
    ...staticPageEndpoints(content, showWritten),
    ...siteEndpoints(content),
    ...areas.flatMap((area) => area(content, { siteUrl, drawn })),
    ...contentMediaEndpoints({ content, files }),
    ...hostEndpoints({ content, files, cache, hostRedirects }),
  ];
}
