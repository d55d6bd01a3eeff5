import type { ServerConfig } from '../../config.ts';

/**
 * What a page of the editor's interface may load: its own files and answers of its own server, and pictures and videos
 * also from their bucket. Inline styles are allowed, because Mantine sets its colours and drag and drop its positions
 * with them; inline scripts are not. Frames may show the front end's preview page.
 */
export function uiPolicy({ media, previewUrl }: Pick<ServerConfig, 'media' | 'previewUrl'>): string {
  const stored = media.storage === 's3' ? [media.s3.publicUrl, media.s3.endpoint].flatMap(listOrigins) : [];
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...stored].join(' '),
    ["media-src 'self' blob:", ...stored].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    ["frame-src 'self'", ...listOrigins(previewUrl && stripPlaceholders(previewUrl))].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The part of the address before its placeholders: the host is the same for all pages. */
const stripPlaceholders = (template: string): string => template.replace(/\{.*/s, '');

const listOrigins = (url: string | null): readonly string[] => (url === null ? [] : [new URL(url).origin]);
