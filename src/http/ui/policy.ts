import type { Config } from '../../config.ts';

/**
 * What a page of the editor's interface may load: its own files and what its own server answers; pictures and films also
 * from the bucket that they lie in. Styles may stand in the page: the kit sets its colours so, and the places of what is
 * dragged. Scripts may not. A frame shows the page that previews.
 */
export function uiPolicy({ media, previewUrl }: Pick<Config, 'media' | 'previewUrl'>): string {
  const stored = media.storage === 's3' ? [media.s3.publicUrl, media.s3.endpoint].flatMap(originOf) : [];
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...stored].join(' '),
    ["media-src 'self' blob:", ...stored].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    ["frame-src 'self'", ...originOf(previewUrl && addressOf(previewUrl))].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Without what stands in braces: the host is the same for all pages. */
const addressOf = (template: string): string => template.replace(/\{.*/s, '');

const originOf = (url: string | null): readonly string[] => (url === null ? [] : [new URL(url).origin]);
