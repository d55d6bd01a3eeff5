import type { CacheConfig } from '../config.ts';
import type { Answer } from './endpoint.ts';

const YEAR_SECONDS = 31_536_000;

/** The public Cache-Control of an answer; each of its three times ends with the answer's truth. */
export function cacheControl(
  { maxAgeSeconds, isImmutable }: Pick<Answer, 'maxAgeSeconds' | 'isImmutable'>,
  cache: CacheConfig,
): string {
  if (isImmutable) return `public, max-age=${YEAR_SECONDS}, immutable`;
  const bound = (seconds: number) => Math.max(0, Math.min(seconds, Math.floor(maxAgeSeconds ?? seconds)));
  const { maxAgeSeconds: own, sharedMaxAgeSeconds: shared, staleSeconds: stale } = cache;
  return `public, max-age=${bound(own)}, s-maxage=${bound(shared)}, stale-while-revalidate=${bound(stale)}`;
}
