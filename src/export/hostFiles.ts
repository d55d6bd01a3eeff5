import type { CacheConfig } from '../config.ts';
import { cacheControl } from '../http/cacheControl.ts';
import { dispositionOf, mediaFileOf, SAFE } from '../http/content/media.ts';
import { percentEncode } from '../lib/percentEncode.ts';
import type { MediaFiles } from '../media/mediaFiles.ts';
import { type Media, mimeTypeOf } from '../model/entities/media.ts';
import type { Entry } from '../model/entry.ts';
import { isInline, isPicture } from '../model/mediaType.ts';
import { VARIANT_NAMES } from '../model/mediaVariant.ts';
import type { PublicContent } from '../view/publicContent.ts';

const allMedia = (content: PublicContent): readonly Entry<Media>[] =>
  [...content.all('media')].sort((a, b) => a.id - b.id);

interface Rule {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `_headers` as Netlify, Cloudflare Pages and others read it: what the server says besides a body. Rules for single
 * files, which some hosts count, are made only where a browser must save the file and not show it.
 */
export function showHeaders(content: PublicContent, cache: CacheConfig): string {
  const attachments = allMedia(content).filter(({ data }) => !isInline(mimeTypeOf(data)));
  const rules: readonly Rule[] = [
    {
      path: '/api/content/*',
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': cacheControl({}, cache),
        'X-Content-Type-Options': 'nosniff',
      },
    },
    ...['/sitemap.xml', '/sitemap-*'].map((path) => ({ path, headers: { 'Cache-Control': cacheControl({}, cache) } })),
    { path: '/manifest.json', headers: { 'Cache-Control': 'no-cache' } },
    { path: '/api/content/media/*', headers: { 'Content-Security-Policy': SAFE['Content-Security-Policy'] } },
    ...attachments.flatMap((entry) =>
      ['original' as const, ...VARIANT_NAMES].map((name) => ({
        path: `/${mediaFileOf(entry, name)}`,
        headers: { 'Content-Disposition': dispositionOf(entry) },
      })),
    ),
  ];
  return rules.map(showRule).join('\n');
}

const showRule = ({ path, headers }: Rule): string =>
  `${path}\n${Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`;

/**
 * `_redirects` as the same hosts read it: the site's own redirects, then the addresses of media as answers name them,
 * each leading to the file that has an ending.
 */
export function showRedirectRules(content: PublicContent, files: Pick<MediaFiles, 'publicUrl'>): string {
  const own = [...content.all('redirect')]
    .sort((a, b) => a.id - b.id)
    .map(({ data }) => `${plain(data.fromPath)} ${literal(data.toPath)} ${data.statusCode}`);
  const media = allMedia(content).flatMap((entry) => originalRules(entry, files.publicUrl(entry)));
  const pictures = VARIANT_NAMES.map((name) => `${MEDIA}/:id/${name} ${MEDIA}/:id/${name}.webp 200`);
  return [...own, ...media, ...pictures, `${MEDIA}/:id/info ${MEDIA}/:id/info.json 200`, ''].join('\n');
}

const MEDIA = '/api/content/media';

/** Of what is no picture the smaller ones are the file itself. */
function originalRules(entry: Entry<Media>, url: string | null): readonly string[] {
  const names = isPicture(mimeTypeOf(entry.data)) ? (['original'] as const) : (['original', ...VARIANT_NAMES] as const);
  return names.map((name) => {
    const from = `${MEDIA}/${entry.id}/${name}`;
    return url === null ? `${from} /${mediaFileOf(entry, name)} 200` : `${from} ${ascii(url)} 302`;
  });
}

const ascii = (path: string): string => path.replace(/[^\u0021-\u007e]+/gu, percentEncode);

/** A path to be met as it stands: `*` and `:name` stand for other text in these rules. */
const plain = (path: string): string => ascii(path).replaceAll('*', '%2A').replaceAll(':', '%3A');

/** A target as it stands: `:name` in a path stands for what was met. What leads elsewhere keeps its scheme and port. */
const literal = (target: string): string => ascii(target).replace(/:(?=[A-Za-z_])/g, '%3A');
