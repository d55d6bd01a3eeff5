import { isKey } from '../text/slug.ts';

const PREFIX = 'media:';
/**
 * The address of a media item in the content interface, with or without its extension. `v` tells versions of the bytes
 * apart; `ref` and `token` select another version of the site.
 */
const MEDIA_URL =
  /^\/api\/content\/media\/([1-9][0-9]{0,9})\/original(?:\.[a-z0-9]{1,8})?(?:\?(?:(?:v|ref|token)=[^&\s]{0,300}(?:&|$))*)?$/;

/** The key in an image `src` as files hold it: `media:harbour-at-dawn`. */
export function mediaKey(src: unknown): string | undefined {
  if (typeof src !== 'string' || !src.startsWith(PREFIX)) return undefined;
  const key = src.slice(PREFIX.length);
  return isKey(key) ? key : undefined;
}

/** The id in an image `src` as the wire shows it: `/api/content/media/12/original.jpg`. */
export function mediaId(src: unknown): number | undefined {
  const id = typeof src === 'string' ? MEDIA_URL.exec(src)?.[1] : undefined;
  return id === undefined ? undefined : Number(id);
}

export const storedSource = (key: string): string => `${PREFIX}${key}`;
