import type { CacheConfig } from '../../config.ts';
import type { Answer } from '../endpoint.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * The public Cache-Control of an answer. None of its three times lasts longer than the answer is valid: caches may
 * serve a stale answer after its fresh time (RFC 5861, 3), and that has to end by then too.
 */
export function cacheControl(
  { maxAgeSeconds, isImmutable }: Pick<Answer, 'maxAgeSeconds' | 'isImmutable'>,
  cache: CacheConfig,
): string {
  if (isImmutable) return `public, max-age=${YEAR_SECONDS}, immutable`;
  const left = Math.max(0, Math.floor(maxAgeSeconds ?? Number.POSITIVE_INFINITY));
  const [own, shared] = [Math.min(cache.maxAgeSeconds, left), Math.min(cache.sharedMaxAgeSeconds, left)];
  const stale = Math.min(cache.staleSeconds, left - Math.max(own, shared));
  return `public, max-age=${own}, s-maxage=${shared}, stale-while-revalidate=${stale}`;
}

/**
 * Whether a caller has the bytes that `etag` names: If-None-Match by weak comparison with any of its tags, `*` for all
 * (RFC 9110, 13.1.2).
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === '' || etag === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}
